import * as z from 'zod/mini';
import {
  type CallFailure,
  type CallResponse,
  tryParseJson,
} from '#shared/outgoing/outgoing.ts';
import { type ProviderFailure, toProviderFailure } from './failure.ts';

/** The error response of a token endpoint (RFC 6749 section 5.2). */
const OAuthError = z.object({ error: z.string() });

/** Classifies a failed call to a token endpoint that follows RFC 6749. */
export function toTokenFailure(failed: CallFailure, now: Date): ProviderFailure {
  return toProviderFailure(failed, now, interpretTokenError);
}

function interpretTokenError({
  status,
  text,
}: CallResponse): ProviderFailure | undefined {
  if (status !== 400 && status !== 401) return undefined;
  const parsed = OAuthError.safeParse(tryParseJson(text));
  const error = parsed.success ? parsed.data.error : '';
  if (error === 'invalid_client' || error === 'unauthorized_client') {
    return { kind: 'invalid_client' };
  }
  // Some providers call a used refresh token an invalid request, or give no reason.
  return { kind: 'invalid_grant' };
}
