import { parseRetryAfter } from './retry-after.ts';

/** How failed requests are sent again. */
export interface RetryOptions {
  /** The number of retries of a request. Defaults to 3. */
  maxRetries?: number;
  /** The longest `Retry-After` to wait for, in seconds. Defaults to 30. */
  maxRetryAfter?: number;
  /** Waits for this many ms. Replace it in tests. */
  wait?: (ms: number) => Promise<void>;
}

/** Sends a request. `fetch` has this shape. */
export type SendRequest = (request: Request) => Promise<Response>;

const retryableStatuses: readonly number[] = [429, 502, 503, 504];
const firstDelay = 250;

const waitFor = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/** Returns whether a request that is sent twice has the effect of one. */
const isRepeatable = ({ method, headers }: Request) =>
  method !== 'POST' || headers.has('Idempotency-Key');

/** Returns a delay in ms that doubles with each retry, of which a random half is left out. */
function getBackoff(retry: number): number {
  const delay = firstDelay * 2 ** retry;
  return delay / 2 + (Math.random() * delay) / 2;
}

/**
 * Creates a function that repeats a request after a network error and after the statuses 429, 502,
 * 503 and 504. It repeats a POST only if that has an `Idempotency-Key`.
 *
 * Returns the last response, or throws the last network error.
 */
export function createRetryingSend(
  send: SendRequest,
  options: RetryOptions = {},
): SendRequest {
  const { maxRetries = 3, maxRetryAfter = 30, wait = waitFor } = options;

  /** Returns the ms until the next retry, or undefined if the response is final. */
  function getDelay(response: Response, retry: number): number | undefined {
    if (!retryableStatuses.includes(response.status)) return undefined;
    const seconds = parseRetryAfter(response.headers);
    if (seconds === undefined) return getBackoff(retry);
    return seconds <= maxRetryAfter ? seconds * 1000 : undefined;
  }

  async function attempt(request: Request, retry: number): Promise<Response> {
    const isLast = retry === maxRetries || !isRepeatable(request);
    if (isLast) return send(request);

    let delay: number | undefined;
    try {
      const response = await send(request.clone());
      delay = getDelay(response, retry);
      if (delay === undefined) return response;
    } catch (error) {
      if (request.signal.aborted) throw error;
    }
    await wait(delay ?? getBackoff(retry));
    request.signal.throwIfAborted();
    return attempt(request, retry + 1);
  }

  return (request) => attempt(request, 0);
}
