/** Work that runs at an interval. */
export interface RepeatedWork {
  run: () => Promise<void>;
  intervalMs: number;
  /** Called if a run fails. The next run follows all the same. */
  onFailure: (error: unknown) => void;
}

/**
 * Runs work now and at an interval, until `disposables` is disposed of. While a run is in progress,
 * no other one starts. Disposal waits for the run that is in progress.
 */
export function runRepeatedly(
  { run, intervalMs, onFailure }: RepeatedWork,
  disposables: AsyncDisposableStack,
): void {
  let currentRun: Promise<void> | undefined;

  function startRun(): void {
    currentRun ??= run()
      .catch(onFailure)
      .finally(() => {
        currentRun = undefined;
      });
  }

  startRun();
  const timer = setInterval(startRun, intervalMs).unref();
  disposables.defer(async () => {
    clearInterval(timer);
    await currentRun;
  });
}
