import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import * as clients from '#functions/auth/client/client.store.ts';
import type { Client } from '#functions/auth/client/client.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import type { Grantee } from '#functions/auth/grant/grant.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { toServicePrincipal } from '#shared/auth/principal.ts';
import { serviceError } from '#shared/errors/errors.ts';
import type { Table } from '#shared/table/table.ts';
import type { CommandRunner } from '../command.ts';
import { invalidField } from '../errors.ts';
import { addCommandGroup, formatExamples } from '../program.ts';

/** Adds the command that grants tokens. */
export function addTokenCommands(program: CommandUnknownOpts, run: CommandRunner): void {
  const token = addCommandGroup(program, 'token', 'Grants tokens without a sign-in page.');
  addGrant(token, run);
}

function addGrant(token: CommandUnknownOpts, run: CommandRunner): void {
  token
    .command('grant')
    .description('Grants an application tokens, for a user or for the application itself.')
    .argument('<client-id>', 'client id of the application')
    .option('--user <email>', 'user whose data the tokens give access to')
    .addOption(
      new Option('--application', 'tokens of the application itself, without a user').conflicts(
        'user',
      ),
    )
    .addHelpText(
      'after',
      formatExamples([
        'token grant 01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y --user ann@example.com',
        'token grant 01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y --application --json',
      ]),
    )
    .hook('preAction', (command) => {
      const { user, application } = command.opts();
      if (user === undefined && !application)
        command.error('error: specify --user <email> or --application');
    })
    .action(
      run(async ({ table, now }, client_id, { user }) => {
        const application = await requireEnabledApplication(table, client_id);
        const grantee =
          user === undefined
            ? toApplicationGrantee(application)
            : await findUserGrantee(table, application, user);

        const { grant, access_token, refresh_token } = await grants.issue(table, grantee, now);
        const { user_id, token_use, scope, access_expires_at = 0 } = grant;
        const expires_datetime = new Date(access_expires_at * 1000).toISOString();
        return {
          data: {
            access_token,
            refresh_token,
            expires_datetime,
            token_use,
            scope,
            user_id,
            client_id,
          },
          note: 'The tokens are shown only once: the service stores their digests.',
          event: { name: 'token_granted', client_id, user_id },
        };
      }),
    );
}

/** Throws `not_found`, or `validation_failed` if the application is disabled. */
async function requireEnabledApplication(table: Table<'get'>, client_id: string): Promise<Client> {
  const application = await clients.find(table, client_id);
  if (!application) throw serviceError('not_found', { kind: 'application', id: client_id });
  if (application.disabled_datetime) throw invalidField('application', 'is disabled');
  return application;
}

function toApplicationGrantee({ client_id, name }: Client): Grantee {
  const user_id = toServicePrincipal(client_id);
  return { user_id, username: name, client_id, application_name: name, token_use: 'application' };
}

/** Throws `not_found`, or `validation_failed` if the user is disabled. */
async function findUserGrantee(
  table: Table<'get'>,
  { client_id, name }: Client,
  email: string,
): Promise<Grantee> {
  const signIn = await identities.findByEmail(table, email);
  if (!signIn) throw serviceError('not_found', { kind: 'user', id: email });
  if (signIn.disabled_datetime) throw invalidField('user', 'is disabled');
  const { user_id, username } = signIn;
  return { user_id, username, client_id, application_name: name, token_use: 'user' };
}
