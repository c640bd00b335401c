import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import {
  type Client,
  findScopeProblem,
  getRequestedScope,
  isEnabled,
} from '#functions/auth/client/client.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import type { GrantedAccess } from '#functions/auth/grant/grant.ts';
import { toServicePrincipal } from '#shared/auth/principal.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { Table } from '#shared/table/table.ts';
import type { CommandRunner } from '../command.ts';
import {
  clientIdArgument,
  createFieldError,
  findApplication,
  requireIdentityByEmail,
} from '../find.ts';
import { parseScopes } from '../options.ts';
import { addCommandGroup, exampleId, formatExamples } from '../program.ts';

/** Registers the command that grants tokens. */
export function registerTokenCommands(
  program: CommandUnknownOpts,
  run: CommandRunner,
): void {
  addCommandGroup(program, 'token', 'Grants tokens without a sign-in page.')
    .command('grant')
    .description(
      'Grants an application tokens, for a user or for the application itself.',
    )
    .argument(...clientIdArgument)
    .option('--user <email>', 'user whose data the tokens give access to')
    .addOption(
      new Option(
        '--application',
        'tokens of the application itself, without a user',
      ).conflicts('user'),
    )
    .option(
      '--scope <scopes>',
      'scope of the tokens (default: the default scopes of the application)',
      parseScopes,
    )
    .addHelpText(
      ...formatExamples(
        `token grant ${exampleId} --user ann@example.com`,
        `token grant ${exampleId} --user ann@example.com --scope 'diary.read profile.read'`,
        `token grant ${exampleId} --application --json`,
      ),
    )
    .hook('preAction', (command) => {
      const { user, application } = command.opts();
      if (user === undefined && !application)
        command.error('error: specify --user <email> or --application');
    })
    .action(
      run(async ({ table, now }, client_id, { user, scope: requested }) => {
        const client = await findApplication(table, client_id);
        if (!isEnabled(client)) throw createFieldError('application', 'is disabled');
        const { audience } = client;
        const scope = getRequestedScope(requested?.join(' '), client, audience);
        const problem = findScopeProblem(scope, client);
        if (problem !== undefined) throw createFieldError('scope', problem);

        const owner =
          user === undefined
            ? toApplicationTokenOwner(client)
            : await requireUserTokenOwner(table, client, user);
        const access = { ...owner, scope, ...compact({ audience }) };
        const issued = await grants.issue(table, access, now);
        const { user_id, token_use, access_expires_at = 0 } = issued.grant;
        return {
          data: {
            access_token: issued.access_token,
            refresh_token: issued.refresh_token,
            expires_datetime: new Date(access_expires_at * 1000).toISOString(),
            token_use,
            scope,
            user_id,
            client_id,
          },
          note: 'The tokens are shown only once: the service stores their digests.',
          event: { name: 'access_token_issued', client_id, user_id },
        };
      }),
    );
}

/** The user and application that get new tokens. */
type TokenOwner = Omit<GrantedAccess, 'scope'>;

/** Returns an application as the owner of tokens. Throws `validation_failed` if it has no data. */
function toApplicationTokenOwner({ client_id, name, audience }: Client): TokenOwner {
  if (audience === 'mcp')
    throw createFieldError('application', 'has only tokens for users: specify --user');
  return {
    user_id: toServicePrincipal(client_id),
    username: name,
    client_id,
    application_name: name,
    token_use: 'application',
  };
}

/**
 * Returns a user as the owner of tokens. Throws `not_found`, or `validation_failed` if the user is
 * disabled.
 */
async function requireUserTokenOwner(
  table: Table<'get'>,
  client: Client,
  email: string,
): Promise<TokenOwner> {
  const user = await requireIdentityByEmail(table, email);
  if (user.disabled_datetime) throw createFieldError('user', 'is disabled');
  return {
    user_id: user.user_id,
    username: user.username,
    client_id: client.client_id,
    application_name: client.name,
    token_use: 'user',
  };
}
