import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import * as inboxes from '#functions/connections/inbox/inbox.store.ts';
import { call } from '#kit/call.ts';
import { issueUserToken, newUser, table } from '#kit/fixtures.ts';
import { newOperator } from '#kit/operator.ts';
import { getExit } from '#kit/program.ts';
import {
  addRemoteConnection,
  findCredentials,
  type RemoteConnectionList,
} from '#kit/remote-connections.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { newId, toLogHash } from '#shared/runtime/ids.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());
const folder = createTemporaryFolder(afterAll);
const admin = await newOperator(disposables);

const runConnection = (args: readonly string[], input?: string) =>
  admin(['connection', ...args], input);

async function readJson<Body = Record<string, string>>(
  args: string[],
  input?: string,
): Promise<Body> {
  const { exitCode, stdout, stderr } = await runConnection([...args, '--json'], input);
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(args[0] === 'add' ? /^\{.*"connection_created".*\}$/m : /^$/);
  return JSON.parse(stdout);
}

const findTokens = async (user_id: string, id = '') => findCredentials(user_id, id);

describe('an operator', () => {
  it.concurrent('lists the inboxes of a user, and revokes one once', async () => {
    const { user_id, email } = await newUser();
    const made = { name: 'Phone', app: 'companion', isSigned: true } as const;
    const created = await inboxes.create(table(), user_id, made, new Date());
    const id = created?.inbox.id ?? '';
    const ofUser = ['--user', email, '--json'];
    const list = async () =>
      JSON.parse((await admin(['inbox', 'list', ...ofUser])).stdout);
    const row = { inbox_id: id, name: 'Phone', app: 'companion', last_delivery: null };
    const created_datetime = expect.any(String);
    expect(await list()).toEqual([{ ...row, created_datetime, revoked_datetime: null }]);
    const revoke = (inbox: string) =>
      admin(['inbox', 'revoke', ...ofUser, '--inbox', inbox]);
    const revoked = await revoke(id);
    expect(JSON.parse(revoked.stdout)).toEqual({ inbox_id: id, revoked: true });
    expect(revoked.stderr).toContain('"event":"inbox_revoked"');
    expect(await list()).toMatchObject([{ revoked_datetime: expect.any(String) }]);
    const again = await revoke(id);
    expect(JSON.parse(again.stdout)).toEqual({ inbox_id: id, revoked: false });
    expect(again.stderr).not.toContain('inbox_revoked');
    expect((await revoke('x')).stderr).toContain('inbox x could not be found.');
  });

  it.concurrent('connects a user with a piped token, and the user sees the connection', async () => {
    const user = await newUser();
    const added = await runConnection(
      ['add', user.email, 'garmin', '--remote-id', '8f2c'],
      'piped-token\n',
    );
    expect(added.exitCode).toBe(0);
    const [event = ''] = added.stderr.split('\n');
    expect(JSON.parse(event)).toMatchObject({
      event: 'connection_created',
      provider: 'garmin',
      user_hash: toLogHash(user.user_id),
    });
    expect(added.stderr).not.toContain('piped-token');
    expect(added.stdout).toContain(
      'The tokens are stored encrypted; no command shows them.',
    );
    expect(added.stdout).not.toContain('piped-token');
    const [, id] = /^id +(\w+)$/m.exec(added.stdout) ?? [];
    expect(await findTokens(user.user_id, id)).toEqual({ access_token: 'piped-token' });
    const token = await issueUserToken(user);
    const { body } = await call<RemoteConnectionList>('GET', '/v7.1/remoteconnection/', {
      token,
    });
    expect(body._embedded.remoteconnection).toEqual([
      expect.objectContaining({
        type: 'garmin',
        remote_id: '8f2c',
        last_sync_time: null,
      }),
    ]);
  });

  it.concurrent('reads both tokens from files', async () => {
    const user = await newUser();
    const [access, refresh] = [
      join(folder, newId(new Date())),
      join(folder, newId(new Date())),
    ];
    await Promise.all([
      writeFile(access, 'from-a-file\n'),
      writeFile(refresh, 'and-another'),
    ]);
    const args = [
      '--remote-id',
      '475',
      '--access-token-file',
      access,
      '--refresh-token-file',
      refresh,
    ];
    const added = await readJson(['add', user.email, 'polar', ...args]);
    expect(added).toEqual({
      id: expect.stringMatching(/^[0-9a-z]{36}$/),
      remote_connection_hash: expect.stringMatching(/^[0-9a-z]{20}$/),
      type: 'polar',
      remote_id: '475',
      created_datetime: expect.any(String),
      last_sync_time: null,
    });
    expect(await findTokens(user.user_id, added.id)).toEqual({
      access_token: 'from-a-file',
      refresh_token: 'and-another',
    });
  });

  it.concurrent('accepts the client of the tokens only with its secret', async () => {
    const user = await newUser();
    const file = join(folder, newId(new Date()));
    await writeFile(file, 'of-the-client\n');
    const args = ['add', user.email, 'strava', '--remote-id', '9'];
    const idOption = ['--client-id', 'client-of-tokens'];
    const secretOption = ['--client-secret-file', file];
    const added = await readJson([...args, ...idOption, ...secretOption], 'token');
    expect(JSON.stringify(added)).not.toMatch(/of-the-client|client-of-tokens/);
    expect(await findTokens(user.user_id, added.id)).toEqual({
      access_token: 'token',
      client_id: 'client-of-tokens',
      client_secret: 'of-the-client',
    });
    const failures = [
      await runConnection([...args, ...idOption], 'token'),
      await runConnection([...args, ...secretOption], 'token'),
    ];
    const sentence = expect.stringMatching(
      /^ {2}client_secret +must be set if and only if client_id is set$/,
    );
    for (const failure of failures)
      expect(getExit(failure)).toEqual([1, ['Error:', sentence]]);
  });

  it.concurrent('lists the connections of a user without tokens', async () => {
    const user = await newUser();
    const ids = [
      await addRemoteConnection(user.user_id, {}, new Date('2026-01-01')),
      await addRemoteConnection(user.user_id, { type: 'polar' }, new Date('2026-01-02')),
    ];
    const [asText, asJson] = await Promise.all([
      runConnection(['list', user.email]),
      readJson<Record<string, unknown>[]>(['list', user.email]),
    ]);
    const [heading, ...rows] = asText.stdout.trim().split('\n');
    expect(heading).toMatch(/^ID +TYPE +REMOTE ID +CREATED +LAST SYNC TIME$/);
    expect(rows.map((row) => row.split(' ', 1)[0])).toEqual(ids);
    expect(asJson.map(({ id }) => id)).toEqual(ids);
    expect(Object.keys(asJson[0] ?? {}).join()).not.toMatch(/token|key|cipher/);
  });

  it.concurrent('records a sync, now or at a time with any offset, and ignores an older one', async () => {
    const user = await newUser();
    const id = await addRemoteConnection(user.user_id, {}, new Date('2026-01-01'));
    const record = (...args: string[]) =>
      readJson(['record-sync', user.email, id, ...args]);
    const atTime = await record('--at', '2026-01-02T09:00:00-08:00');
    expect(atTime.last_sync_time).toBe('2026-01-02T17:00:00.000Z');
    const before = new Date().toISOString();
    const now = await record();
    const times = [before, now.last_sync_time, new Date().toISOString()];
    expect(times.toSorted()).toEqual(times);
    expect(await record('--at', '2026-01-03T00:00:00Z')).toEqual(now);
  });
});

describe('a failed command', () => {
  it.concurrent('names each invalid field', async () => {
    const user = await newUser();
    const retired = await runConnection(
      ['add', user.email, 'fitbit', '--remote-id', ''],
      '',
    );
    expect(getExit(retired)).toEqual([
      1,
      [
        'Error:',
        expect.stringMatching(
          /^ {2}type +must be one of garmin, google_health, withings, /,
        ),
        '  remote_id     must have at least 1 character',
        '  access_token  must have at least 1 character',
      ],
    ]);
    const unreadable = [
      '--remote-id',
      '1',
      '--access-token-file',
      join(folder, 'nowhere'),
    ];
    expect(
      getExit(await runConnection(['add', user.email, 'garmin', ...unreadable])),
    ).toEqual([
      1,
      ['Error:', `  access_token  cannot be read from ${join(folder, 'nowhere')}`],
    ]);
  });

  it.concurrent('rejects an invalid time, and one in the future', async () => {
    const user = await newUser();
    const id = await addRemoteConnection(user.user_id);
    const record = (at: string) =>
      runConnection(['record-sync', user.email, id, '--at', at]);
    const failures = await Promise.all(
      ['yesterday', '2026-01-02T09:00:00', '2999-01-01T00:00:00Z'].map(record),
    );
    const noTime = '  at  must be a time with an offset, e.g. 2026-11-20T09:00:00-08:00';
    expect(failures.map(({ stderr }) => stderr.trim().split('\n')[1])).toEqual([
      noTime,
      noTime,
      '  at  must not be in the future',
    ]);
  });

  it.concurrent("does not find an unknown user, or another user's connection", async () => {
    const [user, other] = await Promise.all([newUser(), newUser()]);
    const id = await addRemoteConnection(other.user_id);
    const [unknownUser, foreignConnection, missingOption] = await Promise.all([
      runConnection(['list', 'nobody@example.com']),
      runConnection(['record-sync', user.email, id]),
      runConnection(['add', user.email, 'garmin']),
    ]);
    expect(getExit(unknownUser)).toEqual([
      1,
      ['Error: User nobody@example.com could not be found.'],
    ]);
    expect(getExit(foreignConnection)).toEqual([
      1,
      [`Error: Remote connection ${id} could not be found.`],
    ]);
    expect(getExit(missingOption)).toEqual([
      2,
      ["Error: required option '--remote-id <id>' not specified", 'See --help.'],
    ]);
  });
});
