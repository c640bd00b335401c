import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as clients from '#functions/auth/client/client.store.ts';
import * as disablement from '#functions/auth/identity/disablement.store.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { readArchive } from '#kit/archive.ts';
import { dumpTable, listEncodings } from '#kit/canaries.ts';
import { newOperator, type Operator } from '#kit/operator.ts';
import { startOwnService } from '#kit/own-service.ts';
import { send } from '#kit/send.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import {
  ensureDemonstration,
  type RememberedDemonstration,
} from '#lib/admin/demonstration.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import type { LocalService } from '#lib/local/service.ts';
import { newSecret } from '#shared/auth/secrets.ts';
import { openDataKeys } from '#shared/encryption/configured-data-keys.ts';
import { decryptClient } from '#shared/provider-client/client-secrets.store.ts';
import * as remoteConnections from '#shared/remote-connection/remote-connection.store.ts';
import type { Table } from '#shared/table/table.ts';

const folder = createTemporaryFolder(afterAll);
const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());
let service: LocalService;
let table: Table;
let admin: Operator;

beforeAll(async () => {
  service = await startOwnService();
  disposables.defer(() => service.close());
  table = openLocalTable(service.operatorEnvironment);
  admin = await newOperator(disposables, service.operatorEnvironment);
});

const runProvider = (args: readonly string[], input?: string) =>
  admin(['provider', ...args], input);
const findSecrets = async (type: string) =>
  decryptClient({ table, dataKeys: openDataKeys() }, type);

describe('an operator', () => {
  it('sets a client with a piped secret, and sees the webhook secret once', async () => {
    const client_secret = newSecret();
    const args = ['set', 'strava', '--client-id', '12345', '--scope', 'profile:read_all'];
    const first = await runProvider([...args, '--json'], `${client_secret}\n`);
    const stored = JSON.parse(first.stdout);
    expect(stored).toMatchObject({
      type: 'strava',
      client_id: '12345',
      extra_scopes: ['profile:read_all'],
      webhook_secret: expect.stringMatching(/^\w{52}$/),
    });
    expect(first.stdout).not.toContain(client_secret);
    const { webhook_secret } = stored;
    expect(await findSecrets('strava')).toMatchObject({ client_secret, webhook_secret });

    const second = await runProvider([...args, '--json'], 'another\n');
    expect(second.stdout).not.toContain('webhook_secret');
    expect(await findSecrets('strava')).toMatchObject({
      client_secret: 'another',
      webhook_secret,
    });
    const dump = await dumpTable();
    expect(dump).toContain('12345');
    const secrets = [client_secret, webhook_secret].flatMap(listEncodings);
    expect(secrets.filter((secret) => dump.includes(secret))).toEqual([]);
  });

  it('reads both secrets from files, lists the clients, and removes one', async () => {
    const [client, webhook] = [join(folder, 'client'), join(folder, 'webhook')];
    await writeFile(client, 'from-a-file\n');
    await writeFile(webhook, 'a-secret-for-webhooks');
    const files = ['--client-secret-file', client, '--webhook-secret-file', webhook];
    await runProvider(['set', 'polar', '--client-id', 'p', ...files]);
    expect(await findSecrets('polar')).toMatchObject({
      client_secret: 'from-a-file',
      webhook_secret: 'a-secret-for-webhooks',
    });
    expect((await runProvider(['list'])).stdout).toMatch(/polar +p /);

    expect((await runProvider(['remove', 'polar'])).exitCode).toBe(0);
    expect(await findSecrets('polar')).toBeUndefined();
    const { exitCode, stderr } = await runProvider(['remove', 'polar']);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('polar')]);
  });

  it.each([
    [
      ['set', 'garmin', '--client-id', 'x'],
      's\n',
      'must be a type whose workouts can be imported',
    ],
    [['set', 'strava', '--client-id', 'x'], '', 'must have at least 1 character'],
    [['set', 'strava', '--client-id', 'x', '--scope', 'a b'], 's\n', 'must be one scope'],
    [
      ['set', 'strava', '--client-id', 'x', '--client-secret-file', '/none'],
      '',
      'cannot be read from /none',
    ],
  ])('is told what is wrong with %j', async (args, input, message) => {
    const { exitCode, stderr } = await runProvider(args, input);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)]);
  });
});

it('the operator exports a user with one command, into a file that only they can read (D9)', async () => {
  const email = 'ann@example.com';
  await admin(['user', 'create', email, '--generate-password']);

  const file = join(folder, 'ann.zip');
  await writeFile(file, 'an earlier export that anybody can read', { mode: 0o644 });
  const exported = await admin(['user', 'export', email, '--file', file, '--json']);
  expect(exported.exitCode, exported.stderr).toBe(0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const files = await readArchive(await readFile(file));
  expect(JSON.parse(exported.stdout)).toMatchObject({ files: files.size, file });
  expect(files.get('user.json')?.toString()).toContain(email);

  const printed = await admin(['user', 'export', email, '--json']);
  const { link } = JSON.parse(printed.stdout);
  expect((await fetch(link)).headers.get('content-type')).toBe('application/zip');

  const unknown = await admin(['user', 'export', 'nobody@example.com']);
  expect(unknown.exitCode).toBe(1);
  expect(unknown.stderr).toContain('User nobody@example.com could not be found.');
});

const tryEnsure = (remembered: RememberedDemonstration) =>
  ensureDemonstration(table, remembered, 'http://127.0.0.1:3000/callback', new Date());

/** Ensures that a demonstration exists, and returns it. */
async function ensure(remembered: RememberedDemonstration) {
  const demonstration = await tryEnsure(remembered);
  if (!demonstration) throw new Error('There is no demonstration.');
  return demonstration;
}

const getStatusWith = async (token: string) =>
  (await send(service.urls, 'GET', '/v7.1/data_source/', { token })).status;

it('the demonstration stays the same at each start, except for what was changed or disabled', async () => {
  const first = await ensure({});
  expect(await ensure(first)).toEqual(first);

  const listConnections = () => remoteConnections.list(table, first.user_id);
  const [connection, ...others] = await listConnections();
  expect([connection, others]).toEqual([expect.objectContaining({ type: 'garmin' }), []]);
  await remoteConnections.remove(table, first.user_id, connection?.id ?? '');
  expect(await ensure(first)).toEqual(first);
  expect(await listConnections()).toEqual([expect.objectContaining({ type: 'garmin' })]);

  await identities.setPasswordAsOperator(
    table,
    first.email,
    'another password',
    new Date(),
  );
  const second = await ensure(first);
  expect(second).toEqual({
    ...first,
    password: expect.not.stringContaining(first.password),
    access_token: expect.not.stringContaining(first.access_token),
    expires_datetime: expect.any(String),
  });
  expect(
    await Promise.all(
      [first, second].map(({ access_token }) => getStatusWith(access_token)),
    ),
  ).toEqual([401, 200]);

  await clients.disable(table, second.client_id, new Date());
  const third = await ensure(second);
  expect(third).toMatchObject({ user_id: second.user_id, password: second.password });
  expect(third.client_id).not.toBe(second.client_id);

  const fourth = await ensure({});
  expect(fourth.user_id).toBe(third.user_id);
  expect(fourth.password).not.toBe(third.password);

  await disablement.disableUserByEmail(table, third.email, new Date());
  expect(await tryEnsure(fourth)).toBeUndefined();
});
