import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { accountKeys } from '#functions/account/account.keys.ts';
import * as dataExports from '#functions/account/export/data-export.store.ts';
import { readArchive } from '#kit/archive.ts';
import { newUser } from '#kit/fixtures.ts';
import { newOperator } from '#kit/operator.ts';
import { startOwnService } from '#kit/own-service.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { newId } from '#shared/runtime/ids.ts';
import { exists } from '#shared/table/condition.ts';

const folder = createTemporaryFolder(afterAll);
const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

it('the operator exports a user with one command, into a file that only they can read', async () => {
  const service = await startOwnService();
  disposables.defer(service.close);
  service.startDelivery();
  openLocalTable(service.environment);
  const admin = await newOperator(disposables, service.environment);
  const { email } = await newUser();

  const file = join(folder, 'ann.zip');
  await writeFile(file, 'an earlier export that anybody can read', { mode: 0o644 });
  const exported = await admin(['user', 'export', email, '--file', file, '--json']);
  expect(exported.exitCode, exported.stderr).toBe(0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const files = await readArchive(await readFile(file));
  // The manifest is not counted.
  expect(files.delete('manifest.json')).toBe(true);
  expect(JSON.parse(exported.stdout)).toMatchObject({ files: files.size, file });
  expect(files.get('user.json')?.toString()).toContain(email);

  const unusable = await Promise.all(
    [folder, '', join(folder, 'none', 'ann.zip')].map((path) =>
      admin(['user', 'export', email, '--file', path]),
    ),
  );
  expect(unusable.map(({ stderr }) => stderr)).toEqual([
    'Error:\n  file  is a folder\n',
    'Error:\n  file  is a folder\n',
    `Error: ${join(folder, 'none')} cannot be used: it does not exist.\n`,
  ]);

  // The person still has two of three exports.
  const printed = await admin(['user', 'export', email, '--json']);
  const { link } = JSON.parse(printed.stdout);
  expect((await fetch(link)).headers.get('content-type')).toBe('application/zip');

  const unknown = await admin(['user', 'export', 'nobody@example.com']);
  expect(unknown.exitCode).toBe(1);
  expect(unknown.stderr).toContain('User nobody@example.com could not be found.');
});

it('the operator gets no archive of an application, which has less', async () => {
  const service = await startOwnService();
  disposables.defer(service.close);
  const table = openLocalTable(service.environment);
  const admin = await newOperator(disposables, service.environment);
  const { user_id, email } = await newUser();
  const now = new Date();
  const asked_by = { grant_id: 'grant', client_id: 'app' };
  const newExport = { id: newId(now), language: 'en', asked_by };
  const store = { table, dataKeys: openDataKeys };
  const { outcome } = await dataExports.startExport(store, user_id, newExport, now);
  expect(outcome).toBe('started');

  const { exitCode, stderr } = await admin(['user', 'export', email]);
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringMatching(/^Error: An export of an application is running, /),
  ]);

  // An export that fails half-way leaves the event that it was started.
  const other = await newUser();
  const exporting = admin(['user', 'export', other.email]);
  await vi.waitUntil(() => dataExports.find(table, other.user_id));
  await table.delete(accountKeys.dataExports(other.user_id), exists);
  const failed = await exporting;
  expect(failed.exitCode).toBe(1);
  expect(failed.stderr).toMatch(
    /"event":"export_started".*\nError: The user was erased\./,
  );
});
