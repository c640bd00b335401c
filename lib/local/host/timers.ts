/**
 * Waits for the result of `work`. If it takes longer than the limit, calls `onTimeout`, which must
 * make `work` settle.
 */
export async function waitWithTimeout<Result>(
  work: Promise<Result>,
  limitMs: number,
  onTimeout: () => void,
): Promise<Result> {
  const timer = setTimeout(onTimeout, limitMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

/** Work that runs at an interval. */
interface RepeatedWork {
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
