import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type DataSourceList, watch } from '#kit/data-sources.ts';
import { issueUserToken, newPerson } from '#kit/fixtures.ts';
import { tinyImage, uploadImage } from '#kit/images.ts';
import { runCommandLine } from '#kit/operator.ts';
import { startOwnService } from '#kit/own-service.ts';
import { startFakeProvider } from '#kit/provider.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { type Send, send } from '#kit/send.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import type { LocalService } from '#lib/local/service.ts';
import { newSecret } from '#shared/auth/secrets.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

const folder = createTemporaryFolder(afterAll);
const data = join(folder, 'data');
const backup = join(folder, 'backup');
const provider = await startFakeProvider(disposables);

async function start(directory: string): Promise<LocalService> {
  const environment = { PROVIDER_GATEWAY: provider.url };
  const service = await startOwnService({ data: directory, environment });
  disposables.defer(() => service.close());
  openLocalTable(service.environment);
  return service;
}

const sendWith =
  ({ urls }: LocalService, token: string): Send =>
  (method, path, options) =>
    send(urls, method, path, { token, ...options });

/** Creates data sources. `names` has those that the service confirmed. */
function newSources(asUser: Send) {
  const names: string[] = [];

  async function create(): Promise<void> {
    const name = `Source ${names.length}`;
    const json = { name, _embedded: { device: [watch] } };
    const { status } = await asUser('POST', '/v7.1/data_source/', { json });
    expect(status).toBe(201);
    names.push(name);
  }

  /** Creates further ones in the background until the returned function is called. */
  function keepCreating(): () => Promise<void> {
    let isStopped = false;
    const createUntilStopped = async () => {
      while (!isStopped) await create();
    };
    const created = createUntilStopped();
    return () => {
      isStopped = true;
      return created;
    };
  }
  return { names, create, keepCreating };
}

async function listSourceNames(asUser: Send): Promise<(string | null)[]> {
  const names: (string | null)[] = [];
  while (true) {
    const path = `/v7.1/data_source/?limit=40&offset=${names.length}`;
    const { body } = await asUser<DataSourceList>('GET', path);
    const page = body._embedded.data_sources;
    if (page.length === 0) return names;
    names.push(...page.map(({ name }) => name));
  }
}

it('a backup during writes restores every write that was confirmed before it', async () => {
  const first = await start(data);
  const person = await newPerson();
  const token = await issueUserToken(person);
  const access_token = newSecret();
  const connection = await addRemoteConnection(person.user_id, {
    type: 'google_health',
    access_token,
  });
  const asUser = sendWith(first, token);
  const { body: image } = await uploadImage(asUser, tinyImage);

  const undelivered = newSecret();
  const disconnected = await addRemoteConnection(person.user_id, {
    type: 'google_health',
    access_token: undelivered,
  });
  await asUser('DELETE', `/v7.1/remoteconnection/${disconnected}/`);

  const { names, create, keepCreating } = newSources(asUser);
  for (let count = 0; count < 10; count += 1) await create();
  const confirmed = [...names];
  const stop = keepCreating();
  const { exitCode, stderr } = await runCommandLine(['backup', backup, '--data', data]);
  await stop();
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(statSync(backup).mode & 0o777).toBe(0o700);
  await first.close();

  const restored = join(folder, 'restored');
  const args = ['restore', backup, '--data', restored];
  expect((await runCommandLine(args)).exitCode).toBe(0);
  const second = await start(restored);
  const asSameUser = sendWith(second, token);
  const restoredNames = await listSourceNames(asSameUser);
  expect(restoredNames).toEqual(expect.arrayContaining(confirmed));
  // A snapshot has every write up to some moment, and none after that moment.
  expect(names.slice(0, restoredNames.length).sort()).toEqual(restoredNames.toSorted());

  const { pathname } = new URL(image.uri);
  const fetched = await fetch(second.urls.cdn + pathname);
  expect([fetched.status, fetched.headers.get('content-type')]).toEqual([
    200,
    'image/gif',
  ]);
  await asSameUser('DELETE', `/v7.1/remoteconnection/${connection}/`);
  await second.drainQueues();
  const calls = provider.listCallsTo('oauth2.googleapis.com');
  const bodies = calls.map(({ body }) => body).join('\n');
  expect(calls).toHaveLength(2);
  expect(bodies).toContain(undelivered);
  expect(bodies).toContain(access_token);
});

it('a backup that rotates is a folder named by its time', async () => {
  const rotating = createTemporaryFolder(afterAll);
  const args = ['backup', rotating, '--keep-weekly', '4', '--data', data];
  const { exitCode, stdout } = await runCommandLine(args);
  const [name = ''] = readdirSync(rotating);
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining(name)]);
  const again = [...args, '--keep-daily', '0'];
  expect((await runCommandLine(again)).stderr).toContain('whole number from 1 to 1000');
});

it('the command about fails, and says why, from a backup that fails until one succeeds', async () => {
  const about = () => runCommandLine(['about', '--data', data, '--json']);
  const backUp = (parent: string) =>
    runCommandLine(['backup', parent, '--keep-daily', '1', '--data', data]);
  const parent = createTemporaryFolder(afterAll);
  expect((await backUp(parent)).exitCode).toBe(0);
  const { exitCode, stdout } = await about();
  expect(exitCode).toBe(0);
  const { last_backup_datetime: last } = JSON.parse(stdout);
  expect(readdirSync(parent)).toEqual([`${last.slice(0, 19).replaceAll(':', '-')}Z`]);

  expect((await backUp(join(data, 'inside'))).exitCode).toBe(1);
  const failed = await about();
  expect(failed.exitCode).toBe(1);
  expect(JSON.parse(failed.stdout)).toMatchObject({ last_backup_datetime: last });
  expect(failed.stderr).toMatch(/The backup of .* has failed: .* is in the data folder/);
  expect((await backUp(createTemporaryFolder(afterAll))).exitCode).toBe(0);
  expect((await about()).exitCode).toBe(0);
});

it('a restore writes no file outside of the data folder', async () => {
  const outside = createTemporaryFolder(afterAll);
  const hostile = join(outside, 'a', 'b');
  mkdirSync(hostile, { recursive: true });
  writeFileSync(join(outside, 'a', 'x'), '');
  const sha256 = createHash('sha256').digest('hex');
  const created_datetime = '2026-11-27T00:00:00.000Z';
  const manifest = { layout: 1, created_datetime, files: [{ path: '../x', sha256 }] };
  writeFileSync(join(hostile, 'backup.json'), JSON.stringify(manifest));
  const target = join(outside, 'c', 'd');
  const { stderr } = await runCommandLine(['restore', hostile, '--data', target]);
  expect(stderr).toContain('has no backup that this version can restore.');
  expect(existsSync(join(outside, 'c', 'x'))).toBe(false);
});

it('a backup or restore rejects a damaged backup, a folder with files, and one without data', async () => {
  const args = ['restore', backup, '--data', join(folder, 'other')];
  const table = join(
    backup,
    readdirSync(backup).find((name) => name.startsWith('dyn')) ?? '',
  );
  writeFileSync(table, 'damaged', { flag: 'a' });
  expect((await runCommandLine(args)).stderr).toBe(
    `Error: ${table} is damaged or missing. Use another backup.\n`,
  );
  const ontoData = await runCommandLine(['restore', backup, '--data', data]);
  expect(ontoData.stderr).toContain(`Error: ${data} is not empty.`);
  const ontoBackup = await runCommandLine(['backup', backup, '--data', data]);
  expect(ontoBackup.stderr).toContain(`Error: ${backup} is not empty.`);
  const toUnset = await runCommandLine(['backup', '', '--data', data]);
  expect(toUnset.stderr).toContain(`Error: ${process.cwd()} is not empty.`);
  const ofNoBackup = await runCommandLine([
    'restore',
    folder,
    '--data',
    join(folder, 'other'),
  ]);
  expect(ofNoBackup.stderr).toContain('has no backup that this version can restore.');
  const ownBackups = join(data, 'backups', 'monday');
  const inData = await runCommandLine(['backup', ownBackups, '--data', data]);
  expect(inData.stderr).toContain(`Error: ${ownBackups} is in the data folder, so`);
  expect(readdirSync(data)).not.toContain('backups');
  const below = join(table, 'backup');
  const inFile = await runCommandLine(['backup', below, '--data', data]);
  expect(inFile.stderr).toBe(
    `Error: ${below} cannot be used: it is a file, or inside one.\n`,
  );
  const ofNoData = await runCommandLine(['backup', join(folder, 'b'), '--data', folder]);
  expect(ofNoData.stderr).toBe(`Error: ${folder} has no table.\n`);
  expect(readdirSync(folder).sort()).toEqual(['backup', 'data', 'restored']);
});
