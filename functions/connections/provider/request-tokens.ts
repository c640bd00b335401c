import type * as z from 'zod/mini';
import { type CallFailure, requestJson } from '#shared/outgoing/outgoing.ts';
import { compact } from '#shared/runtime/compact.ts';
import { failure } from '#shared/runtime/result.ts';
import { splitScopes } from './authorization-url.ts';
import type { ProviderFailure } from './failure.ts';
import {
  buildTokenRequest,
  type ProviderTokenResponse,
  toTokens,
} from './oauth-token.ts';
import type {
  Provider,
  ProviderAuthorization,
  ProviderContext,
  ProviderResult,
} from './provider.ts';
import { toTokenFailure } from './token-failure.ts';

/** A request to the token endpoint of a provider. */
interface TokenRequest<S extends z.ZodMiniType> extends Pick<Provider, 'oauth'> {
  form: Readonly<Record<string, string>>;
  /** The shape of the response. */
  schema: S;
  /** Classifies a failed call. Defaults to the errors of OAuth. */
  toFailure?: (failed: CallFailure, now: Date) => ProviderFailure;
}

/** Sends a request to the token endpoint of a provider, with the credentials of our client. */
export async function requestTokens<S extends z.ZodMiniType>(
  { send, client, now }: ProviderContext,
  { oauth, form, schema, toFailure = toTokenFailure }: TokenRequest<S>,
): Promise<ProviderResult<z.output<S>>> {
  const request = buildTokenRequest({ oauth }, client, form);
  const response = await requestJson(send, request, schema);
  return response.ok ? response : failure(toFailure(response.error, now));
}

/** Returns what a person granted. `scope` has the granted scopes, if the provider says. */
export function toProviderAuthorization(
  response: ProviderTokenResponse,
  { remote_id, scope }: { remote_id: string; scope: string | undefined },
  now: Date,
): ProviderAuthorization {
  const scopes = scope === undefined ? undefined : splitScopes(scope);
  return compact({ tokens: toTokens(response, now), remote_id, scopes });
}
