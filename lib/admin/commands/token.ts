import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import * as clients from '#functions/auth/client/client.store.ts';
import type { Client } from '#functions/auth/client/client.ts';
import { findScopeProblem, getRequestedScope } from '#functions/auth/client/client.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import type { GrantedAccess } from '#functions/auth/grant/grant.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { toServicePrincipal } from '#shared/auth/principal.ts';
import type { Scope } from '#shared/contract/scopes.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { requireFound } from '#shared/http/handler.ts';
import type { Table } from '#shared/table/table.ts';
import type { CommandContext, CommandResult, CommandRunner } from '../command.ts';
import { createFieldError } from '../find.ts';
import { parseScopes } from '../options.ts';
import { addCommandGroup, exampleId, formatExamples } from '../program.ts';

/** Registers the command that grants tokens. */
export function registerTokenCommands(
  program: CommandUnknownOpts,
  run: CommandRunner,
): void {
  const token = addCommandGroup(
    program,
    'token',
    'Grants tokens without a sign-in page.',
  );
  registerGrant(token, run);
}

const applicationOption = new Option(
  '--application',
  'tokens of the application itself, without a user',
).conflicts('user');

const grantExamples = formatExamples([
  `token grant ${exampleId} --user ann@example.com`,
  `token grant ${exampleId} --user ann@example.com --scope 'diary.read profile.read'`,
  `token grant ${exampleId} --application --json`,
]);

function registerGrant(token: CommandUnknownOpts, run: CommandRunner): void {
  token
    .command('grant')
    .description(
      'Grants an application tokens, for a user or for the application itself.',
    )
    .argument('<client-id>', 'client id of the application')
    .option('--user <email>', 'user whose data the tokens give access to')
    .addOption(applicationOption)
    .option(
      '--scope <scopes>',
      'scope of the tokens (default: all that the application may request)',
      parseScopes,
    )
    .addHelpText('after', grantExamples)
    .hook('preAction', (command) => {
      const { user, application } = command.opts();
      if (user === undefined && !application)
        command.error('error: specify --user <email> or --application');
    })
    .action(run(grantTokens));
}

async function grantTokens(
  { table, now }: CommandContext,
  client_id: string,
  { user, scope: requested }: { user?: string; scope?: Scope[] },
): Promise<CommandResult> {
  const client = await requireEnabledClient(table, client_id);
  const scope = requireScope(client, requested);
  const owner = user
    ? await requireUserTokenOwner(table, client, user)
    : toApplicationTokenOwner(client);
  const grantedAccess: GrantedAccess = { ...owner, scope };

  const { grant, access_token, refresh_token } = await grants.issue(
    table,
    grantedAccess,
    now,
  );
  const { user_id, token_use, access_expires_at = 0 } = grant;
  const expiry = new Date(access_expires_at * 1000);
  return {
    data: {
      access_token,
      refresh_token,
      expires_datetime: expiry.toISOString(),
      token_use,
      scope,
      user_id,
      client_id,
    },
    note: 'The tokens are shown only once: the service stores their digests.',
    event: { name: 'access_token_issued', client_id, user_id },
  };
}

/** Returns a client. Throws `not_found`, or `validation_failed` if the application is disabled. */
async function requireEnabledClient(
  table: Table<'get'>,
  client_id: string,
): Promise<Client> {
  const client = requireFound(
    await clients.find(table, client_id),
    { kind: 'application', id: client_id },
    serviceError,
  );
  if (client.disabled_datetime) throw createFieldError('application', 'is disabled');
  return client;
}

/**
 * Returns the requested scope, by default all that the application may request. Throws
 * `validation_failed` if it may not request the scope.
 */
function requireScope(client: Client, requested: readonly Scope[] | undefined): string {
  const scope = getRequestedScope(requested?.join(' '), client);
  const problem = findScopeProblem(scope, client);
  if (problem !== undefined) throw createFieldError('scope', problem);
  return scope;
}

/** Who gets new tokens, and for which application: the granted access without its scope. */
type TokenOwner = Omit<GrantedAccess, 'scope'>;

function toApplicationTokenOwner({ client_id, name }: Client): TokenOwner {
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
  const user = requireFound(
    await identities.findByEmail(table, email),
    { kind: 'user', id: email },
    serviceError,
  );
  if (user.disabled_datetime) throw createFieldError('user', 'is disabled');
  return {
    user_id: user.user_id,
    username: user.username,
    client_id: client.client_id,
    application_name: client.name,
    token_use: 'user',
  };
}
