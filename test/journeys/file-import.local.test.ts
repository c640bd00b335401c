import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as processing from '#functions/auth/identity/processing.store.ts';
import { fileImportKeys } from '#functions/diary/file-import/file-import.keys.ts';
import * as imports from '#functions/diary/file-import/file-import.store.ts';
import { buildRunFile, type SeenImport } from '#kit/file-imports.ts';
import { issueUserToken, newUser, type TestUser, table } from '#kit/fixtures.ts';
import { newOperator } from '#kit/operator.ts';
import { startOwnService } from '#kit/own-service.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import type { LocalService } from '#lib/local/service.ts';
import { root } from '#lib/paths.ts';
import { formatImportCommands } from '#lib/start/commands.ts';
import { exists } from '#shared/table/condition.ts';

const folder = createTemporaryFolder(afterAll);
const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

let service: LocalService;
let user: TestUser;
let token: string;

beforeAll(async () => {
  service = await startOwnService();
  disposables.defer(service.close);
  service.startDelivery();
  openLocalTable(service.environment);
  user = await newUser();
  token = await issueUserToken(user);
});

async function list(): Promise<SeenImport[]> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${service.urls.main}/v7.1/import/`, { headers });
  const { _embedded } = (await response.json()) as {
    _embedded: { import: SeenImport[] };
  };
  return _embedded.import;
}

it('the commands that npm start prints import a file of the repository', async () => {
  const [upload = ''] = formatImportCommands();
  const variables = { BASE_URL: service.urls.main, ACCESS_TOKEN: token };
  const env = { ...process.env, ...variables };
  const { stdout } = await promisify(execFile)('sh', ['-c', upload], { cwd: root, env });
  expect(JSON.parse(stdout)).toMatchObject({ state: 'queued' });
  const [done] = await vi.waitUntil(async () => {
    const imports = await list();
    return imports[0]?.state === 'done' && imports;
  });
  expect(done).toMatchObject({ entries: 1, counts: { imported: 1 } });
});

it('the operator imports a folder with one command, which recognizes what is there', async () => {
  const admin = await newOperator(disposables, service.environment);
  const files = ['2026-05-01', '2026-05-02'].map(buildRunFile);
  for (const { name, content } of files) await writeFile(join(folder, name), content);
  const run = await readFile(join(root, 'examples/files/morning-run.gpx'));
  await writeFile(join(folder, 'again.gpx'), run);
  const imported = await admin(['import', 'folder', user.email, folder, '--json']);
  expect(imported.exitCode, imported.stderr).toBe(0);
  expect(JSON.parse(imported.stdout)).toMatchObject({
    files: 3,
    imported: 2,
    duplicate: 1,
    skipped: 0,
    failed: 0,
    entries: 2,
  });
});

it('an import of a folder that fails half-way leaves an event', async () => {
  const admin = await newOperator(disposables, service.environment);
  const other = await newUser();
  await processing.restrict(table(), other.user_id, new Date());
  const importing = admin(['import', 'folder', other.email, folder]);
  const find = () => imports.list(table(), other.user_id, new Date());
  const [started] = await vi.waitUntil(async () => {
    const all = await find();
    return all.length > 0 && all;
  });
  const key = fileImportKeys.importJob(other.user_id, started?.id ?? '');
  await table().delete(key, exists);
  const { exitCode, stderr } = await importing;
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/"event":"files_imported".*\nError: The import was undone\./);
});

it('a folder that cannot be read is one sentence', async () => {
  const admin = await newOperator(disposables, service.environment);
  const missing = join(folder, 'missing');
  const refused = await admin(['import', 'folder', user.email, missing]);
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toContain(`${missing} is no folder that can be read.`);
});

it('a folder with a file that is too large for one command is not imported in part', async () => {
  const admin = await newOperator(disposables, service.environment);
  const takeout = createTemporaryFolder();
  await writeFile(join(takeout, 'a.gpx'), '<gpx/>');
  const large = join(takeout, 'b.zip');
  await writeFile(large, '');
  await truncate(large, 3 * 2 ** 30);
  const before = await list();
  const refused = await admin(['import', 'folder', user.email, takeout]);
  expect(refused.stderr).toContain(`${large} has more than 2 GiB. Nothing was imported`);
  expect(await list()).toEqual(before);
});

it('the example that watches a folder imports each file once, also after a restart', async () => {
  const watched = createTemporaryFolder();
  const [first, second] = ['2026-06-01', '2026-06-02'].map(buildRunFile);
  if (!first || !second) throw new Error('There are two files.');
  const example = join(root, 'examples/server/watch-folder.js');
  const start = (ACCESS_TOKEN: string) => {
    const env = { ...process.env, BASE_URL: service.urls.main, ACCESS_TOKEN };
    const watcher = spawn(process.execPath, [example, watched], { env });
    disposables.defer(() => void watcher.kill());
    return {
      readOutput: async () => String((await once(watcher.stdout, 'data'))[0]),
      end: async () => {
        watcher.kill();
        await once(watcher, 'exit');
      },
    };
  };
  await mkdir(join(watched, 'folder'));
  await writeFile(join(watched, first.name), first.content);
  // The example waits for files that may still be written.
  const aMinuteAgo = Date.now() / 1000 - 60;
  await utimes(join(watched, first.name), aMinuteAgo, aMinuteAgo);
  const refused = start('wrong');
  expect(await refused.readOutput()).toMatch(`${first.name} 401`);
  await refused.end();
  const accepted = start(token);
  expect(await accepted.readOutput()).toMatch(`${first.name} 201`);
  await accepted.end();
  const restarted = start(token);
  await writeFile(join(watched, second.name), second.content);
  expect(await restarted.readOutput()).toMatch(`${second.name} 201`);
});
