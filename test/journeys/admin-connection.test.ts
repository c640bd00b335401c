import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findCredentials } from '#functions/main/remote-connection/provider-credentials.store.ts';
import { call } from '#kit/call.ts';
import { newUser, table, tokenOf } from '#kit/fixtures.ts';
import { newOperator } from '#kit/operator.ts';
import type { ProgramResult } from '#kit/program.ts';
import { addRemoteConnection, type RemoteConnections } from '#kit/remote-connections.ts';
import { configuredDataKeys } from '#shared/encryption/configured-data-keys.ts';
import { newId } from '#shared/runtime/ids.ts';

const owner = new AsyncDisposableStack();
afterAll(() => owner.disposeAsync());
const folder = await mkdtemp(join(tmpdir(), 'admin-connection-'));
owner.defer(() => rm(folder, { recursive: true }));
const admin = await newOperator(owner);

const connection = (words: readonly string[], input?: string) =>
  admin(['connection', ...words], input);

async function readJson<Body = Record<string, string>>(
  words: string[],
  input?: string,
): Promise<Body> {
  const { exitCode, stdout, stderr } = await connection([...words, '--json'], input);
  expect([exitCode, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

const said = ({ exitCode, stderr }: ProgramResult) => [exitCode, stderr.trim().split('\n')];
const tokensIn = async (user_id: string, id = '') =>
  findCredentials({ table: table(), dataKeys: await configuredDataKeys() }, user_id, id);

describe('an operator', () => {
  it.concurrent('connects a person, who sees the connection, with a token by a pipe', async () => {
    const user = await newUser();
    const added = await connection(
      ['add', user.email, 'garmin', '--remote-id', '8f2c'],
      'piped-token\n',
    );
    expect(said(added)).toEqual([0, ['']]);
    expect(added.stdout).toContain('The tokens are stored encrypted; no command shows them.');
    expect(added.stdout).not.toContain('piped-token');
    const [, id] = /^id +(\w+)$/m.exec(added.stdout) ?? [];
    expect(await tokensIn(user.user_id, id)).toEqual({ access_token: 'piped-token' });
    const token = await tokenOf(user);
    const { body } = await call<RemoteConnections>('GET', '/v7.1/remoteconnection/', { token });
    expect(body._embedded.remoteconnection).toEqual([
      expect.objectContaining({ type: 'garmin', remote_id: '8f2c', last_sync_time: null }),
    ]);
  });

  it.concurrent('takes both tokens from files', async () => {
    const user = await newUser();
    const [access, refresh] = [join(folder, newId(new Date())), join(folder, newId(new Date()))];
    await Promise.all([writeFile(access, 'from-a-file\n'), writeFile(refresh, 'and-another')]);
    const words = [
      '--remote-id',
      '475',
      '--access-token-file',
      access,
      '--refresh-token-file',
      refresh,
    ];
    const added = await readJson(['add', user.email, 'polar', ...words]);
    expect(added).toEqual({
      id: expect.stringMatching(/^[0-9a-z]{36}$/),
      type: 'polar',
      remote_id: '475',
      created_datetime: expect.any(String),
      last_sync_time: null,
    });
    expect(await tokensIn(user.user_id, added.id)).toEqual({
      access_token: 'from-a-file',
      refresh_token: 'and-another',
    });
  });

  it.concurrent('takes the client of the tokens, whole or not at all', async () => {
    const user = await newUser();
    const file = join(folder, newId(new Date()));
    await writeFile(file, 'of-the-client\n');
    const words = ['add', user.email, 'strava', '--remote-id', '9'];
    const [id, secret] = [
      ['--client-id', 'client-of-tokens'],
      ['--client-secret-file', file],
    ];
    const added = await readJson([...words, ...id, ...secret], 'token');
    expect(JSON.stringify(added)).not.toMatch(/of-the-client|client-of-tokens/);
    expect(await tokensIn(user.user_id, added.id)).toEqual({
      access_token: 'token',
      client_id: 'client-of-tokens',
      client_secret: 'of-the-client',
    });
    const refusals = [
      await connection([...words, ...id], 'token'),
      await connection([...words, ...secret], 'token'),
    ];
    const sentence = expect.stringMatching(
      /^ {2}client_secret +goes with client_id: give both or none$/,
    );
    for (const refusal of refusals) expect(said(refusal)).toEqual([1, ['Error:', sentence]]);
  });

  it.concurrent('lists the connections of a person, and never a token', async () => {
    const user = await newUser();
    const ids = [
      await addRemoteConnection(user.user_id),
      await addRemoteConnection(user.user_id, { type: 'polar' }),
    ];
    const [forPeople, forMachines] = await Promise.all([
      connection(['list', user.email]),
      readJson<Record<string, unknown>[]>(['list', user.email]),
    ]);
    const [heading, ...rows] = forPeople.stdout.trim().split('\n');
    expect(heading).toMatch(/^ID +TYPE +REMOTE ID +CREATED +LAST SYNC TIME$/);
    expect(rows.map((row) => row.split(' ', 1)[0])).toEqual(ids);
    expect(forMachines.map(({ id }) => id)).toEqual(ids);
    expect(Object.keys(forMachines[0] ?? {}).join()).not.toMatch(/token|key|cipher/);
  });

  it.concurrent('records a sync, now or at a time with any offset, and never takes one back', async () => {
    const user = await newUser();
    const id = await addRemoteConnection(user.user_id, {}, new Date('2026-01-01'));
    const record = (...words: string[]) => readJson(['record-sync', user.email, id, ...words]);
    const at = await record('--at', '2026-01-02T09:00:00-08:00');
    expect(at.last_sync_time).toBe('2026-01-02T17:00:00.000Z');
    const now = await record();
    expect(Date.now() - Date.parse(now.last_sync_time ?? '')).toBeLessThan(60_000);
    expect(await record('--at', '2026-01-03T00:00:00Z')).toEqual(now);
  });
});

describe('a command that cannot be done', () => {
  it.concurrent('says what is wrong with every field', async () => {
    const user = await newUser();
    const retired = await connection(['add', user.email, 'fitbit', '--remote-id', ''], '');
    expect(said(retired)).toEqual([
      1,
      [
        'Error:',
        expect.stringMatching(/^ {2}type +must be one of garmin, google_health, withings, /),
        '  remote_id     must have at least 1 character',
        '  access_token  must have at least 1 character',
      ],
    ]);
    const unreadable = ['--remote-id', '1', '--access-token-file', join(folder, 'nowhere')];
    expect(said(await connection(['add', user.email, 'garmin', ...unreadable]))).toEqual([
      1,
      ['Error:', `  access_token  cannot be read from ${join(folder, 'nowhere')}`],
    ]);
  });

  it.concurrent('refuses a time that is none, or lies in the future', async () => {
    const user = await newUser();
    const id = await addRemoteConnection(user.user_id);
    const record = (at: string) => connection(['record-sync', user.email, id, '--at', at]);
    const refusals = await Promise.all(
      ['yesterday', '2026-01-02T09:00:00', '2999-01-01T00:00:00Z'].map(record),
    );
    const noTime = '  at  must be a time with an offset, e.g. 2026-11-20T09:00:00-08:00';
    expect(refusals.map(({ stderr }) => stderr.trim().split('\n')[1])).toEqual([
      noTime,
      noTime,
      '  at  must not be in the future',
    ]);
  });

  it.concurrent("names who or what could not be found, another person's connection included", async () => {
    const [user, other] = await Promise.all([newUser(), newUser()]);
    const id = await addRemoteConnection(other.user_id);
    const [nobody, foreign, nameless] = await Promise.all([
      connection(['list', 'nobody@example.com']),
      connection(['record-sync', user.email, id]),
      connection(['add', user.email, 'garmin']),
    ]);
    expect(said(nobody)).toEqual([1, ['Error: User nobody@example.com could not be found.']]);
    expect(said(foreign)).toEqual([1, [`Error: Remote connection ${id} could not be found.`]]);
    expect(said(nameless)).toEqual([
      2,
      ["Error: required option '--remote-id <id>' not specified", 'See --help.'],
    ]);
  });
});
