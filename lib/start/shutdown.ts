import { optionalEnvironment } from '#shared/runtime/environment.ts';

/** Read as early as possible, because it changes when the parent exits. */
const parent = process.ppid;
const checkIntervalMs = 100;

/** Resolves on Ctrl-C or a signal to stop, and when the parent process has exited. */
export function waitForShutdown(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = () => resolve();
  // Ctrl-C may arrive twice, from the terminal and from npm, so a listener stays.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.once('disconnect', stop);
  if (optionalEnvironment('npm_lifecycle_event') !== undefined) onParentExit(stop);
  return promise;
}

/**
 * Calls back when the parent process has exited: npm forwards signals to a shell, which does not
 * forward them. On Windows this never happens.
 */
function onParentExit(callback: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, checkIntervalMs);
  timer.unref();
}
