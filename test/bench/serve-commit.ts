import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findRunningService } from '#lib/local/host/pid-file.ts';
import { baseUrlVariables } from '#shared/contract/endpoint.ts';
import type { Callers } from './add-callers.ts';
import { receiveMessage } from './child-process.ts';

/** Reads the CPU time in ms of a process and all below it, which Linux counts in steps of 10. */
function readTreeCpu(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const ticks = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 16);
  const lists = globSync(`/proc/${pid}/task/*/children`).map((file) =>
    readFileSync(file, 'utf8'),
  );
  const children = lists.join('').match(/\d+/g) ?? [];
  const times = [
    ...ticks.map((count) => Number(count) * 10),
    ...children.map(Number).map(readTreeCpu),
  ];
  return times.reduce((sum, time) => sum + time, 0);
}

/** Reads the CPU time when the work that follows the responses is done, too. */
async function readSettledCpu(pid: number): Promise<number> {
  for (let before = 0; ; await setTimeout(500)) {
    const cpu = readTreeCpu(pid);
    if (cpu - before <= 20) return cpu;
    before = cpu;
  }
}

/** The service of a commit. */
export interface CommitService extends Disposable {
  urls: { main: string; diary: string };
  /** Adds an application and persons, with the limits of a deployed service if asked for. */
  addCallers(count: number, isLimited: boolean): Promise<Callers>;
  readCpu(): Promise<number>;
}

/** The defaults of a deployed service, as options of `admin application limit`. */
const cloudLimits = {
  'person-15min': 200,
  'person-day': 2000,
  'application-15min': 20_000,
  'application-day': 200_000,
};

/** Starts the service of a commit in the folder where the commit was built. */
export async function serveCommit(cwd: string): Promise<CommitService> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-data-'));
  const data = join(folder, 'data');
  const args = ['bin/local.ts', '--data', data, '--port', '0', '--no-build'];
  // Each commit sets these itself. A killed process writes to the folder of its compile cache.
  const own = { NODE_COMPILE_CACHE: undefined, MALLOC_ARENA_MAX: undefined };
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...own } });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text = text.includes('Ready in') ? text : text + chunk;
  });
  while (!text.includes('Ready in')) await once(child.stdout, 'data');
  const { environment = {} } = (await findRunningService(data)) ?? {};
  const getUrl = (name: 'main' | 'diary') => environment[baseUrlVariables[name]] ?? '';

  function limit(client_id: string): void {
    const options = Object.entries(cloudLimits).map(
      ([name, value]) => `--${name}=${value}`,
    );
    const command = ['--data', data, 'application', 'limit', client_id, ...options];
    execFileSync(process.execPath, ['bin/admin.ts', ...command], { cwd, stdio: 'pipe' });
  }

  return {
    urls: { main: getUrl('main'), diary: getUrl('diary') },
    addCallers: async (count, isLimited) => {
      const env = { ...process.env, ...environment };
      const program = join(import.meta.dirname, 'add-callers.ts');
      const callers = await receiveMessage<Callers>(
        fork(program, [String(count)], { env }),
      );
      // The limits are stored before the first request, so that no function has older ones.
      if (isLimited) limit(callers.client.client_id);
      return callers;
    },
    readCpu: () => readSettledCpu(child.pid ?? 0),
    [Symbol.dispose]: () => {
      child.kill();
      child.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    },
  };
}
