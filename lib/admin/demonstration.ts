import * as clients from '#functions/auth/client/client.store.ts';
import { hasSecret, isEnabled } from '#functions/auth/client/client.ts';
import { updateClient } from '#functions/auth/client/client-update.store.ts';
import type { Registration } from '#functions/auth/client/registration.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { acceptsAccessToken, type GrantedAccess } from '#functions/auth/grant/grant.ts';
import * as accounts from '#functions/auth/identity/account.store.ts';
import { setPasswordAsOperator } from '#functions/auth/identity/change-access.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { verifyPassword } from '#functions/auth/identity/password.ts';
import * as processing from '#functions/auth/identity/processing.store.ts';
import { mustAskForConsent } from '#functions/auth/identity/processing.ts';
import { connectAccount } from '#functions/connections/connection/credentials.store.ts';
import * as remoteConnections from '#functions/connections/connection/remote-connection.store.ts';
import * as inboxes from '#functions/connections/inbox/inbox.store.ts';
import { opensInbox } from '#functions/connections/inbox/inbox.ts';
import { newSecret } from '#shared/auth/secrets.ts';
import { parseToken } from '#shared/auth/tokens.ts';
import { coversScope, fullScope, identityScopes } from '#shared/contract/scopes.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { Table } from '#shared/table/table.ts';
import { generatePassword } from './input.ts';

/** An account, an application and a token to try the service with. */
export interface Demonstration {
  email: string;
  password: string;
  user_id: string;
  client_id: string;
  client_secret: string;
  /** A loopback URI. Any port is valid, because the application is native. */
  redirect_uri: string;
  access_token: string;
  expires_datetime: string;
  /** Absent if the account has as many inboxes as allowed. */
  inbox_secret?: string;
}

/** The secrets of an earlier start, of which the table has only digests. */
export type RememberedDemonstration = Readonly<Partial<Demonstration>>;

const email = 'demo@example.com';
const username = 'demo';
const applicationName = 'Demonstration';

/** What the guides use. Full access does not include measurements. */
const guideScopes = [fullScope, 'measurements.write'] as const;

const permissions = {
  own: true as const,
  scopes: [...guideScopes, ...identityScopes],
  default_scopes: [fullScope],
} satisfies Partial<Registration>;

/**
 * Creates the account, remote connection, inbox, application and token unless they exist. Replaces
 * the remembered secrets that no longer work. Returns undefined if the account is disabled.
 */
export async function ensureDemonstration(
  table: Table,
  remembered: RememberedDemonstration,
  redirect_uri: string,
  now: Date,
): Promise<Demonstration | undefined> {
  const [user, registered] = await Promise.all([
    ensureUser(table, remembered, now),
    ensureClient(table, remembered, redirect_uri, now),
  ]);
  if (!user) return undefined;

  const grantedAccess = {
    user_id: user.user_id,
    username,
    client_id: registered.client_id,
    application_name: applicationName,
    token_use: 'user',
    scope: guideScopes.join(' '),
  } as const;
  const [token, inbox_secret] = await Promise.all([
    ensureToken(table, remembered, grantedAccess, now),
    ensureInbox(table, remembered, user.user_id, now),
    ensureRemoteConnection(table, user.user_id, now),
  ]);
  return {
    email,
    ...user,
    ...registered,
    redirect_uri,
    ...token,
    ...compact({ inbox_secret }),
  };
}

async function ensureUser(
  table: Table,
  { password }: RememberedDemonstration,
  now: Date,
) {
  const existing = await identities.findByEmail(table, email);
  if (existing?.disabled_datetime) return undefined;
  if (!existing) return createUser(table, now);

  const { user_id, password_hash } = existing;
  const isCorrect =
    password !== undefined && (await verifyPassword(password, password_hash));
  if (isCorrect) return { user_id, password };

  const generated = generatePassword();
  const updated = await setPasswordAsOperator(table, email, generated, now);
  return updated && { user_id, password: generated };
}

async function createUser(table: Table, now: Date) {
  const password = generatePassword();
  const newUser = {
    email,
    username,
    display_name: 'Demo',
    password,
  };
  const account = await accounts.create(table, newUser, now, { hasConsented: true });
  return account && { user_id: account.profile.id, password };
}

async function ensureClient(
  table: Table,
  remembered: RememberedDemonstration,
  redirect_uri: string,
  now: Date,
) {
  const { client_id = '', client_secret = '' } = remembered;
  const existing = await clients.find(table, client_id);
  if (isEnabled(existing) && hasSecret(existing, client_secret, now)) {
    const { own, scopes } = existing;
    const set = scopes ? { own: permissions.own } : permissions;
    if (!own || !scopes) await updateClient(table, client_id, { set, remove: [] });
    return { client_id, client_secret };
  }

  const registration = {
    name: applicationName,
    redirect_uris: [redirect_uri],
    native: true,
    pkce_required: false,
    ...permissions,
  };
  const created = await clients.create(table, registration, now);
  return { client_id: created.client.client_id, client_secret: created.client_secret };
}

/** Creates a connection unless the user has one. Its token is random; no provider issued it. */
async function ensureRemoteConnection(
  table: Table,
  user_id: string,
  now: Date,
): Promise<void> {
  const connections = await remoteConnections.list(table, user_id);
  if (connections.length > 0) return;

  const newConnection = {
    type: 'garmin',
    remote_id: 'demonstration',
    access_token: newSecret(),
  };
  const stores = { table, dataKeys: openDataKeys() };
  const connected = await connectAccount(stores, user_id, newConnection, now);
  if (connected.outcome === 'belongs_to_another_user') return;
  await remoteConnections.recordSync(table, user_id, connected.connection.id, now);
}

/**
 * Returns the secret of an inbox that takes values at once. The account consents to that, unless
 * its person has withdrawn the consent or restricted the processing.
 */
async function ensureInbox(
  table: Table,
  { inbox_secret = '' }: RememberedDemonstration,
  user_id: string,
  now: Date,
): Promise<string | undefined> {
  const token = parseToken('inbox', inbox_secret);
  const { inbox, profile } = await inboxes.findWithOwner(table, {
    user_id,
    id: token?.id ?? '',
  });
  const isUndecided = profile?.health_consent?.withdrawn_datetime === undefined;
  if (profile && isUndecided && mustAskForConsent(profile))
    await processing.giveConsent(table, user_id, now);
  if (token?.user_id === user_id && opensInbox(inbox, token)) return inbox_secret;

  const newInbox = { name: applicationName, app: 'other', isSigned: false } as const;
  const created = await inboxes.create(table, user_id, newInbox, now);
  return created?.secret;
}

async function ensureToken(
  table: Table,
  remembered: RememberedDemonstration,
  grantedAccess: GrantedAccess,
  now: Date,
) {
  const { access_token = '', expires_datetime = '' } = remembered;
  if (await isUsable(table, access_token, grantedAccess, now))
    return { access_token, expires_datetime };

  const issued = await grants.issue(table, grantedAccess, now);
  const { access_expires_at = 0 } = issued.grant;
  const expiry = new Date(access_expires_at * 1000);
  return { access_token: issued.access_token, expires_datetime: expiry.toISOString() };
}

async function isUsable(
  table: Table,
  access_token: string,
  { user_id, client_id, scope }: GrantedAccess,
  now: Date,
): Promise<boolean> {
  const token = parseToken('access', access_token);
  if (!token) return false;
  const grant = await grants.find(table, token);
  const isOfDemonstration = grant?.user_id === user_id && grant.client_id === client_id;
  return (
    isOfDemonstration &&
    coversScope(grant.scope, scope) &&
    acceptsAccessToken(grant, token.secret, now)
  );
}
