import * as applications from '../../functions/auth/application/application.store.ts';
import type { Registration } from '../../functions/auth/application/registration.ts';
import * as grants from '../../functions/auth/grant/grant.store.ts';
import * as users from '../../functions/auth/user/user.store.ts';
import { servicePrincipalOf } from '../../shared/auth/principal.ts';
import { newId } from '../../shared/runtime/ids.ts';
import { newMeter } from '../../shared/runtime/meter.ts';
import { isNew } from '../../shared/table/condition.ts';
import { keys } from '../../shared/table/keys.ts';
import { openTable } from '../../shared/table/table.ts';

/** The table that the running service uses, as the operator's tools reach it. */
export const table = () => openTable(newMeter());

/** A person. */
export interface TestPerson {
  user_id: string;
  username: string;
}

/** A person who can sign in. */
export interface TestUser extends TestPerson {
  email: string;
  password: string;
}

/** An application that is registered for every grant. */
export interface TestApplication {
  client_id: string;
  client_secret: string;
  name: string;
  redirect_uri: string;
}

const password = 'correct horse battery';

/** A new person; nobody else's test knows them. */
export async function newUser(): Promise<TestUser> {
  const username = newId(new Date());
  const email = `${username}@example.com`;
  const user = await users.create(
    table(),
    { email, username, display_name: `User ${username}`, password },
    new Date(),
  );
  if (!user) throw new Error(`${email} is taken`);
  return { user_id: user.id, username, email, password };
}

/** A new person who has a profile and no password, which takes none of the time that hashing one does. */
export async function newPerson(): Promise<TestPerson> {
  const now = new Date();
  const id = newId(now);
  const profile = { id, username: id, display_name: `User ${id}`, email: `${id}@example.com` };
  await table().put({ ...keys.user(id), ...profile, date_joined: now.toISOString() }, isNew);
  return { user_id: id, username: id };
}

/** A new application, registered for all grants unless stated otherwise. */
export async function newApplication(registration: Partial<Registration> = {}): Promise<TestApplication> {
  const redirect_uri = 'https://app.example/callback';
  const { application, client_secret } = await applications.create(
    table(),
    {
      name: 'Test application',
      redirect_uris: [redirect_uri],
      grant_types: ['authorization_code', 'client_credentials', 'refresh_token'],
      native: false,
      ...registration,
    },
    new Date(),
  );
  const { client_id, name, redirect_uris } = application;
  return { client_id, client_secret, name, redirect_uri: redirect_uris[0] ?? redirect_uri };
}

const identities = new Map<string, Record<string, string>>();

/** The headers by which the diary wants the client and the user of a token confirmed (decision Y1). */
export function identityOf(token: string | undefined): Record<string, string> {
  return identities.get(token ?? '') ?? {};
}

async function issue(grantee: Parameters<typeof grants.issue>[1]): Promise<string> {
  const { access_token } = await grants.issue(table(), grantee, new Date());
  identities.set(access_token, { 'svc-client-id': grantee.client_id, 'svc-user-id': grantee.user_id });
  return access_token;
}

/** An access token that a person granted an application. */
export async function tokenOf(user: TestPerson, application?: TestApplication): Promise<string> {
  const { client_id, name } = application ?? (await newApplication());
  const { user_id, username } = user;
  const grantee = { user_id, username, client_id, application_name: name, token_use: 'user' } as const;
  return issue(grantee);
}

/** An access token of a person whom nobody else's test knows. */
export async function userToken(): Promise<string> {
  return tokenOf(await newPerson());
}

/** An access token of an application for itself. */
export async function applicationToken(application?: TestApplication): Promise<string> {
  const { client_id, name } = application ?? (await newApplication());
  const grantee = {
    user_id: servicePrincipalOf(client_id),
    username: name,
    client_id,
    application_name: name,
    token_use: 'application',
  } as const;
  return issue(grantee);
}
