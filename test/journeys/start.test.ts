import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { runProgram, runShell, startProgram, startScript } from '#kit/program.ts';
import { temporaryFolder } from '#kit/temporary-folder.ts';
import { findRunningService } from '#lib/local/host/pid-file.ts';

const newFolder = () => temporaryFolder(afterAll);
const owner = new AsyncDisposableStack();
afterAll(() => owner.disposeAsync());

/** Writes a file as a service that was killed while it wrote. */
const writeUnfinished = (folder: string, name: string) =>
  writeFile(join(folder, name), '{', { mode: 0o600 });

interface Started {
  process: ChildProcess;
  lines: string[];
  /** Returns the value beside a name in the announcement. */
  getValue(name: string): string;
}

/** Starts the service on free ports without npm, which saves half a second. */
const start = (...words: string[]) =>
  ready(startProgram('local.ts', ['--port', '0', ...words]));

/** Reads the output of the service until it is ready. */
async function ready(process: ChildProcess): Promise<Started> {
  owner.defer(() => void process.kill('SIGKILL'));
  if (!process.stdout || !process.stderr) throw new Error('The service has no streams.');
  const failure = text(process.stderr);
  const lines: string[] = [];
  for await (const line of createInterface({ input: process.stdout })) {
    lines.push(line);
    if (line.startsWith('Ready in ')) break;
  }
  if (!lines.at(-1)?.startsWith('Ready in '))
    throw new Error(`It did not start: ${await failure}`);
  process.stdout.resume();
  const getValue = (name: string) =>
    lines
      .map((line) => new RegExp(`^ {2}${name} {2,}(.*)$`).exec(line)?.[1])
      .find(Boolean) ?? '';
  return { process, lines, getValue };
}

/**
 * Sends a signal and waits until the process and all that it started have exited. Returns its exit
 * code.
 */
async function interrupt(
  { process }: Started,
  signal: 'SIGINT' | 'SIGTERM' = 'SIGINT',
): Promise<number | null> {
  const closed = once(process, 'close');
  process.kill(signal);
  await closed;
  return process.exitCode;
}

/** Returns the lines to paste into a shell. */
const getPasteableLines = ({ lines }: Started) =>
  lines.filter((line) => /^ {2}(curl |[A-Z]+=)/.test(line));
const getTokenLine = (started: Started) =>
  getPasteableLines(started).find((line) => line.startsWith('  TOKEN=')) ?? '';

const isListening = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

describe('npm start', () => {
  it.concurrent('prints lines to paste, keeps its data, and leaves nothing running', async () => {
    const folder = newFolder();
    await writeUnfinished(folder, 'demonstration.json');
    const first = await start('--data', folder);
    expect(first.lines.at(-1)).toMatch(/^Ready in \d+ ms\./);

    const pasted = await runShell(getPasteableLines(first).join('\n'));
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

    const [create = ''] = getPasteableLines(first).filter((line) =>
      line.includes('"My watch"'),
    );
    await runShell([getTokenLine(first), create].join('\n'));
    const listed = await runProgram('admin.ts', [
      'user',
      'list',
      '--json',
      '--data',
      folder,
    ]);
    expect(JSON.parse(listed.stdout)).toMatchObject([{ email: first.getValue('email') }]);
    const remembered = await stat(join(folder, 'demonstration.json'));
    expect(remembered.mode & 0o077).toBe(0);

    const engine =
      (await findRunningService(folder))?.environment.AWS_ENDPOINT_URL_DYNAMODB ?? '';
    const addresses = [...['main', 'auth', 'diary', 'cdn'].map(first.getValue), engine];
    expect(await Promise.all(addresses.map(isListening))).toEqual(
      addresses.map(() => true),
    );
    expect(await interrupt(first)).toBe(0);
    expect(await Promise.all(addresses.map(isListening))).toEqual(
      addresses.map(() => false),
    );
    expect(await readdir(folder)).not.toContain('service.json');

    const second = await start('--data', folder);
    expect(['password', 'client id', 'client secret'].map(second.getValue)).toEqual(
      ['password', 'client id', 'client secret'].map(first.getValue),
    );
    expect(getTokenLine(second)).toBe(getTokenLine(first));
    const list = getPasteableLines(second).at(-2) ?? '';
    const kept = await runShell([getTokenLine(second), list].join('\n'));
    expect(JSON.parse(kept.stdout)).toMatchObject({ total_count: 1 });
    expect(await interrupt(second)).toBe(0);
  });

  it.concurrent('keeps nothing with --memory, reports a taken port, and stops with npm', async () => {
    const folder = newFolder();
    await writeUnfinished(folder, 'service.json');
    const started = await ready(
      startScript('start', ['--port', '0', '--memory', '--data', folder]),
    );
    expect(await readdir(folder)).toEqual(['service.json']);
    const port = new URL(started.getValue('main')).port;
    const other = await runProgram('local.ts', [
      '--memory',
      '--data',
      newFolder(),
      '--port',
      port,
    ]);
    expect(other.exitCode).toBe(1);
    expect(other.stderr).toContain(
      `Error: Port ${port} of 127.0.0.1 is already in use. Choose another`,
    );
    await interrupt(started, 'SIGTERM');
    expect(await readdir(folder)).toEqual([]);
    expect(await isListening(started.getValue('main'))).toBe(false);
  });
});
