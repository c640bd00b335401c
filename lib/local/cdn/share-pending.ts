/** Runs work, or returns the pending result of earlier work with the same key. */
export type SharePending<Result> = (
  key: string,
  work: () => Promise<Result>,
) => Promise<Result>;

/** Creates a function that runs work once for all simultaneous calls with the same key. */
export function createSharePending<Result>(): SharePending<Result> {
  const pending = new Map<string, Promise<Result>>();

  return (key, work) => {
    const pendingResult = pending.get(key);
    if (pendingResult) return pendingResult;

    const result = work().finally(() => pending.delete(key));
    pending.set(key, result);
    return result;
  };
}
