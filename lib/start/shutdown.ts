import { findEnvironment } from '#shared/runtime/environment.ts';

/** Read as early as possible, because it changes when the parent exits. */
const parent = process.ppid;
const checkIntervalMs = 100;

/** Within this time, one Ctrl-C can arrive twice: from the terminal and from npm. */
const sameSignalMs = 300;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The exit code that shells report for a program that Ctrl-C ended. */
const interruptedExitCode = 130;

/**
 * Resolves on Ctrl-C or a signal to stop, and when the parent process has exited. A second signal
 * ends this process at once.
 */
export function waitForShutdown(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let firstAt: number | undefined;

  function onSignal(): void {
    const now = performance.now();
    firstAt ??= now;
    if (now - firstAt > sameSignalMs) process.exit(interruptedExitCode);
    resolve();
  }

  for (const signal of signals) process.on(signal, onSignal);
  process.once('disconnect', () => resolve());
  if (findEnvironment('npm_lifecycle_event') !== undefined) onParentExit(resolve);
  return promise;
}

/**
 * Calls back when the parent process has exited. npm forwards signals only to its shell, which
 * exits without forwarding them. On Windows the parent never changes.
 */
function onParentExit(callback: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, checkIntervalMs);
  timer.unref();
}
