import type { Browser } from '#functions/auth/browser/browser.ts';
import type { SignedInUser } from '#functions/auth/signed-in/signed-in-user.ts';
import { connectAccount } from '#functions/connections/connection/credentials.store.ts';
import { requestSync } from '#functions/connections/connection/sync-request.store.ts';
import { decryptClient } from '#functions/connections/provider-credentials/client.store.ts';
import type {
  ProviderClient,
  ProviderFailure,
} from '#functions/connections/provider-definition/call.ts';
import { hasRequiredScopes } from '#functions/connections/provider-definition/oauth.ts';
import type {
  CodeExchange,
  OAuthProvider,
  ProviderAuthorization,
} from '#functions/connections/provider-definition/provider.ts';
import { findFirstImport } from '#functions/connections/providers/find-access.ts';
import {
  createProviderCall,
  findProvider,
} from '#functions/connections/providers/find-provider.ts';
import type { DataKeyProvider } from '#shared/encryption/envelope.ts';
import { ServiceError } from '#shared/errors/errors.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { Table } from '#shared/table/table.ts';
import {
  type ConnectRequest,
  getCallbackUrl,
  toCodeVerifier,
} from '../connect-request.ts';
import type { ConnectOutcome } from '../outcome.ts';

/** The response of a provider, and the connect request that it may complete. */
export interface Callback {
  connectRequest: ConnectRequest;
  user: SignedInUser;
  browser: Browser;
  /** Absent if the provider reports an error. */
  code?: string;
  scope?: string;
  error?: string;
}

export interface ConnectDeps {
  table: Table<'get' | 'put' | 'update' | 'transact'>;
  dataKeys: DataKeyProvider;
  now: Date;
  baseUrls: { auth: string };
}

/** Redeems the code of a callback and stores the connection. */
export async function connectProvider(
  callback: Callback,
  deps: ConnectDeps,
): Promise<ConnectOutcome> {
  const { type } = callback.connectRequest;
  if (callback.error !== undefined) return interpretError(callback.error);
  if (callback.code === undefined) return { kind: 'provider_error' };

  const provider = findProvider(type);
  const client = await decryptClient(deps, type);
  if (!provider?.oauth || !client) return { kind: 'misconfigured' };

  const exchange = toCodeExchange(callback, provider, callback.code, deps);
  const context = { send: createProviderCall(type), client, now: deps.now };
  const redeemed = await provider.exchangeCode(context, exchange);
  if (!redeemed.ok) return explainFailure(redeemed.error);
  if (!hasRequiredScopes(provider, redeemed.value.scopes)) {
    return { kind: 'insufficient_scope' };
  }
  // A provider that names none has granted those that were requested (RFC 6749 section 5.1).
  const { scopes = [...provider.oauth.scopes, ...client.extra_scopes] } = redeemed.value;
  return storeConnection(callback, { ...redeemed.value, scopes }, client, deps);
}

/**
 * Interprets the `error` of a callback (RFC 6749 section 4.1.2.1). WHOOP seems to use Ory Hydra,
 * whose default code for a denial is `request_denied`.
 */
function interpretError(error: string): ConnectOutcome {
  if (error === 'access_denied' || error === 'request_denied') return { kind: 'denied' };
  // The page shows the code to the person, so any other text is left out.
  const isCode = /^[a-z_]{1,40}$/.test(error);
  return compact({ kind: 'provider_error' as const, code: isCode ? error : undefined });
}

function toCodeExchange(
  { connectRequest, browser, scope }: Callback,
  { oauth }: OAuthProvider,
  code: string,
  { baseUrls }: ConnectDeps,
): CodeExchange {
  const { id, type } = connectRequest;
  return compact({
    code,
    redirect_uri: getCallbackUrl(baseUrls, type),
    code_verifier: oauth.pkce && toCodeVerifier(id, browser),
    scope,
  });
}

function explainFailure({ kind }: ProviderFailure): ConnectOutcome {
  if (kind === 'invalid_grant') return { kind: 'expired' };
  if (kind === 'invalid_client') return { kind: 'misconfigured' };
  if (kind === 'insufficient_scope') return { kind: 'insufficient_scope' };
  if (kind === 'unavailable' || kind === 'rate_limited') return { kind: 'unavailable' };
  return { kind: 'provider_error', code: kind };
}

/**
 * Stores the connection together with the credentials of our client, if there is one, and requests
 * its first sync. The function that revokes the access at the provider can read these credentials
 * nowhere else (decision 0041).
 */
export async function storeConnection(
  { connectRequest, user }: Pick<Callback, 'connectRequest' | 'user'>,
  { tokens, remote_id, scopes = [] }: ProviderAuthorization,
  client: ProviderClient | undefined,
  { table, dataKeys, now }: ConnectDeps,
): Promise<ConnectOutcome> {
  const ours = client && pickCredentials(client);
  const credentials = { ...tokens, ...ours };
  const granted = { granted_scopes: [...scopes] };
  const connection = { type: connectRequest.type, remote_id, ...granted, ...credentials };
  try {
    const stores = { table, dataKeys };
    const connected = await connectAccount(stores, user.profile.id, connection, now);
    if (connected.outcome === 'belongs_to_another_user') return { kind: 'in_use' };
    const { id } = connected.connection;
    const request = { remote_connection_id: id, reason: 'connected' } as const;
    await requestSync(table, user.profile.id, request, now);
    const isRenewed = connected.outcome === 'renewed';
    const imports = isRenewed ? 'continued' : findFirstImport(connectRequest.type);
    return { kind: 'connected', remote_connection: id, imports };
  } catch (error) {
    if (isCapacityExceeded(error)) return { kind: 'too_many_connections' };
    throw error;
  }
}

function pickCredentials({ client_id, client_secret }: ProviderClient): ProviderClient {
  return { client_id, client_secret };
}

/**
 * Returns whether the user has too many connections. No other failure is about the request as a
 * whole, which `__all__` stands for.
 */
function isCapacityExceeded(error: unknown): boolean {
  return error instanceof ServiceError && error.failures?.__all__ !== undefined;
}
