/** Work that runs at an interval. */
export interface RepeatedWork {
  run: () => Promise<void>;
  intervalMs: number;
  /** Called if a run fails. The next run follows all the same. */
  onFailure: (error: unknown) => void;
}

/**
 * Runs work now and at an interval, until `disposables` is disposed of. Disposal waits for a run
 * that is in progress.
 */
export function runRepeatedly(
  { run, intervalMs, onFailure }: RepeatedWork,
  disposables: AsyncDisposableStack,
): void {
  let latestRun = run().catch(onFailure);
  const timer = setInterval(() => {
    latestRun = run().catch(onFailure);
  }, intervalMs).unref();
  disposables.defer(async () => {
    clearInterval(timer);
    await latestRun;
  });
}
