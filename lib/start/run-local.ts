import { open } from 'node:inspector';
import { endDebugging } from '../local/functions/debugging.ts';
import { findRunningService } from '../local/host/pid-file.ts';
import type { LocalService } from '../local/service.ts';
import { reportFailure } from '../terminal/failure.ts';
import { requireTimeZones } from '../time-zones/rules-file.ts';
import type { CodeFolders } from './development-build.ts';
import { readOptions, type StartOptions } from './options.ts';
import { restartInServiceEnvironment } from './service-environment.ts';
import { waitForShutdown } from './shutdown.ts';

const hint = 'Waiting for requests to finish. Press Ctrl-C again to stop at once.';
const hintDelayMs = 500;

/** Runs the service with the options of a command line until it is stopped, then exits. */
export function runLocal(args: readonly string[]): Promise<void> {
  return reportFailure(async () => {
    const options = readOptions(args);
    // An operator can put newer rules of time zones there.
    restartInServiceEnvironment(options.folder);
    requireTimeZones();
    if (options.inspect !== undefined) {
      open(options.inspect);
      process.once('exit', endDebugging);
    }
    // The help and wrong options need no module of the service.
    const { startService } = await import('./start.ts');
    const { service, stop } = await startService(options).catch(async (error) => {
      throw await explainStartError(error, options);
    });
    // `npm run dev` waits for this message, and sends what changed.
    process.on('message', (message: ServiceMessage) => receive(message, service));
    process.send?.('ready');
    // For an end that nobody asked for, as when the reader of the output ends: systemd restarts it.
    process.exitCode = 1;
    await waitForShutdown();
    await stopWithHint(stop);
    process.exit(0);
  });
}

/**
 * A message of `npm run dev`: `hold` lets functions wait for new code, and `code` has the folders
 * of the new code.
 */
export type ServiceMessage =
  | { kind: 'hold'; functionArns: readonly string[] }
  | { kind: 'code'; folders: CodeFolders };

function receive(message: ServiceMessage, service: LocalService): void {
  if (message.kind === 'hold') service.holdInvocations(message.functionArns);
  else service.replaceCode(message.folders);
}

/** Stops the service. Prints how to stop it at once if requests in flight delay the end. */
async function stopWithHint(stop: () => Promise<void>): Promise<void> {
  const timer = setTimeout(() => console.log(hint), hintDelayMs);
  await stop();
  clearTimeout(timer);
}

/** Adds to an error of the start what to do about it, if an option can change it. */
export async function explainStartError(
  error: unknown,
  { folder, memory, host }: Pick<StartOptions, 'folder' | 'memory' | 'host'>,
): Promise<unknown> {
  if (!(error instanceof Error && 'code' in error)) return error;
  const { address, port = Infinity } = error as { address?: string; port?: number };

  // The ports of a demonstration are used before its data folder is locked.
  const isTaken = error.code === 'EADDRINUSE';
  const running = isTaken && !memory ? await findRunningService(folder) : undefined;
  if (running)
    return new Error(
      `${error.message} Process ${running.pid} is a service with this data folder: stop it, or ` +
        'choose another port with --port, and another folder with --data.',
    );
  if (isTaken)
    return new Error(
      `${error.message} Choose another port with --port, or any free port with --port 0.`,
    );
  if (error.code === 'EADDRNOTAVAIL' && address === host)
    return new Error(`${error.message}. This machine does not have it: see --host.`);
  if (error.code === 'EACCES' && port < 1024)
    return new Error(
      `${error.message}. Ports below 1024 are for root: choose another one with --port.`,
    );
  if (error.code === 'ENOSPC')
    return new Error(`The disk of ${folder} is full. Free some space.`);
  return error;
}
