import type { ChildProcess } from 'node:child_process';
import { root } from '../paths.ts';
import { reportFailure } from '../terminal/failure.ts';
import {
  type ApplyChange,
  createChangeApplier,
  type DevelopedService,
} from './apply-change.ts';
import {
  isRunning,
  restart,
  runChild,
  startChild,
  stopChild,
  waitUntilReady,
} from './child-program.ts';
import { type CodeFolders, openDevelopmentBuild } from './development-build.ts';
import { readOptions } from './options.ts';
import type { ServiceMessage } from './run-local.ts';
import { waitForShutdown } from './shutdown.ts';
import { watchSources } from './watch-sources.ts';

/** The service under development, which can be stopped. */
interface StoppableService extends DevelopedService {
  stop(): Promise<void>;
}

/**
 * Runs the service until it is stopped. Changed functions are replaced in the running service.
 * Other changes restart it.
 */
export function develop(args: readonly string[]): Promise<void> {
  return reportFailure(() => runAndUpdate(args));
}

async function runAndUpdate(args: readonly string[]): Promise<void> {
  // Fails before anything starts if the command line is wrong.
  readOptions(args, 'npm run dev --');
  const controller = new AbortController();
  const { signal } = controller;
  void waitForShutdown().then(() => controller.abort());

  const changes = await watchSources(root, signal);
  const service = await startDevelopedService(args, signal);
  let applyChange = await openChangeApplier(service, signal);
  for await (const files of changes) {
    const started = performance.now();
    console.log(`${files.join(', ')} changed.`);
    applyChange ??= await openChangeApplier(service, signal);
    const isUpdated = applyChange
      ? await applyChange(files)
      : await startFirstBuild(service, signal);
    if (signal.aborted) break;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(isUpdated ? `Updated in ${seconds} s.` : 'Waiting for the next change.');
  }
  await service.stop();
}

/** Creates the function that applies changes. Returns undefined if no build has succeeded yet. */
async function openChangeApplier(
  service: DevelopedService,
  signal: AbortSignal,
): Promise<ApplyChange | undefined> {
  try {
    return createChangeApplier(service, await openDevelopmentBuild(signal));
  } catch {
    return undefined;
  }
}

async function startFirstBuild(
  service: DevelopedService,
  signal: AbortSignal,
): Promise<boolean> {
  return (await runChild('build.ts', [], signal)) && service.restart();
}

async function startDevelopedService(
  args: readonly string[],
  signal: AbortSignal,
): Promise<StoppableService> {
  const startAgain = () =>
    startChild('local.ts', [...args, '--brief', '--no-build'], signal);
  let service = startChild('local.ts', args, signal);
  await waitUntilReady(service);

  return {
    isRunning: () => isRunning(service),
    holdInvocations: (functionArns) =>
      sendMessage(service, { kind: 'hold', functionArns }),
    replaceCode: (folders) => replaceCode(service, folders),
    restart: async () => {
      service = await restart(service, startAgain, signal);
      return isRunning(service);
    },
    stop: () => stopChild(service),
  };
}

function replaceCode(service: ChildProcess, folders: CodeFolders): void {
  sendMessage(service, { kind: 'code', folders });
  const count = Object.keys(folders).length;
  if (count === 0) return;

  const noun = count === 1 ? 'function' : 'functions';
  console.log(`Replaced the code of ${count} ${noun}.`);
}

/** Sends a message, unless the service has ended. The next change finds that it has ended. */
function sendMessage(service: ChildProcess, message: ServiceMessage): void {
  if (!service.connected) return;
  service.send(message, () => undefined);
}
