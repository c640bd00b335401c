import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import * as z from 'zod/mini';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { connectAccount } from '#functions/connections/connection/credentials.store.ts';
import * as remoteConnections from '#functions/connections/connection/remote-connection.store.ts';
import type { RemoteConnection } from '#functions/connections/connection/remote-connection.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { requireFound } from '#shared/http/handler.ts';
import { parseOrFail } from '#shared/http/validation.ts';
import { toLogHash } from '#shared/runtime/ids.ts';
import type { Table } from '#shared/table/table.ts';
import type { CommandContext, CommandResult, CommandRunner } from '../command.ts';
import { createFieldError } from '../find.ts';
import { type CredentialOptions, readCredentials } from '../input.ts';
import { addCommandGroup, exampleId, formatExamples } from '../program.ts';

/** Registers the commands that manage the remote connections of users. */
export function registerConnectionCommands(
  program: CommandUnknownOpts,
  run: CommandRunner,
): void {
  const connection = addCommandGroup(
    program,
    'connection',
    'Manages the connections of users to providers.',
  );
  registerAdd(connection, run);
  registerList(connection, run);
  registerRecordSync(connection, run);
}

const connectExamples = formatExamples([
  'connection add ann@example.com garmin --remote-id 8f2c61d0',
  'connection add ann@example.com garmin --remote-id 8f2c61d0 < access-token.txt',
  'connection add ann@example.com polar --remote-id 475 --access-token-file access.txt',
]);

function registerAdd(connection: CommandUnknownOpts, run: CommandRunner): void {
  connection
    .command('add')
    .description('Connects a user to a provider with tokens that the provider issued.')
    .argument('<email>', 'email address of the user')
    .argument('<type>', 'type of the remote account, e.g. garmin')
    .requiredOption('--remote-id <id>', 'id of the account at the provider')
    .option(
      '--access-token-file <file>',
      'file with the access token (default: prompt or pipe)',
    )
    .option('--refresh-token-file <file>', 'file with the refresh token')
    .option(
      '--client-id <id>',
      'client_id that the tokens were issued to, if the provider requires one to revoke them',
    )
    .option('--client-secret-file <file>', 'file with the secret of that client')
    .addHelpText('after', connectExamples)
    .action(run(addConnection));
}

async function addConnection(
  { table, terminal, now }: CommandContext,
  email: string,
  type: string,
  options: CredentialOptions & { remoteId: string },
): Promise<CommandResult> {
  const user_id = await requireUserId(table, email);
  const credentials = await readCredentials(options, terminal);
  const newConnection = { type, remote_id: options.remoteId, ...credentials };
  const stores = { table, dataKeys: openDataKeys() };
  const connected = await connectAccount(stores, user_id, newConnection, now);
  if (connected.result === 'belongs_to_another_user')
    throw createFieldError('remote_id', 'is an account that another user has connected');

  const isRenewed = connected.result === 'renewed';
  return { data: toRow(connected.connection), note: formatNote(isRenewed) };
}

function formatNote(isRenewed: boolean): string {
  const note = 'The tokens are stored encrypted; no command shows them.';
  if (!isRenewed) return note;
  return `The account was already connected; its tokens are replaced. ${note}`;
}

const listExamples = formatExamples([
  'connection list ann@example.com',
  'connection list ann@example.com --json',
]);

function registerList(connection: CommandUnknownOpts, run: CommandRunner): void {
  connection
    .command('list')
    .description('Lists the connections of a user in the order of their creation.')
    .argument('<email>', 'email address of the user')
    .addHelpText('after', listExamples)
    .action(run(listConnections));
}

async function listConnections(
  { table }: CommandContext,
  email: string,
): Promise<CommandResult> {
  const user_id = await requireUserId(table, email);
  const connections = await remoteConnections.list(table, user_id);
  return {
    data: connections.map(toRow),
    columns: ['id', 'type', 'remote_id', 'created_datetime', 'last_sync_time'],
  };
}

const recordSyncExamples = formatExamples([
  `connection record-sync ann@example.com ${exampleId}`,
  `connection record-sync ann@example.com ${exampleId} --at 2026-11-20T09:00:00-08:00`,
]);

function registerRecordSync(connection: CommandUnknownOpts, run: CommandRunner): void {
  connection
    .command('record-sync')
    .description(
      'Records when data last arrived from a provider, unless a later time is known.',
    )
    .argument('<email>', 'email address of the user')
    .argument('<connection-id>', 'id of the connection')
    .option(
      '--at <time>',
      'time with an offset, e.g. 2026-11-20T09:00:00-08:00 (default: now)',
    )
    .addHelpText('after', recordSyncExamples)
    .action(run(recordSync));
}

/** An object, so a problem is reported with the name of the option. */
const SyncTime = z.object({
  at: z.iso.datetime({
    offset: true,
    error: 'must be a time with an offset, e.g. 2026-11-20T09:00:00-08:00',
  }),
});

async function recordSync(
  { table, now }: CommandContext,
  email: string,
  id: string,
  { at = now.toISOString() }: { at?: string },
): Promise<CommandResult> {
  const options = parseOrFail(SyncTime, { at });
  const time = new Date(options.at);
  if (time > now) throw createFieldError('at', 'must not be in the future');

  const user_id = await requireUserId(table, email);
  const updated = requireFound(
    await remoteConnections.recordSync(table, user_id, id, time),
    { kind: 'remote connection', id },
    serviceError,
  );
  return { data: toRow(updated) };
}

/** Returns the id of a user. Throws `not_found` if no user has the email. */
async function requireUserId(table: Table<'get'>, email: string): Promise<string> {
  const user = requireFound(
    await identities.findByEmail(table, email),
    { kind: 'user', id: email },
    serviceError,
  );
  return user.user_id;
}

function toRow(connection: RemoteConnection) {
  return {
    id: connection.id,
    remote_connection_hash: toLogHash(connection.id),
    type: connection.type,
    remote_id: connection.remote_id,
    created_datetime: connection.created_datetime,
    last_sync_time: connection.last_sync_time ?? null,
  };
}
