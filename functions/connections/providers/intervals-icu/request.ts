import {
  createFileRequest,
  createRequest,
  type ProviderContext,
  type ProviderFailure,
} from '#functions/connections/provider-definition/call.ts';
import type { AccountAccess } from '#functions/connections/provider-definition/provider.ts';
import {
  type CallRequest,
  type CallResponse,
  readRetryAfter,
} from '#shared/outgoing/outgoing.ts';

const apiUrl = 'https://intervals.icu/api/v1';

/** The account of a key, for whose owner 0 stands. */
export const ownUrl = `${apiUrl}/athlete/0`;

/** The largest file that is fetched, in bytes. A file of a watch has some hundred KB. */
const maxFileBytes = 16 * 1024 * 1024;

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

const requestFile = createFileRequest({ interpret });

/** Fetches the file that an activity was uploaded with. It is empty or 404 without one. */
export function fetchFile(
  context: ProviderContext,
  { access_token }: AccountAccess,
  remote_id: string,
) {
  const get = toKeyGet(`${apiUrl}/activity/${remote_id}/file`, access_token);
  const headers = { ...get.headers, Accept: '*/*' };
  return requestFile(context, { ...get, headers, maxBytes: maxFileBytes });
}

function interpret(response: CallResponse, now: Date): ProviderFailure | undefined {
  const { status } = response;
  if (status === 403) return { kind: 'unauthorized' };
  if (status !== 429) return undefined;
  return {
    kind: 'rate_limited',
    retry_after: readRetryAfter(response, now) ?? pauseSeconds,
  };
}
