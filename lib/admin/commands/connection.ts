import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { connectAccount } from '#functions/connections/connection/credentials.store.ts';
import * as remoteConnections from '#functions/connections/connection/remote-connection.store.ts';
import type { RemoteConnection } from '#functions/connections/connection/remote-connection.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { requireFound } from '#shared/http/handler.ts';
import { compact } from '#shared/runtime/compact.ts';
import { toLogHash } from '#shared/runtime/ids.ts';
import type { CommandRunner } from '../command.ts';
import { createFieldError, requireIdentityByEmail } from '../find.ts';
import { readSecret, readSecretFile } from '../input.ts';
import { parseOptionTime } from '../options.ts';
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
    .addHelpText(
      ...formatExamples(
        'connection add ann@example.com garmin --remote-id 8f2c61d0',
        'connection add ann@example.com garmin --remote-id 8f2c61d0 < access-token.txt',
        'connection add ann@example.com polar --remote-id 475 --access-token-file access.txt',
      ),
    )
    .action(
      run(async ({ table, terminal, now }, email, type, options) => {
        const { accessTokenFile, refreshTokenFile, clientSecretFile } = options;
        const { user_id } = await requireIdentityByEmail(table, email);
        const newConnection = compact({
          type,
          remote_id: options.remoteId,
          access_token: await readSecret(
            'access_token',
            accessTokenFile,
            'Access token: ',
            terminal,
          ),
          refresh_token: await readSecretFile('refresh_token', refreshTokenFile),
          client_id: options.clientId,
          client_secret: await readSecretFile('client_secret', clientSecretFile),
        });
        const stores = { table, dataKeys: openDataKeys() };
        const connected = await connectAccount(stores, user_id, newConnection, now);
        if (connected.outcome === 'belongs_to_another_user')
          throw createFieldError(
            'remote_id',
            'is an account that another user has connected',
          );

        const isRenewed = connected.outcome === 'renewed';
        const renewal = isRenewed
          ? 'The account was already connected; its tokens are replaced. '
          : '';
        return {
          event: {
            name: isRenewed ? 'connection_renewed' : 'connection_created',
            user_id,
            remote_connection_id: connected.connection.id,
            provider: type,
          },
          data: toRow(connected.connection),
          note: `${renewal}The tokens are stored encrypted; no command shows them.`,
        };
      }),
    );
}

function registerList(connection: CommandUnknownOpts, run: CommandRunner): void {
  connection
    .command('list')
    .description('Lists the connections of a user in the order of their creation.')
    .argument('<email>', 'email address of the user')
    .addHelpText(
      ...formatExamples(
        'connection list ann@example.com',
        'connection list ann@example.com --json',
      ),
    )
    .action(
      run(async ({ table }, email) => {
        const { user_id } = await requireIdentityByEmail(table, email);
        const connections = await remoteConnections.list(table, user_id);
        return {
          data: connections.map(toRow),
          columns: ['id', 'type', 'remote_id', 'created_datetime', 'last_sync_time'],
        };
      }),
    );
}

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
    .addHelpText(
      ...formatExamples(
        `connection record-sync ann@example.com ${exampleId}`,
        `connection record-sync ann@example.com ${exampleId} --at 2026-11-20T09:00:00-08:00`,
      ),
    )
    .action(
      run(async ({ table, now }, email, id, { at }) => {
        const time = at === undefined ? now : parseOptionTime('at', at);
        if (time > now) throw createFieldError('at', 'must not be in the future');

        const { user_id } = await requireIdentityByEmail(table, email);
        const updated = await remoteConnections.recordSync(table, user_id, id, time);
        const subject = { kind: 'remote connection', id };
        return { data: toRow(requireFound(updated, subject, serviceError)) };
      }),
    );
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
