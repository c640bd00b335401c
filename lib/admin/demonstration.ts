import * as clients from '#functions/auth/client/client.store.ts';
import { hasSecret, isEnabled } from '#functions/auth/client/client.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { acceptsAccessToken, type Grantee } from '#functions/auth/grant/grant.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { verifyPassword } from '#functions/auth/identity/password.ts';
import { connect } from '#functions/main/remote-connection/provider-credentials.store.ts';
import * as remoteConnections from '#functions/main/remote-connection/remote-connection.store.ts';
import { newSecret } from '#shared/auth/secrets.ts';
import { parseToken } from '#shared/auth/tokens.ts';
import { configuredDataKeys } from '#shared/encryption/configured-data-keys.ts';
import type { Table } from '#shared/table/table.ts';
import { generatePassword } from './password.ts';

/** What a developer needs to try the service: an account, an application, and what the one granted the other. */
export interface Demonstration {
  email: string;
  password: string;
  user_id: string;
  client_id: string;
  client_secret: string;
  /** Good at any port, since the application is a native one. */
  redirect_uri: string;
  access_token: string;
  expires_datetime: string;
}

/** What is remembered of an earlier start; the store has digests only. */
export type RememberedDemonstration = Readonly<Partial<Demonstration>>;

const email = 'demo@example.com';
const username = 'demo';
const name = 'Demonstration';

/**
 * Makes sure that there is a demonstration account with a remote connection, an application and a token. What is
 * remembered stays as long as it works, whatever does not is made anew; undefined where somebody disabled the account.
 */
export async function ensureDemonstration(
  table: Table,
  remembered: RememberedDemonstration,
  redirect_uri: string,
  now: Date,
): Promise<Demonstration | undefined> {
  const [user, registered] = await Promise.all([
    ensureUser(table, remembered, now),
    ensureApplication(table, remembered, redirect_uri, now),
  ]);
  if (!user) return undefined;
  const { user_id } = user;
  const { client_id } = registered;
  const grantee = {
    user_id,
    username,
    client_id,
    application_name: name,
    token_use: 'user',
  } as const;
  const [token] = await Promise.all([
    ensureToken(table, remembered, grantee, now),
    ensureRemoteConnection(table, user_id, now),
  ]);
  return { email, ...user, ...registered, redirect_uri, ...token };
}

async function ensureUser(table: Table, { password }: RememberedDemonstration, now: Date) {
  const signIn = await identities.findByEmail(table, email);
  if (signIn?.disabled_datetime) return undefined;
  if (signIn && password !== undefined && (await verifyPassword(password, signIn.password_hash)))
    return { user_id: signIn.user_id, password };
  const generated = generatePassword();
  const newUser = { email, username, display_name: 'Demo', password: generated };
  const user_id = signIn
    ? (await identities.setPassword(table, email, generated, now))?.user_id
    : (await identities.create(table, newUser, now))?.id;
  return user_id === undefined ? undefined : { user_id, password: generated };
}

async function ensureApplication(
  table: Table,
  remembered: RememberedDemonstration,
  redirect_uri: string,
  now: Date,
) {
  const { client_id = '', client_secret = '' } = remembered;
  const known = await clients.find(table, client_id);
  if (isEnabled(known) && hasSecret(known, client_secret, now)) return { client_id, client_secret };
  const registration = { name, redirect_uris: [redirect_uri], native: true, pkce_required: false };
  const { client: application, client_secret: secret } = await clients.create(
    table,
    registration,
    now,
  );
  return { client_id: application.client_id, client_secret: secret };
}

/** One whose tokens no provider has given: there is nothing to fetch with it. */
async function ensureRemoteConnection(table: Table, user_id: string, now: Date): Promise<void> {
  const connections = await remoteConnections.list(table, user_id);
  if (connections.length > 0) return;
  const newConnection = { type: 'garmin', remote_id: 'demonstration', access_token: newSecret() };
  const vault = { table, dataKeys: await configuredDataKeys() };
  const { id } = await connect(vault, user_id, newConnection, now);
  await remoteConnections.recordSync(table, user_id, id, now);
}

async function ensureToken(
  table: Table,
  remembered: RememberedDemonstration,
  grantee: Grantee,
  now: Date,
) {
  const { access_token = '', expires_datetime = '' } = remembered;
  const token = parseToken('access', access_token);
  const grant = token && (await grants.find(table, token));
  const { user_id, client_id } = grantee;
  if (
    grant?.user_id === user_id &&
    grant.client_id === client_id &&
    acceptsAccessToken(grant, token?.secret ?? '', now)
  )
    return { access_token, expires_datetime };
  const issued = await grants.issue(table, grantee, now);
  const expires_at = issued.grant.access_expires_at ?? 0;
  return {
    access_token: issued.access_token,
    expires_datetime: new Date(expires_at * 1000).toISOString(),
  };
}
