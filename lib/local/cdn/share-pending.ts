/** Runs work, or returns the pending result of earlier work with the same key. */
export type SharePending<Result> = (
  key: string,
  work: () => Promise<Result>,
) => Promise<Result>;

/** Creates a function that runs work once for all who ask for it at the same time. */
export function createSharePending<Result>(): SharePending<Result> {
  const pending = new Map<string, Promise<Result>>();

  return (key, work) => {
    const earlier = pending.get(key);
    if (earlier) return earlier;

    const started = work().finally(() => pending.delete(key));
    pending.set(key, started);
    return started;
  };
}
