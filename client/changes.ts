import { FitnessDataError } from './fitness-data-error.ts';
import type { components } from './openapi/main.ts';
import type { MainPaths, Requests } from './requests.ts';
import type { Wait } from './retries.ts';

/** A change of the data of a user, with the cursor that leads to what comes after it. */
export type DataChange = components['schemas']['Event'];

type ChangePage = components['schemas']['EventPage'];

export interface ChangesOptions {
  /** Ends the iteration, which throws the reason of the signal. */
  signal?: AbortSignal;
  /** The seconds between requests while nothing changes. Defaults to 10. */
  interval?: number;
}

/** The longest pause after errors that can pass, in seconds. */
const maxPause = 300;

/** Returns whether the service may respond to the same request later. */
function canPass(error: unknown): error is FitnessDataError {
  if (!(error instanceof FitnessDataError)) return false;
  const { code, status } = error;
  return code === 'network_error' || status === 429 || status >= 500;
}

/** Returns the error for a cursor that has expired, and any other error as it is. */
function toChangesError(error: unknown): unknown {
  if (!(error instanceof FitnessDataError) || error.status !== 410) return error;
  const message =
    'The cursor has expired: read everything anew, and follow the changes from `now`.';
  const { status, requestId } = error;
  return new FitnessDataError('cursor_expired', message, {
    status,
    requestId,
    cause: error,
  });
}

/**
 * Iterates over the changes after a cursor, and then over what changes from now on, without an end.
 * Errors that can pass only delay it. Throws `cursor_expired` if changes may have been missed.
 */
export async function* iterateChanges(
  requests: Requests<MainPaths>,
  start: string | undefined,
  { signal, interval = 10, wait }: ChangesOptions & { wait: Wait },
): AsyncGenerator<DataChange, void, undefined> {
  const abort = signal ? { signal } : {};
  let cursor = start;
  let failures = 0;

  const getPage = (): Promise<ChangePage> =>
    requests.get('/changes/', {
      params: { query: cursor === undefined ? {} : { cursor } },
      ...abort,
    });

  /** Waits until a request that failed can be sent again. Throws if it never can. */
  async function pause(error: unknown): Promise<void> {
    if (!canPass(error)) throw toChangesError(error);
    failures += 1;
    const backoff = Math.min(interval * 2 ** failures, maxPause);
    await wait(Math.max(backoff, error.retryAfter ?? 0) * 1000, signal);
  }

  for (;;) {
    signal?.throwIfAborted();
    const page = await getPage().catch(pause);
    if (!page) continue;
    failures = 0;
    yield* page.items;
    cursor = page.next_cursor;
    if (!page.has_more) await wait(interval * 1000, signal);
  }
}
