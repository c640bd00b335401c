import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '#lib/paths.ts';
import { markdownTable } from './report.ts';
import type { Section } from './service-under-bench.ts';

const run = promisify(execFile);

/** The environment of a new shell, without what saves memory in this process. */
const { MALLOC_ARENA_MAX: _, NODE_COMPILE_CACHE: __, ...env } = process.env;

/** Starts the service as a reader of the README does, sends its first request, and stops it. */
async function startAndList(cwd: string): Promise<void> {
  // npm and the service are one group of processes, which is ended as Ctrl-C does.
  const args = ['start', '--', '--memory', '--port', '0'];
  const child = spawn('npm', args, { cwd, env, detached: true });
  try {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    while (!text.includes('Ready in')) await once(child.stdout, 'data');
    const find = (name: string) => new RegExp(` ${name}=(\\S+)`).exec(text)?.[1] ?? '';
    const headers = { Authorization: `Bearer ${find('ACCESS_TOKEN')}` };
    const { status } = await fetch(`${find('BASE_URL')}/v7.1/data_source/`, { headers });
    if (status !== 200) throw new Error(`The first response is ${status}.`);
  } finally {
    process.kill(-(child.pid ?? 0), 'SIGINT');
  }
  await once(child, 'close');
}

/** Measures the time from `git clone` of the last commit to the first response. */
export const firstUse: Section = async () => {
  await using parent = await mkdtempDisposable(join(tmpdir(), 'first-use-'));
  const cwd = join(parent.path, 'service');
  const started = performance.now();
  const marks: number[] = [];
  const mark = () => marks.push((performance.now() - started) / 1000);
  await run('git', ['clone', '--quiet', root, cwd]);
  await run('npm', ['ci', '--prefer-offline', '--no-audit'], { cwd, env });
  mark();
  await startAndList(cwd);
  mark();
  const [installed = 0, answered = 0] = marks;
  return markdownTable(
    ["with the packages in npm's cache", 'seconds'],
    [
      ['git clone and npm ci', installed.toFixed(1)],
      ['and npm start, until the first list', answered.toFixed(1)],
    ],
  );
};
