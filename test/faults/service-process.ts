import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findRunningService } from '#lib/local/host/pid-file.ts';
import { root } from '#lib/paths.ts';
import { type BaseUrlName, baseUrlVariables } from '#shared/contract/endpoint.ts';

/** The service in a process of its own, as `npm start` runs it. */
export interface ServiceProcess {
  urls: Readonly<Record<BaseUrlName, string>>;
  environment: Readonly<Record<string, string>>;
  /** The lines that the service has printed so far. */
  lines: readonly string[];
  /** Returns the process ids of the runner and its engines. */
  listProcesses(): number[];
  /** Ends the engine at once, as the system does if the memory is full. */
  killEngine(): void;
  /** Ends the runner and perhaps its engine at once, and waits until both have ended. */
  kill(which: 'runner' | 'both'): Promise<void>;
  /** Ends the service as Ctrl-C does. */
  stop(): Promise<void>;
}

/** A program that runs the service, with its arguments. The last argument is the data folder. */
export type ServiceProgram = readonly string[];

const npmStart: ServiceProgram = ['bin/local.ts', '--port', '0', '--data'];

/** A slow machine must not look like a fault. */
const nodeOptions = ['--require', join(root, 'test/kit/longer-time-limits.cjs')];

/** Spawns the service without waiting for it. */
export function spawnService(
  folder: string,
  program = npmStart,
  variables: NodeJS.ProcessEnv = {},
): ChildProcess {
  return spawn(process.execPath, [...nodeOptions, ...program, folder], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', ...variables },
  });
}

/** Resolves when the service is ready. Rejects with the last lines if the service ends before. */
function waitUntilReady(child: ChildProcess, lines: string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  for (const input of [child.stdout, child.stderr])
    if (input)
      createInterface({ input }).on('line', (line) => {
        lines.push(line);
        if (line.startsWith('Ready in ')) resolve();
      });
  child.once('close', () =>
    reject(new Error(`It does not start: ${lines.slice(-3).join(' ')}`)),
  );
  return promise;
}

/** Kills a process when this thread exits, so that nothing keeps running if a test fails. */
function endWithThisThread(child: ChildProcess): void {
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('close', () => process.off('exit', end));
}

/** Returns the process ids of the engines that a runner started. */
function listChildren(pid: number): number[] {
  try {
    const ids = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
    return ids.trim().split('\n').map(Number);
  } catch {
    return [];
  }
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) process.kill(pid, 'SIGKILL');
}

/**
 * Starts the service with a data folder, and waits until it is ready. The program defaults to that
 * of `npm start`. `variables` are added to those of this process.
 */
export async function startServiceProcess(
  folder: string,
  program?: ServiceProgram,
  variables?: NodeJS.ProcessEnv,
): Promise<ServiceProcess> {
  const lines: string[] = [];
  const child = spawnService(folder, program, variables);
  endWithThisThread(child);
  await waitUntilReady(child, lines);

  const { pid = 0 } = child;
  const environment = (await findRunningService(folder))?.environment ?? {};
  const getUrl = (name: BaseUrlName) => environment[baseUrlVariables[name]] ?? '';
  // The pipes close when the engine has ended, too.
  const closed = once(child, 'close');

  return {
    urls: {
      main: getUrl('main'),
      auth: getUrl('auth'),
      diary: getUrl('diary'),
      cdn: getUrl('cdn'),
      mcp: getUrl('mcp'),
    },
    environment,
    lines,
    listProcesses: () => [pid, ...listChildren(pid)],
    killEngine: () => killAll(listChildren(pid)),
    kill: async (which) => {
      const engines = which === 'both' ? listChildren(pid) : [];
      // The runner first, so that it cannot respond to requests without its engine.
      killAll([pid, ...engines]);
      await closed;
    },
    stop: async () => {
      child.kill('SIGINT');
      await closed;
    },
  };
}
