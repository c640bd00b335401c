import { reportFailure } from '../terminal/failure.ts';
import { readOptions } from './options.ts';
import { waitForShutdown } from './shutdown.ts';
import { startService } from './start.ts';

const hint = 'Waiting for requests to finish. Press Ctrl-C again to stop at once.';
const hintDelayMs = 500;

/** Runs the service with the options of a command line until it is stopped, then exits. */
export function runLocal(args: readonly string[]): Promise<void> {
  return reportFailure(async () => {
    const options = readOptions(args);
    const stop = await startService(options).catch((error) => {
      throw explainPortError(error);
    });
    // `npm run dev` waits for this message.
    process.send?.('ready');
    await waitForShutdown();
    await stopWithHint(stop);
    process.exit();
  });
}

/** Stops the service. Prints how to stop it at once if requests in flight delay the end. */
async function stopWithHint(stop: () => Promise<void>): Promise<void> {
  const timer = setTimeout(() => console.log(hint), hintDelayMs);
  await stop();
  clearTimeout(timer);
}

function explainPortError(error: unknown): unknown {
  const isPortTaken =
    error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (!isPortTaken) return error;
  return new Error(
    `${error.message} Choose another with --port, or any free one with --port 0.`,
  );
}
