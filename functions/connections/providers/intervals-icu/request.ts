import {
  createRequest,
  type ProviderFailure,
} from '#functions/connections/provider-definition/call.ts';
import {
  type CallRequest,
  type CallResponse,
  readRetryAfter,
} from '#shared/outgoing/outgoing.ts';

/** The account of a key, for whose owner 0 stands. */
export const ownUrl = 'https://intervals.icu/api/v1/athlete/0';

/** Seconds until the next request, if a response with the status 429 does not say. */
const pauseSeconds = 60;

/** Returns a request for something of the owner of a key (RFC 7617). */
export function toKeyGet(url: string, key: string): CallRequest {
  return {
    method: 'GET',
    url,
    authorization: `Basic ${Buffer.from(`API_KEY:${key}`).toString('base64')}`,
    // Requests of some programs are refused by their name.
    headers: { 'User-Agent': 'fitness-data-service' },
  };
}

/** Sends a request to Intervals.icu. Its own errors are JSON, and those of its proxy are HTML. */
export const requestIntervals = createRequest({ interpret });

function interpret(response: CallResponse, now: Date): ProviderFailure | undefined {
  const { status } = response;
  if (status === 403) return { kind: 'unauthorized' };
  if (status !== 429) return undefined;
  return {
    kind: 'rate_limited',
    retry_after: readRetryAfter(response, now) ?? pauseSeconds,
  };
}
