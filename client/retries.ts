import { FitnessDataError, parseRetryAfter } from './fitness-data-error.ts';

/** Waits for this many ms. Rejects with the reason of the signal if it is aborted meanwhile. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;

export interface RetryOptions {
  /** The number of retries of a request. Defaults to 3. */
  maxRetries?: number;
  /** The longest time to wait for a `Retry-After` or for a limit, in seconds. Defaults to 30. */
  maxRetryAfter?: number;
  /** Whether a request waits while the service has said that none is left. Defaults to true. */
  waitsForLimits?: boolean;
  /** Waits for this many ms. Replace it in tests. */
  wait?: Wait;
}

/** Sends a request. `fetch` has this shape. */
export type SendRequest = (request: Request) => Promise<Response>;

/** A request with this status was rejected before it had an effect. */
const tooManyRequests = 429;
/** A request with one of these statuses may have had an effect. */
const serverFailures: readonly number[] = [502, 503, 504];
const firstDelayMs = 250;

/** The longest time of a timer in ms. With a longer one, it would end at once. */
const maxTimerMs = 2 ** 31 - 1;

export const waitFor: Wait = (ms, signal) =>
  new Promise<void>((resolve, reject) => {
    signal?.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, Math.min(ms, maxTimerMs));
    signal?.addEventListener('abort', end);
  });

/** Returns whether a request that is sent twice has the effect of one. */
const isRepeatable = ({ method, headers }: Request) =>
  method !== 'POST' || headers.has('Idempotency-Key');

/**
 * Returns a delay in ms that doubles with each retry, minus up to half of it at random (jitter).
 */
function getBackoff(retry: number): number {
  const delay = firstDelayMs * 2 ** retry;
  return delay / 2 + (Math.random() * delay) / 2;
}

/**
 * Creates a function that repeats a request after the status 429. Except for a POST without an
 * `Idempotency-Key`, it also repeats a request after a network error and after 502, 503 and 504.
 *
 * The function returns the last response, or throws `network_error` with the last error as its
 * cause. If the caller aborts the request, it throws the reason of the abort signal.
 */
export function createRetryingSend(
  send: SendRequest,
  options: RetryOptions = {},
): SendRequest {
  const { maxRetries = 3, maxRetryAfter = 30, wait = waitFor } = options;

  /** Returns the ms until the next retry, or undefined if the response is final. */
  function getDelay(request: Request, response: Response, retry: number) {
    const { status, headers } = response;
    const hasFailed = serverFailures.includes(status);
    const mayRepeat = status === tooManyRequests || (hasFailed && isRepeatable(request));
    if (!mayRepeat) return undefined;

    const seconds = parseRetryAfter(headers);
    if (seconds === undefined) return getBackoff(retry);
    return seconds <= maxRetryAfter ? seconds * 1000 : undefined;
  }

  async function attempt(request: Request, retry: number): Promise<Response> {
    if (retry === maxRetries) return send(request);

    let delay: number | undefined;
    try {
      const response = await send(request.clone());
      delay = getDelay(request, response, retry);
      if (delay === undefined) return response;
    } catch (error) {
      if (request.signal.aborted || !isRepeatable(request)) throw error;
    }
    await wait(delay ?? getBackoff(retry), request.signal);
    request.signal.throwIfAborted();
    return attempt(request, retry + 1);
  }

  return (request) =>
    attempt(request, 0).catch((cause) => {
      if (request.signal.aborted) throw cause;
      throw new FitnessDataError('network_error', 'The service cannot be reached.', {
        cause,
      });
    });
}
