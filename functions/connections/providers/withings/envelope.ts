import * as z from 'zod/mini';
import {
  type ProviderFailure,
  toProviderFailure,
} from '#functions/connections/provider/failure.ts';
import type {
  ProviderContext,
  ProviderResult,
} from '#functions/connections/provider/provider.ts';
import { type CallRequest, requestJson } from '#shared/outgoing/outgoing.ts';
import { failure, success } from '#shared/runtime/result.ts';

/** Withings sends the HTTP status 200 even for errors. The status in the body decides. */
const Envelope = z.object({
  status: z.int(),
  body: z._default(z.unknown(), {}),
  error: z.catch(z.optional(z.string()), undefined),
});

// The statuses in the body that need an action of their own (developer.withings.com).
const unauthorized = [100, 101, 102, 200, 401];
const forbidden = [214, 277, 2553, 2554, 2555];
const rateLimited = 601;
const timedOut = 522;

/** Withings limits requests by the minute. */
const rateLimitSeconds = 60;

function interpretStatus(status: number): ProviderFailure {
  if (unauthorized.includes(status)) return { kind: 'unauthorized' };
  if (forbidden.includes(status)) return { kind: 'insufficient_scope' };
  if (status === rateLimited) {
    return { kind: 'rate_limited', retry_after: rateLimitSeconds };
  }
  if (status === timedOut) return { kind: 'unavailable', cause: 'status' };
  return { kind: 'rejected', status };
}

/**
 * Interprets the status of a token call. A status for wrong parameters means that the code or the
 * token is rejected.
 */
export function interpretTokenStatus(
  status: number,
  error: string | undefined,
): ProviderFailure {
  if (status === rateLimited || status === timedOut) return interpretStatus(status);
  const isAboutClient = /client/i.test(error ?? '');
  return { kind: isAboutClient ? 'invalid_client' : 'invalid_grant' };
}

/** Sends a request and returns the body in the envelope as the schema describes it. */
export async function requestWithings<S extends z.ZodMiniType>(
  { send, now }: ProviderContext,
  request: CallRequest,
  schema: S,
  interpret: (status: number, error?: string) => ProviderFailure = interpretStatus,
): Promise<ProviderResult<z.output<S>>> {
  const response = await requestJson(send, request, Envelope);
  if (!response.ok) return failure(toProviderFailure(response.error, now));

  const { status, body, error } = response.value;
  if (status !== 0) return failure(interpret(status, error));
  const parsed = schema.safeParse(body);
  return parsed.success ? success(parsed.data) : failure({ kind: 'malformed' });
}
