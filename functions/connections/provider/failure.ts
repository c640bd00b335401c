import {
  type CallFailure,
  type CallResponse,
  readRetryAfter,
} from '#shared/outgoing/outgoing.ts';
import { compact } from '#shared/runtime/compact.ts';

/**
 * Why a call to a provider failed. The kind decides what to do next.
 *
 * - `unavailable`: it may succeed later. `cause` is for the log.
 * - `rate_limited`: it may succeed after `retry_after` seconds, if the provider says.
 * - `unauthorized`: the access token is expired or revoked. Refresh it once.
 * - `invalid_grant`: the code or the refresh token is rejected. The person must connect again.
 * - `invalid_client`: our client is rejected, for every account. The operator must act.
 * - `insufficient_scope`: the person granted too little. Refreshing does not help.
 * - `not_found`: what was requested, e.g. a workout, does not exist any more.
 * - `rejected`: a request that the provider does not accept for any other reason.
 * - `malformed`: the response is not what the provider documents.
 */
export type ProviderFailure =
  | { kind: 'unavailable'; cause: 'off' | 'timeout' | 'unreachable' | 'status' }
  | { kind: 'rate_limited'; retry_after?: number }
  | { kind: 'unauthorized' }
  | { kind: 'invalid_grant' }
  | { kind: 'invalid_client' }
  | { kind: 'insufficient_scope' }
  | { kind: 'not_found' }
  | { kind: 'rejected'; status: number }
  | { kind: 'malformed' };

/** The longest time in seconds for which no requests are made, whatever a provider asks for. */
export const maxRetryAfter = 86_400;

/** Interprets a status that is not 2xx. Returns undefined for the default interpretation. */
export type StatusInterpreter = (response: CallResponse) => ProviderFailure | undefined;

/**
 * Classifies a failed call. `interpret` classifies error statuses that mean something else at this
 * provider than at others.
 */
export function toProviderFailure(
  failed: CallFailure,
  now: Date,
  interpret: StatusInterpreter = () => undefined,
): ProviderFailure {
  if (failed.kind === 'malformed') return { kind: 'malformed' };
  if (failed.kind !== 'status') return { kind: 'unavailable', cause: failed.kind };
  return interpret(failed.response) ?? interpretStatus(failed.response, now);
}

function interpretStatus(response: CallResponse, now: Date): ProviderFailure {
  const { status } = response;
  if (status === 429) {
    return compact({
      kind: 'rate_limited' as const,
      retry_after: readRetryAfter(response, now),
    });
  }
  if (status === 401) return { kind: 'unauthorized' };
  if (status === 404 || status === 410) return { kind: 'not_found' };
  if (status === 408 || status >= 500) return { kind: 'unavailable', cause: 'status' };
  return { kind: 'rejected', status };
}
