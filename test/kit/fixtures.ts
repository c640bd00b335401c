import * as clients from '#functions/auth/client/client.store.ts';
import { createOwn } from '#functions/auth/client/own-client.store.ts';
import type { Registration } from '#functions/auth/client/registration.ts';
import { dataPolicyKeys } from '#functions/auth/data-policy/data-policy.keys.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { findByUser, findProfile } from '#functions/auth/identity/identity.store.ts';
import type { Identity } from '#functions/auth/identity/identity.ts';
import { type Argon2Cost, hashPassword } from '#functions/auth/identity/password.ts';
import { newHealthConsent } from '#functions/auth/identity/processing.ts';
import * as userSettings from '#functions/auth/identity/user-settings.store.ts';
import type { UserSettings } from '#functions/auth/identity/user-settings.ts';
import type { PersonalTokenMail } from '#functions/auth/personal-token/personal-token.mail.ts';
import * as personalTokens from '#functions/auth/personal-token/personal-token.store.ts';
import { providerClientKeys } from '#functions/connections/provider-credentials/client.keys.ts';
import { toServicePrincipal } from '#shared/auth/principal.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import { createMailAttributes } from '#shared/mail/mail.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { isNew } from '#shared/table/condition.ts';
import { type Key, toOwnedAttributes } from '#shared/table/keys.ts';
import { openTable, type Table } from '#shared/table/table.ts';
import { putItems } from './put-items.ts';

/** Opens the table of the service under test, as the operator's tools do. */
export const table = () => withOwnCounts(openTable(newMeter()));

const countsPrefix = providerClientKeys.providerBudgets('').pk;
const isCounts = ({ pk }: Key) => pk.startsWith(countsPrefix);
const isPolicies = ({ sk }: Key) => sk === dataPolicyKeys.dataPolicies().sk;

/**
 * Returns a table in which this worker alone counts the requests to providers: workers run tests at
 * once, and one must not use up the limits of a day for another.
 */
export function withOwnCounts(shared: Table): Table {
  return withOwnItems(shared, process.env.VITEST_POOL_ID, isCounts);
}

/** Returns a table in which an owner alone counts these requests, and sets data policies. */
export function withOwnProviders(shared: Table, owner: string): Table {
  return withOwnItems(shared, owner, (key) => isCounts(key) || isPolicies(key));
}

function withOwnItems(
  shared: Table,
  owner: string | undefined,
  isOwn: (key: Key) => boolean,
): Table {
  const toOwn = (key: Key): Key =>
    isOwn(key) ? { pk: `${key.pk} ${owner}`, sk: key.sk } : key;
  return {
    ...shared,
    get: (key) => shared.get(toOwn(key)),
    put: (item, condition) => {
      const { pk, sk } = toOwn(item);
      return shared.put({ ...item, pk, sk }, condition);
    },
    update: (key, ...write) => shared.update(toOwn(key), ...write),
    delete: (key, condition) => shared.delete(toOwn(key), condition),
  };
}

/** A user with a profile and without a password. */
export interface TestPerson {
  user_id: string;
  username: string;
}

/** A user who can sign in. */
export interface TestUser extends TestPerson {
  email: string;
  password: string;
}

/** A client with its secret. */
export interface TestClient {
  client_id: string;
  client_secret: string;
  name: string;
  redirect_uri: string;
}

const password = 'correct horse battery';

/**
 * Puts new items into the table in few calls, because tests arrange thousands. `put` gets a table
 * that collects them, and has none yet to update.
 */
export async function putAtOnce<Result>(
  put: (collector: Table<'put' | 'update'>) => Promise<Result>,
): Promise<Result> {
  const items: Key[] = [];
  const findNone = async () => ({ done: false, existing: undefined }) as const;
  const result = await put({
    put: async (item) => {
      items.push(item);
      return { done: true, item };
    },
    update: findNone,
    updateWithoutReturnValues: findNone,
  });
  await putItems(items);
  return result;
}

/** Creates a user without a password. */
export async function newPerson(): Promise<TestPerson> {
  const { item, person } = buildPerson();
  await table().put(item, isNew);
  return person;
}

/** Builds a new person and the item of their profile, and writes neither. */
function buildPerson() {
  const now = new Date();
  const id = newId(now);
  const profile = {
    id,
    username: id,
    display_name: `User ${id}`,
    email: `${id}@example.com`,
  };
  const collection = { collection: identityKeys.users(), collection_sk: id };
  const item = {
    ...identityKeys.user(id),
    ...collection,
    ...profile,
    date_joined: now.toISOString(),
    health_consent: newHealthConsent(now),
  };
  const person: TestPerson = { user_id: id, username: id };
  return { item, person };
}

/** The lowest cost that argon2 allows (RFC 9106, section 3.1). */
const lowCost: Argon2Cost = { memory: 8, passes: 1, parallelism: 1 };

/**
 * Creates a user who can sign in. All users have the same password. `cost`, the cost of verifying
 * it, defaults to the lowest, because only measurements need more.
 */
export async function newUser(cost: Argon2Cost = lowCost): Promise<TestUser> {
  const { item, person } = buildPerson();
  const { user_id } = person;
  const { email } = item;
  const password_hash = await hashPassword(password, cost);
  const identity = { ...person, email, password_hash };
  const emailKey = identityKeys.email(email);
  await putItems([
    item,
    { ...identityKeys.credentials(user_id), ...identity },
    { ...emailKey, ...toOwnedAttributes(user_id, emailKey), user_id },
  ]);
  return { ...person, email, password };
}

/** Returns the identity of a user. */
export async function getIdentity({
  user_id,
}: Pick<TestPerson, 'user_id'>): Promise<Identity> {
  const identity = await findByUser(table(), user_id);
  if (!identity) throw new Error('The user has no identity.');
  return identity;
}

/** Changes the settings of a person. */
export async function chooseSettings(
  { user_id }: Pick<TestPerson, 'user_id'>,
  settings: UserSettings,
): Promise<void> {
  const profile = await findProfile(table(), user_id);
  if (!profile) throw new Error('The person has no profile.');
  const { display_name } = profile;
  await userSettings.update(table(), profile, { display_name, ...settings });
}

/** Creates a personal access token of a user, which reads the diary. */
export function createPersonalToken(identity: Identity, now = new Date()) {
  const expires_at = toEpochSeconds(now) + 60;
  const id = newId(now);
  const newToken = { id, name: 'A script', scope: 'diary.read', expires_at };
  const mail = createMailAttributes<PersonalTokenMail>({
    template: 'personal_token_created',
    to: identity.email,
    language: 'en',
  });
  return personalTokens.create(table(), identity, newToken, mail, now);
}

/** Registers a client, for all grants unless `registration` says otherwise. */
export async function newClient(
  registration: Partial<Registration> = {},
): Promise<TestClient> {
  const redirect_uri = 'https://app.example/callback';
  const defaults: Registration = {
    name: 'Test application',
    redirect_uris: [redirect_uri],
    grant_types: ['authorization_code', 'client_credentials', 'refresh_token'],
    native: false,
  };
  const { client, client_secret } = await clients.create(
    table(),
    { ...defaults, ...registration },
    new Date(),
  );
  const { client_id, name, redirect_uris } = client;
  return {
    client_id,
    client_secret,
    name,
    redirect_uri: redirect_uris[0] ?? redirect_uri,
  };
}

/** Registers a client of a user, as the user does. */
export async function newOwnClient(
  user_id: string,
  registration: Partial<Registration> = {},
): Promise<TestClient> {
  const { client, client_secret } = clients.buildClient(
    {
      name: 'Trail maps',
      redirect_uris: ['https://app.example/callback'],
      ...registration,
    },
    new Date(),
  );
  const created = await createOwn(table(), client, user_id);
  if (!created) throw new Error('The user has as many applications as allowed.');
  const { client_id, name, redirect_uris } = created;
  return { client_id, client_secret, name, redirect_uri: redirect_uris[0] ?? '' };
}

const identityHeaders = new Map<string, Record<string, string>>();

/** Returns the headers that confirm the client and the user of a token to the diary. */
export function getIdentityHeaders(token: string | undefined): Record<string, string> {
  return identityHeaders.get(token ?? '') ?? {};
}

async function issueToken(
  grantedAccess: Parameters<typeof grants.issue>[1],
  store: Table<'put'> = table(),
): Promise<string> {
  const { access_token } = await grants.issue(store, grantedAccess, new Date());
  identityHeaders.set(access_token, {
    'svc-client-id': grantedAccess.client_id,
    'svc-user-id': grantedAccess.user_id,
  });
  return access_token;
}

/** The clients of user tokens for which a test names none, by the key file of their service. */
const sharedClients = new Map<string | undefined, Promise<TestClient>>();

/**
 * Returns the client of all user tokens for which a test names none. It is the operator's own, so
 * that no data policy hides anything.
 */
function getSharedClient(): Promise<TestClient> {
  const { ENCRYPTION_KEY_FILE } = process.env;
  const client = sharedClients.get(ENCRYPTION_KEY_FILE) ?? newClient({ own: true });
  sharedClients.set(ENCRYPTION_KEY_FILE, client);
  return client;
}

/** Issues an access token that a user granted to a client. Defaults to full access. */
export async function issueUserToken(
  user: TestPerson,
  client?: TestClient,
  scope: string = fullScope,
  store: Table<'put'> = table(),
): Promise<string> {
  return issueToken(
    toUserAccess(user, client ?? (await getSharedClient()), scope),
    store,
  );
}

/** Issues an access token for the MCP endpoint. */
export function issueAgentToken(
  user: TestPerson,
  client: TestClient,
  scope: string,
): Promise<string> {
  return issueToken({ ...toUserAccess(user, client, scope), audience: 'mcp' });
}

/** Returns the access of a user that a client has. */
function toUserAccess(
  { user_id, username }: TestPerson,
  { client_id, name }: TestClient,
  scope: string,
) {
  const token_use = 'user' as const;
  return { user_id, username, client_id, application_name: name, token_use, scope };
}

/** Issues an access token of a new user. */
export async function newUserToken(): Promise<string> {
  const client = await getSharedClient();
  const { item, person } = buildPerson();
  return putAtOnce(async (collector) => {
    await collector.put(item, isNew);
    return issueToken(toUserAccess(person, client, fullScope), collector);
  });
}

/** Issues an access token of a client for itself. */
export async function issueClientToken(client?: TestClient): Promise<string> {
  const { client_id, name } = client ?? (await newClient());
  return issueToken({
    user_id: toServicePrincipal(client_id),
    username: name,
    client_id,
    application_name: name,
    token_use: 'application',
    scope: fullScope,
  });
}
