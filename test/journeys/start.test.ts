import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { requireService } from '#kit/built-code.ts';
import { startOwnService } from '#kit/own-service.ts';
import { runInProcess, runShell, startScript } from '#kit/program.ts';
import { type Send, send } from '#kit/send.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import { findRunningService } from '#lib/local/host/pid-file.ts';
import { formatAnnouncement } from '#lib/start/announcement.ts';
import { startCallbackPage } from '#lib/start/callback-page.ts';
import { prepareDemonstration } from '#lib/start/demonstration.ts';
import { readOptions } from '#lib/start/options.ts';
import { runLocal } from '#lib/start/run-local.ts';
import { startService } from '#lib/start/start.ts';

await requireService();
const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

const newFolder = () => createTemporaryFolder((remove) => disposables.defer(remove));

/** Writes a file as a service that was killed while it wrote. */
const writeUnfinished = (folder: string, name: string) =>
  writeFile(join(folder, name), '{', { mode: 0o600 });

/** The lines that the service prints until it is ready. */
interface Announcement {
  lines: readonly string[];
  /** Returns the value beside a name. */
  getValue(name: string): string;
}

function readAnnouncement(lines: readonly string[]): Announcement {
  const getValue = (name: string) =>
    lines
      .map((line) => new RegExp(`^ {2}${name} {2,}(.*)$`).exec(line)?.[1])
      .find(Boolean) ?? '';
  return { lines, getValue };
}

/** Reads the output of a process that runs the service until it is ready. */
async function waitUntilReady(process: ChildProcess): Promise<Announcement> {
  disposables.defer(() => void process.kill('SIGKILL'));
  if (!process.stdout || !process.stderr) throw new Error('The service has no streams.');
  const stderr = text(process.stderr);
  const lines: string[] = [];
  for await (const line of createInterface({ input: process.stdout })) {
    lines.push(line);
    if (line.startsWith('Ready in ')) break;
  }
  if (!lines.at(-1)?.startsWith('Ready in '))
    throw new Error(`The service did not start: ${await stderr}`);
  process.stdout.resume();
  return readAnnouncement(lines);
}

/** Starts a service with the demonstration that `npm start` prepares and prints. */
async function startWithDemonstration(folder: string): Promise<Announcement> {
  const service = await startOwnService({ data: folder });
  disposables.defer(service.close);
  const callback_uri = await startCallbackPage('127.0.0.1', 0, disposables);
  const demonstration = await prepareDemonstration(service, folder);
  if (!demonstration) throw new Error('There is no demonstration.');
  const running = { ...demonstration, callback_uri, now: new Date() };
  return readAnnouncement(formatAnnouncement(service.urls, folder, running).split('\n'));
}

/** Returns the lines to paste into a shell. The last five need the code of an authorization. */
const getPasteableLines = ({ lines }: Announcement) =>
  lines.filter((line) => /^ {2}(curl |echo |export |[A-Z_]+=)/.test(line));
const getVariables = (announcement: Announcement) =>
  getPasteableLines(announcement).find((line) => line.includes(' ACCESS_TOKEN=')) ?? '';

const getToken = (announcement: Announcement) =>
  /ACCESS_TOKEN=(\S+)/.exec(getVariables(announcement))?.[1];

const getRedirectUri = ({ getValue }: Announcement) =>
  getValue('redirect URI').split(' ')[0];

/** Authorizes the demonstration's application, and returns the commands on its page. */
async function authorize({ getValue }: Announcement): Promise<string> {
  const urls = {
    main: getValue('main'),
    auth: getValue('auth'),
    diary: getValue('diary'),
    mcp: getValue('mcp'),
  };
  const sendToIt: Send = (method, path, options) => send(urls, method, path, options);
  const browser = newTestBrowser(sendToIt, urls.auth);
  await browser.open(getValue('authorize'));
  await browser.submit({ email: getValue('email'), password: getValue('password') });
  await browser.submit({ decision: 'allow' });
  const page = await fetch(browser.getDestination());
  const [, , commands = ''] = (await page.text()).split('<pre>');
  return unescapeHtml(commands.slice(0, commands.indexOf('</pre>')));
}

const entities = [
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&amp;', '&'],
] as const;

const unescapeHtml = (markup: string) =>
  entities.reduce(
    (text, [entity, character]) => text.replaceAll(entity, character),
    markup,
  );

const isListening = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

describe('npm start', () => {
  it('prints lines to paste, keeps its data, and leaves nothing running', async () => {
    const folder = newFolder();
    await writeUnfinished(folder, 'demonstration.json');
    const npm = startScript('start', ['--port', '0', '--data', folder]);
    const first = await waitUntilReady(npm);
    const [create = ''] = getPasteableLines(first).filter((line) =>
      line.includes('"My watch"'),
    );
    const created = await runShell([getVariables(first), create].join('\n'));
    expect(JSON.parse(created.stdout)).toMatchObject({ name: 'My watch', active: true });
    const callback = await fetch(`${getRedirectUri(first)}?code=received`);
    expect(await callback.text()).toContain('<pre>received</pre>');
    const remembered = await stat(join(folder, 'demonstration.json'));
    expect(remembered.mode & 0o077).toBe(0);

    const running = await findRunningService(folder);
    if (!running) throw new Error('The service has no process file.');
    const engine = running.environment.AWS_ENDPOINT_URL_DYNAMODB ?? '';
    const addresses = [
      ...['main', 'auth', 'diary', 'cdn', 'mcp'].map(first.getValue),
      engine,
    ];
    expect(await Promise.all(addresses.map(isListening))).toEqual(
      addresses.map(() => true),
    );
    // The pipes of npm close when all processes that it started have exited.
    const closed = once(npm, 'close');
    process.kill(running.pid, 'SIGINT');
    expect(await closed).toEqual([0, null]);
    expect(await Promise.all(addresses.map(isListening))).toEqual(
      addresses.map(() => false),
    );
    expect(await readdir(folder)).not.toContain('service.json');

    const second = await startWithDemonstration(folder);
    expect(['password', 'client id', 'client secret'].map(second.getValue)).toEqual(
      ['password', 'client id', 'client secret'].map(first.getValue),
    );
    expect(getToken(second)).toBe(getToken(first));
    const pasted = await runShell(getPasteableLines(second).slice(0, -5).join('\n'));
    expect([pasted.exitCode, pasted.stderr]).toEqual([0, '']);
    const bodies = pasted.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    // The lists also have the data sources of the first service and of the inbox.
    expect(bodies).toMatchObject([
      { stored: 1, unchanged: 0, ignored: 0 },
      { name: 'My watch', active: true },
      { total_count: 3 },
      { name: 'My other watch', active: true },
      { name: 'My other watch', active: false },
      { total_count: 2 },
      { items: [{ type: 'exercise', duration: 1800 }] },
      { items: [{ type: 'exercise', duration: 1800 }] },
      { state: 'queued', file_name: 'morning-run.gpx' },
      { total_count: 1 },
      { token_type: 'Bearer', expires_in: 5_184_000 },
    ]);

    const redemption = [getVariables(second), await authorize(second)];
    const redeemed = await runShell(redemption.join('\n'));
    const [tokens, refreshed] = redeemed.stdout.trim().split('\n');
    expect(JSON.parse(tokens ?? '')).toMatchObject({ token_type: 'Bearer' });
    expect(JSON.parse(refreshed ?? '')).toMatchObject({ token_type: 'Bearer' });
  });

  it('fails if nobody reads its output any more, so that systemd starts it again', async () => {
    const options = ['--memory', '--data', newFolder(), '--port', '0', '--no-build'];
    const npm = startScript('start', options);
    const { getValue } = await waitUntilReady(npm);
    const closed = once(npm, 'close');
    npm.stdout?.destroy();
    // The line of this request cannot be logged, and it may get no response.
    const request = fetch(`${getValue('main')}/v7.1/oauth2/access_token/`, {
      method: 'POST',
    });
    await Promise.allSettled([request]);
    expect(await closed).toEqual([1, null]);
  });

  it('keeps nothing with --memory, and reports a taken port', async () => {
    using log = vi.spyOn(console, 'log').mockReturnValue();
    const folder = newFolder();
    await writeUnfinished(folder, 'service.json');
    const args = ['--memory', '--data', folder, '--port', '0', '--no-build'];
    const { service, stop } = await startService(readOptions(args));
    expect(log).toHaveBeenLastCalledWith(expect.stringMatching(/^Ready in \d+ ms\./));
    expect(await readdir(folder)).toEqual(['service.json']);

    const { port } = new URL(service.urls.main);
    const { exitCode, stderr } = await runInProcess(() =>
      runLocal(['--memory', '--data', newFolder(), '--port', port, '--no-build']),
    );
    expect(exitCode).toBe(1);
    // Another test may use one of the five ports after it.
    expect(stderr).toMatch(
      /^Error: Port \d+ of 127\.0\.0\.1 is already in use\. Choose another/,
    );
    const sameData = newFolder();
    await cp(folder, sameData, { recursive: true });
    const again = await runInProcess(() =>
      runLocal(['--data', sameData, '--port', port, '--no-build']),
    );
    expect(again.stderr).toContain(`Process ${process.pid} is a service with this data`);
    const publicUrls = ['main', 'auth', 'diary', 'cdn'].flatMap((host) => [
      `--${host}-url`,
      `https://${host}.example`,
    ]);
    const elsewhere = await runInProcess(() =>
      runLocal([
        '--memory',
        '--host',
        '192.0.2.1',
        '--port',
        '0',
        '--no-build',
        ...publicUrls,
      ]),
    );
    expect(elsewhere.stderr).toContain('This machine does not have it: see --host.');
    await stop();
    expect(await readdir(folder)).toEqual([]);
    expect(await isListening(service.urls.main)).toBe(false);
  });
});
