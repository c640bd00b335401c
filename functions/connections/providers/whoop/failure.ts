import {
  type ProviderFailure,
  toProviderFailure,
} from '#functions/connections/provider/failure.ts';
import {
  type CallFailure,
  type CallResponse,
  readRetryAfter,
} from '#shared/outgoing/outgoing.ts';

/** The length of the shortest window of the rate limits. */
const windowSeconds = 60;

/** Classifies a failed call for data. WHOOP sends 403 if a scope is missing. */
export function toWhoopFailure(failed: CallFailure, now: Date): ProviderFailure {
  return toProviderFailure(failed, now, (response) => interpret(response, now));
}

function interpret(response: CallResponse, now: Date): ProviderFailure | undefined {
  if (response.status === 403) return { kind: 'insufficient_scope' };
  if (response.status !== 429) return undefined;

  // The seconds until the window starts again.
  const reset = Number.parseInt(response.header('x-ratelimit-reset') ?? '', 10);
  const retry_after =
    readRetryAfter(response, now) ?? (reset > 0 ? reset : windowSeconds);
  return { kind: 'rate_limited', retry_after };
}
