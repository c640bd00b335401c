import * as z from 'zod/mini';
import * as users from '#functions/auth/identity/identity.store.ts';
import { connect } from '#functions/main/remote-connection/provider-credentials.store.ts';
import * as remoteConnections from '#functions/main/remote-connection/remote-connection.store.ts';
import type { RemoteConnection } from '#functions/main/remote-connection/remote-connection.ts';
import { configuredDataKeys } from '#shared/encryption/configured-data-keys.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { accept } from '#shared/http/validation.ts';
import type { Table } from '#shared/table/table.ts';
import { command, type Group } from '../command.ts';
import { credentialOptions, credentialsOf } from '../provider-credentials.ts';

const EMAIL = 'the e-mail address that the person signs in with';

const add = command({
  about: 'Connects a person to a provider with tokens that the provider gave.',
  arguments: { EMAIL, TYPE: 'the type of the remote account, as in garmin' },
  options: {
    'remote-id': { value: 'ID', about: 'what the provider calls the account; required' },
    ...credentialOptions,
  },
  examples: [
    'ann@example.com garmin --remote-id 8f2c61d0',
    'ann@example.com garmin --remote-id 8f2c61d0 < access-token.txt',
    'ann@example.com polar --remote-id 475 --access-token-file access.txt --refresh-token-file refresh.txt',
    'ann@example.com strava --remote-id 9 --client-id 77 --client-secret-file secret.txt < access-token.txt',
  ],
  check: (given) => (given['remote-id'] === undefined ? '--remote-id ID is missing.' : undefined),
  async run({ table, terminal, now }, given) {
    const user_id = await idOf(table, given.EMAIL);
    const newConnection = {
      type: given.TYPE,
      remote_id: given['remote-id'] ?? '',
      ...(await credentialsOf(given, terminal)),
    };
    const vault = { table, dataKeys: await configuredDataKeys() };
    const connection = await connect(vault, user_id, newConnection, now);
    return {
      answer: rowOf(connection),
      remark: 'The tokens are stored encrypted; no command shows them.',
    };
  },
});

const list = command({
  about: "Lists a person's remote connections in the order in which they were made.",
  arguments: { EMAIL },
  options: {},
  examples: ['ann@example.com', 'ann@example.com --json'],
  async run({ table }, given) {
    const connections = await remoteConnections.list(table, await idOf(table, given.EMAIL));
    const columns = ['id', 'type', 'remote_id', 'created_datetime', 'last_sync_time'];
    return { answer: connections.map(rowOf), columns };
  },
});

const SyncTime = z.object({
  at: z.iso.datetime({
    offset: true,
    error: 'must be a time with its offset, as 2026-11-20T09:00:00-08:00',
  }),
});

const recordSync = command({
  about:
    'Records when data last arrived from a provider; an earlier time than the recorded one changes nothing.',
  arguments: { EMAIL, CONNECTION_ID: 'the id of the connection' },
  options: {
    at: { value: 'TIME', about: 'when, as 2026-11-20T09:00:00-08:00; default: now' },
  },
  examples: [
    'ann@example.com 01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y',
    'ann@example.com 01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y --at 2026-11-20T09:00:00-08:00',
  ],
  async run({ table, now }, { EMAIL, CONNECTION_ID, at }) {
    const time = at === undefined ? now : new Date(accept(SyncTime, { at }).at);
    if (time > now)
      throw serviceError('validation_failed', { failures: { at: ['must not lie in the future'] } });
    const user_id = await idOf(table, EMAIL);
    const connection = await remoteConnections.recordSync(table, user_id, CONNECTION_ID, time);
    if (!connection)
      throw serviceError('not_found', { kind: 'remote connection', id: CONNECTION_ID });
    return { answer: rowOf(connection) };
  },
});

/** Throws `not_found`. */
async function idOf(table: Table<'get'>, email: string): Promise<string> {
  const signIn = await users.findSignIn(table, email);
  if (!signIn) throw serviceError('not_found', { kind: 'user', id: email });
  return signIn.user_id;
}

function rowOf({ id, type, remote_id, created_datetime, last_sync_time }: RemoteConnection) {
  return { id, type, remote_id, created_datetime, last_sync_time: last_sync_time ?? null };
}

export default {
  about: 'Remote connections of people to providers.',
  commands: { add, list, 'record-sync': recordSync },
} satisfies Group;
