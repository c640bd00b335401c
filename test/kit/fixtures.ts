import * as clients from '#functions/auth/client/client.store.ts';
import type { Registration } from '#functions/auth/client/registration.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { hashPassword } from '#functions/auth/identity/password.ts';
import { toServicePrincipal } from '#shared/auth/principal.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newMeter } from '#shared/runtime/meter.ts';
import { isNew } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import { openTable } from '#shared/table/table.ts';

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
export interface TestClient {
  client_id: string;
  client_secret: string;
  name: string;
  redirect_uri: string;
}

const password = 'correct horse battery';

/** A new person with a profile and without a password; nobody else's test knows them. */
export async function newPerson(): Promise<TestPerson> {
  const now = new Date();
  const id = newId(now);
  const profile = { id, username: id, display_name: `User ${id}`, email: `${id}@example.com` };
  const place = { collection: keys.users(), collection_sk: id };
  await table().put(
    { ...keys.user(id), ...place, ...profile, date_joined: now.toISOString() },
    isNew,
  );
  return { user_id: id, username: id };
}

let hashed: Promise<string> | undefined;

/** A new person who can sign in. All have one password, which is hashed once: that is slow by design. */
export async function newUser(): Promise<TestUser> {
  const person = await newPerson();
  const email = `${person.username}@example.com`;
  hashed ??= hashPassword(password);
  const signIn = { ...person, password_hash: await hashed };
  await table().put({ ...keys.signIn(email), ...signIn }, isNew);
  return { ...person, email, password };
}

/** A new application, registered for all grants unless stated otherwise. */
export async function newClient(registration: Partial<Registration> = {}): Promise<TestClient> {
  const redirect_uri = 'https://app.example/callback';
  const { client: application, client_secret } = await clients.create(
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
export function getIdentityHeaders(token: string | undefined): Record<string, string> {
  return identities.get(token ?? '') ?? {};
}

async function issue(grantee: Parameters<typeof grants.issue>[1]): Promise<string> {
  const { access_token } = await grants.issue(table(), grantee, new Date());
  identities.set(access_token, {
    'svc-client-id': grantee.client_id,
    'svc-user-id': grantee.user_id,
  });
  return access_token;
}

/** An access token that a person granted an application. */
export async function issueUserToken(user: TestPerson, application?: TestClient): Promise<string> {
  const { client_id, name } = application ?? (await newClient());
  const { user_id, username } = user;
  const grantee = {
    user_id,
    username,
    client_id,
    application_name: name,
    token_use: 'user',
  } as const;
  return issue(grantee);
}

/** An access token of a person whom nobody else's test knows. */
export async function newUserToken(): Promise<string> {
  return issueUserToken(await newPerson());
}

/** An access token of an application for itself. */
export async function issueClientToken(application?: TestClient): Promise<string> {
  const { client_id, name } = application ?? (await newClient());
  const grantee = {
    user_id: toServicePrincipal(client_id),
    username: name,
    client_id,
    application_name: name,
    token_use: 'application',
  } as const;
  return issue(grantee);
}
