import { type RetryOptions, type SendRequest, waitFor } from './retries.ts';

/** Matches what is left of a limit: its requests, and the seconds until there are more. */
const leftPattern = /^"[^"]*";r=(\d{1,15});t=(\d{1,9})(?:;|$)/;

/** Returns the seconds until there are more requests, or 0 if some are left or it is not known. */
function getSecondsToWait({ headers }: Response): number {
  const [, left, seconds] = leftPattern.exec(headers.get('RateLimit') ?? '') ?? [];
  return left === '0' ? Number(seconds) : 0;
}

/**
 * Creates a function that sends no request while the service has said that none is left, by the
 * header `RateLimit`. It waits at most `maxRetryAfter` seconds: if more are necessary, the request
 * is sent, and its response says how long to wait. An aborted request stops waiting.
 */
export function createLimitedSend(
  send: SendRequest,
  options: RetryOptions = {},
): SendRequest {
  const { waitsForLimits = true, maxRetryAfter = 30, wait = waitFor } = options;
  let resumesAt = 0;

  return async (request) => {
    const delay = resumesAt - Date.now();
    if (waitsForLimits && delay > 0 && delay <= maxRetryAfter * 1000)
      await wait(delay, request.signal);
    request.signal.throwIfAborted();
    const response = await send(request);
    const seconds = getSecondsToWait(response);
    resumesAt = seconds > 0 ? Date.now() + seconds * 1000 : 0;
    return response;
  };
}
