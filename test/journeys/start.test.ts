import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { runProgram, runShell, startProgram, startScript } from '#kit/program.ts';
import { findRunningService } from '#lib/local/host/pid-file.ts';

const owner = new AsyncDisposableStack();
afterAll(() => owner.disposeAsync());

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'start-'));
  owner.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Leaves a file as a service does that is ended while it writes. */
const leaveUnfinished = (folder: string, name: string) =>
  writeFile(join(folder, name), '{', { mode: 0o600 });

interface Started {
  process: ChildProcess;
  lines: string[];
  /** What stands beside a name in the columns of the announcement. */
  said(name: string): string;
}

/** Starts the service on free ports without npm, which takes half a second of its own. */
const start = (...words: string[]) => ready(startProgram('local.ts', ['--port', '0', ...words]));

/** Reads all that the service says until it is ready. */
async function ready(process: ChildProcess): Promise<Started> {
  owner.defer(() => void process.kill('SIGKILL'));
  if (!process.stdout || !process.stderr) throw new Error('The service has no streams.');
  const failure = text(process.stderr);
  const lines: string[] = [];
  for await (const line of createInterface({ input: process.stdout })) {
    lines.push(line);
    if (line.startsWith('Ready in ')) break;
  }
  if (!lines.at(-1)?.startsWith('Ready in ')) throw new Error(`It did not start: ${await failure}`);
  process.stdout.resume();
  const said = (name: string) =>
    lines.map((line) => new RegExp(`^ {2}${name} {2,}(.*)$`).exec(line)?.[1]).find(Boolean) ?? '';
  return { process, lines, said };
}

/** Sends a signal and waits until the process and all that it started have exited. Returns its exit code. */
async function interrupt(
  { process }: Started,
  signal: 'SIGINT' | 'SIGTERM' = 'SIGINT',
): Promise<number | null> {
  const closed = once(process, 'close');
  process.kill(signal);
  await closed;
  return process.exitCode;
}

/** The lines that are meant to be pasted into a shell. */
const pasteable = ({ lines }: Started) => lines.filter((line) => /^ {2}(curl |[A-Z]+=)/.test(line));
const tokenLine = (started: Started) =>
  pasteable(started).find((line) => line.startsWith('  TOKEN=')) ?? '';

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

describe('npm start', () => {
  it.concurrent('says what can be pasted, keeps its data, and leaves nothing behind', async () => {
    const folder = await newFolder();
    await leaveUnfinished(folder, 'demonstration.json');
    const first = await start('--data', folder);
    expect(first.lines.at(-1)).toMatch(/^Ready in \d+ ms\./);

    const pasted = await runShell(pasteable(first).join('\n'));
    expect([pasted.exitCode, pasted.stderr]).toEqual([0, '']);
    const bodies = pasted.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(bodies).toMatchObject([
      { name: 'My watch', active: true },
      { total_count: 1 },
      { name: 'My other watch', active: true },
      { name: 'My other watch', active: false },
      { total_count: 0 },
      { token_type: 'Bearer', expires_in: 5_184_000 },
    ]);

    const [create = ''] = pasteable(first).filter((line) => line.includes('"My watch"'));
    await runShell([tokenLine(first), create].join('\n'));
    const listed = await runProgram('admin.ts', ['user', 'list', '--json', '--data', folder]);
    expect(JSON.parse(listed.stdout)).toMatchObject([{ email: first.said('email') }]);
    const remembered = await stat(join(folder, 'demonstration.json'));
    expect(remembered.mode & 0o077).toBe(0);

    const engine = (await findRunningService(folder))?.environment.AWS_ENDPOINT_URL_DYNAMODB ?? '';
    const addresses = [...['main', 'auth', 'diary', 'cdn'].map(first.said), engine];
    expect(await Promise.all(addresses.map(answers))).toEqual(addresses.map(() => true));
    expect(await interrupt(first)).toBe(0);
    expect(await Promise.all(addresses.map(answers))).toEqual(addresses.map(() => false));
    expect(await readdir(folder)).not.toContain('service.json');

    const second = await start('--data', folder);
    expect(['password', 'client id', 'client secret'].map(second.said)).toEqual(
      ['password', 'client id', 'client secret'].map(first.said),
    );
    expect(tokenLine(second)).toBe(tokenLine(first));
    const list = pasteable(second).at(-2) ?? '';
    const kept = await runShell([tokenLine(second), list].join('\n'));
    expect(JSON.parse(kept.stdout)).toMatchObject({ total_count: 1 });
    expect(await interrupt(second)).toBe(0);
  });

  it.concurrent('keeps nothing with --memory, says when its ports are taken, and ends with npm', async () => {
    const folder = await newFolder();
    await leaveUnfinished(folder, 'service.json');
    const started = await ready(
      startScript('start', ['--port', '0', '--memory', '--data', folder]),
    );
    expect(await readdir(folder)).toEqual(['service.json']);
    const port = new URL(started.said('main')).port;
    const other = await runProgram('local.ts', [
      '--memory',
      '--data',
      await newFolder(),
      '--port',
      port,
    ]);
    expect(other.exitCode).toBe(1);
    expect(other.stderr).toContain(
      `Error: Port ${port} of 127.0.0.1 is already in use. Choose another`,
    );
    await interrupt(started, 'SIGTERM');
    expect(await readdir(folder)).toEqual([]);
    expect(await answers(started.said('main'))).toBe(false);
  });
});
