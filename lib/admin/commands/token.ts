import * as applications from '#functions/auth/client/client.store.ts';
import type { Application } from '#functions/auth/client/client.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import type { Grantee } from '#functions/auth/grant/grant.ts';
import * as users from '#functions/auth/identity/identity.store.ts';
import { servicePrincipalOf } from '#shared/auth/principal.ts';
import { serviceError } from '#shared/errors/errors.ts';
import type { Table } from '#shared/table/table.ts';
import { command, type Group } from '../command.ts';

const grant = command({
  about: 'Grants an application a pair of tokens, as a person would, or for itself.',
  arguments: { CLIENT_ID: 'the client id of the application' },
  options: {
    user: { value: 'EMAIL', about: 'the person whose data the tokens give access to' },
    application: { about: 'tokens of the application for itself, tied to no person' },
  },
  examples: [
    '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y --user ann@example.com',
    '01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y --application --json',
  ],
  check: ({ user, application }) =>
    (user === undefined) === application ? undefined : 'Give either --user EMAIL or --application.',
  async run({ table, now }, { CLIENT_ID, user }) {
    const application = await enabledApplication(table, CLIENT_ID);
    const grantee =
      user === undefined ? itself(application) : await person(table, application, user);
    const { grant, access_token, refresh_token } = await grants.issue(table, grantee, now);
    const { user_id, client_id, token_use, scope, access_expires_at = 0 } = grant;
    const expires_datetime = new Date(access_expires_at * 1000).toISOString();
    return {
      answer: {
        access_token,
        refresh_token,
        expires_datetime,
        token_use,
        scope,
        user_id,
        client_id,
      },
      remark: 'The tokens are shown this once: only their digests are stored.',
      event: { name: 'token_granted', client_id, user_id },
    };
  },
});

/** Throws `not_found`, or `validation_failed` where it is disabled. */
async function enabledApplication(table: Table<'get'>, client_id: string): Promise<Application> {
  const application = await applications.find(table, client_id);
  if (!application) throw serviceError('not_found', { kind: 'application', id: client_id });
  if (application.disabled_datetime) throw disabled('application');
  return application;
}

function itself({ client_id, name }: Application): Grantee {
  const user_id = servicePrincipalOf(client_id);
  return { user_id, username: name, client_id, application_name: name, token_use: 'application' };
}

/** Throws `not_found`, or `validation_failed` where the person is disabled. */
async function person(
  table: Table<'get'>,
  { client_id, name }: Application,
  email: string,
): Promise<Grantee> {
  const signIn = await users.findSignIn(table, email);
  if (!signIn) throw serviceError('not_found', { kind: 'user', id: email });
  if (signIn.disabled_datetime) throw disabled('user');
  const { user_id, username } = signIn;
  return { user_id, username, client_id, application_name: name, token_use: 'user' };
}

const disabled = (kind: string) =>
  serviceError('validation_failed', {
    failures: { [kind]: ['is disabled, and would be refused with any token'] },
  });

export default { about: 'Tokens by the operator’s hand.', commands: { grant } } satisfies Group;
