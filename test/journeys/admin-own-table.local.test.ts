import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as clients from '#functions/auth/client/client.store.ts';
import { updateClient } from '#functions/auth/client/client-update.store.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { acceptsAccessToken } from '#functions/auth/grant/grant.ts';
import {
  disableUser,
  setPasswordAsOperator,
} from '#functions/auth/identity/change-access.ts';
import * as remoteConnections from '#functions/connections/connection/remote-connection.store.ts';
import { disconnect } from '#functions/connections/connection/remote-connection.store.ts';
import * as inboxes from '#functions/connections/inbox/inbox.store.ts';
import { decryptClient } from '#functions/connections/provider-credentials/client.store.ts';
import { dumpTable, listEncodings } from '#kit/canaries.ts';
import { createTableBeside } from '#kit/create-table.ts';
import { newOperator, type Operator } from '#kit/operator.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import {
  ensureDemonstration,
  type RememberedDemonstration,
} from '#lib/admin/demonstration.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import { newSecret } from '#shared/auth/secrets.ts';
import { parseToken } from '#shared/auth/tokens.ts';
import { coversScope } from '#shared/contract/scopes.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import type { Table } from '#shared/table/table.ts';

const folder = createTemporaryFolder(afterAll);
const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());
let table: Table;
let admin: Operator;

// Clients at providers and the demonstration exist once in a table.
beforeAll(async () => {
  const TABLE_NAME = 'Operator';
  await createTableBeside(TABLE_NAME);
  const environment = { ...inject('service').environment, TABLE_NAME };
  table = openLocalTable(environment);
  admin = await newOperator(disposables, environment);
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

  it('sets how often a provider is asked, which new credentials keep', async () => {
    const set = ['set', 'withings', '--client-id', 'w'];
    await runProvider(set, 'secret\n');
    const changed = await runProvider(['interval', 'withings', '--minutes', '60']);
    // 120 requests a minute.
    expect(changed.stdout).toContain('allow that for 7,200 connections');
    const event = { event: 'provider_interval_changed', provider: 'withings' };
    expect(JSON.parse(changed.stderr)).toMatchObject(event);
    await runProvider(set, 'another\n');
    expect((await runProvider(['list'])).stdout).toMatch(/withings +w .* 60 /);
    await runProvider(['interval', 'withings', '--default']);
    expect((await runProvider(['list'])).stdout).not.toMatch(/withings +w .* 60 /);
    const { exitCode, stderr } = await runProvider(['interval', 'whoop', '--default']);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('whoop')]);
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

  it('turns a provider off and on that needs no credentials, and cannot remove it', async () => {
    const off = await runProvider(['off', 'intervals_icu']);
    const event = { event: 'provider_turned_off', provider: 'intervals_icu' };
    expect(JSON.parse(off.stderr)).toMatchObject(event);
    const remove = ['remove', 'intervals_icu'];
    for (const args of [['off', 'strava'], remove])
      expect((await runProvider(args)).exitCode).toBe(1);
    expect((await runProvider(['list'])).stdout).toMatch(/intervals_icu .* off /);
    const on = await runProvider(['on', 'intervals_icu']);
    expect(JSON.parse(on.stderr)).toMatchObject({ event: 'provider_turned_on' });
    expect((await runProvider(['list'])).stdout).toMatch(/intervals_icu .* on /);
    expect((await runProvider(remove)).exitCode).toBe(1);
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

interface PolicyRow {
  policy: string;
  default: unknown;
  override: unknown;
  reason: string | null;
}

describe('the data policy of a provider', () => {
  /** Runs a command, and returns what it prints by the name of each value. */
  async function runPolicy(...args: string[]) {
    const { stdout, stderr } = await runProvider([...args, '--json']);
    const rows: PolicyRow[] = JSON.parse(stdout);
    return { rows: new Map(rows.map((row) => [row.policy, row])), stderr };
  }

  it('is overridden with a reason, shown with its default, and restored', async () => {
    const because = ['--reason', 'contract of 2026-12-01'];
    const values = ['--applications', 'opt_in', '--combine', 'yes'];
    const changed = await runPolicy('policy', 'strava', ...values, ...because);
    await runPolicy(
      'policy',
      'strava',
      '--retention-days',
      'none',
      '--reason',
      'by mail',
    );
    const { rows } = await runPolicy('show', 'strava');
    expect(Object.fromEntries(rows)).toMatchObject({
      applications: {
        default: 'denied',
        override: 'opt_in',
        reason: 'contract of 2026-12-01',
      },
      combine: { default: false, override: true },
      retention_days: { default: 7, override: 'none', reason: 'by mail' },
      agents: { default: 'denied', override: null, reason: null },
    });
    expect(JSON.parse(changed.stderr)).toMatchObject({
      event: 'provider_policy_changed',
      provider: 'strava',
      reason: 'contract of 2026-12-01',
    });
    expect((await runProvider(['show', 'strava'])).stdout).toContain(
      'read the originals',
    );

    await runPolicy('policy', 'strava', '--default', '--reason', 'it has ended');
    const restored = (await runPolicy('show', 'strava')).rows;
    expect([...restored.values()].map(({ override }) => override)).toEqual(
      Array(6).fill(null),
    );
  });

  it.each([
    [['policy', 'strava', '--agents', 'denied'], "'--reason <text>' not specified"],
    [['policy', 'strava', '--agents', 'denied', '--reason', ' '], 'must say why'],
    [['policy', 'strava', '--reason', 'x'], 'must have changes, or --default'],
    [
      ['policy', 'strava', '--default', '--agents', 'denied', '--reason', 'x'],
      'must have changes, or --default',
    ],
    [['policy', 'strava', '--agents', 'yes', '--reason', 'x'], 'Allowed choices are'],
    [['policy', 'strava', '--combine', 'maybe', '--reason', 'x'], 'are yes, no'],
    [['policy', 'strava', '--retention-days', '0', '--reason', 'x'], 'a number of days'],
    [['policy', 'strava', '--attribution', '', '--reason', 'x'], 'attribution'],
    [
      ['policy', 'strava', '--attribution', 'x'.repeat(101), '--reason', 'x'],
      'attribution',
    ],
    [['policy', 'strava', '--agents', 'denied', '--reason', 'x'.repeat(501)], 'reason'],
    [['show', 'sundial'], 'sundial'],
  ])('is not changed by %j, which says what is wrong', async (args, message) => {
    const { exitCode, stderr } = await runProvider(args);
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain(message);
  });
});

const tryEnsure = (remembered: RememberedDemonstration) =>
  ensureDemonstration(table, remembered, 'http://127.0.0.1:3000/callback', new Date());

/** Ensures that a demonstration exists, and returns it. */
async function ensure(remembered: RememberedDemonstration) {
  const demonstration = await tryEnsure(remembered);
  if (!demonstration) throw new Error('There is no demonstration.');
  return demonstration;
}

/** Returns whether an access token is valid. */
async function isAccepted(text: string): Promise<boolean> {
  const token = parseToken('access', text);
  const grant = token && (await grants.find(table, token));
  return grant ? acceptsAccessToken(grant, token.secret, new Date()) : false;
}

it('the demonstration stays the same at each start, except for what was changed or disabled', async () => {
  const first = await ensure({});
  expect(await ensure(first)).toEqual(first);

  // A demonstration that is older than own applications becomes one, with the scopes that it has.
  const findClient = () => clients.find(table, first.client_id);
  const { own, scopes = [] } = (await findClient()) ?? {};
  expect([own, coversScope(scopes.join(' '), 'read measurements.write')]).toEqual([
    true,
    true,
  ]);
  const older = { set: { scopes: ['read' as const] }, remove: ['own' as const] };
  await updateClient(table, first.client_id, older);
  expect(await ensure(first)).toEqual(first);
  expect(await findClient()).toMatchObject({ own: true, scopes: ['read'] });

  // One that is older than measurements gets a token with which all guides can be followed.
  const { access_token } = await grants.issue(
    table,
    {
      user_id: first.user_id,
      username: 'demo',
      client_id: first.client_id,
      application_name: 'Demonstration',
      token_use: 'user',
      scope: 'read',
    },
    new Date(),
  );
  const withToken = await ensure({ ...first, access_token });
  expect(withToken.access_token).not.toBe(access_token);
  const token = parseToken('access', withToken.access_token);
  const grant = token && (await grants.find(table, token));
  expect(grant?.scope).toBe('read measurements.write');

  const inboxToken = parseToken('inbox', first.inbox_secret ?? '');
  await inboxes.revokeInbox(table, first.user_id, inboxToken?.id ?? '', new Date());
  const withInbox = await ensure(first);
  expect(withInbox).toEqual({ ...first, inbox_secret: expect.any(String) });
  expect(withInbox.inbox_secret).not.toBe(first.inbox_secret);
  expect(await ensure(withInbox)).toEqual(withInbox);

  const listConnections = () => remoteConnections.list(table, first.user_id);
  const [connection, ...others] = await listConnections();
  expect([connection, others]).toEqual([expect.objectContaining({ type: 'garmin' }), []]);
  const removal = { deletes_entries: false, now: new Date() };
  await disconnect(table, first.user_id, connection?.id ?? '', removal);
  expect(await ensure(withInbox)).toEqual(withInbox);
  expect(await listConnections()).toEqual([expect.objectContaining({ type: 'garmin' })]);

  await setPasswordAsOperator(table, first.email, 'another password', new Date());
  const second = await ensure(withInbox);
  expect(second).toEqual({
    ...withInbox,
    password: expect.not.stringContaining(first.password),
    access_token: expect.not.stringContaining(first.access_token),
    expires_datetime: expect.any(String),
  });
  expect(
    await Promise.all(
      [first, second].map(({ access_token }) => isAccepted(access_token)),
    ),
  ).toEqual([false, true]);

  await clients.disable(table, second.client_id, new Date());
  const third = await ensure(second);
  expect(third).toMatchObject({ user_id: second.user_id, password: second.password });
  expect(third.client_id).not.toBe(second.client_id);

  const fourth = await ensure({});
  expect(fourth.user_id).toBe(third.user_id);
  expect(fourth.password).not.toBe(third.password);

  await disableUser(table, third.user_id, new Date());
  expect(await tryEnsure(fourth)).toBeUndefined();
});
