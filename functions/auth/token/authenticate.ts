import { type ServiceError, withHeaders } from '#shared/errors/errors.ts';
import type { Fail } from '#shared/http/handler.ts';
import { audit } from '#shared/runtime/audit.ts';
import type { Table } from '#shared/table/table.ts';
import * as clientCache from '../client/client.cache.ts';
import * as clients from '../client/client.store.ts';
import { type Client, type GrantType, hasSecret, isEnabled } from '../client/client.ts';
import { toNetwork } from '../rate-limit/network.ts';
import * as rateLimits from '../rate-limit/rate-limit.store.ts';
import type { ClientCredentials } from './client-authentication.ts';

/** The request that an application makes, as far as its authentication goes. */
export interface ClientAuthenticationContext {
  table: Table<'get' | 'update'>;
  now: Date;
  sourceAddress: string;
  requestId: string;
  fail: Fail<'too_many_attempts'>;
}

/** Whether these credentials are those of the application, and it may be served. */
function isAuthentic(
  client: Client | undefined,
  { client_secret }: ClientCredentials,
  now: Date,
): client is Client {
  return isEnabled(client) && hasSecret(client, client_secret, now);
}

/**
 * Counts a wrong secret, for the application at that network alone, so that nobody can keep an application out from
 * elsewhere; gives the refusal. A right secret is never kept waiting: of 256 random bits none can be guessed. Names of
 * applications that do not exist are counted together, since nobody can say how many of them there will be.
 */
async function refuse(
  { table, now, sourceAddress, requestId, fail }: ClientAuthenticationContext,
  { refusal }: ClientCredentials,
  client: Client | undefined,
): Promise<ServiceError> {
  const network = toNetwork(sourceAddress);
  const wait = await rateLimits.consume(
    table,
    client
      ? { limit: 'client_at_network', parts: [client.client_id, network] }
      : { limit: 'unknown_clients_at_network', parts: [network] },
    now,
  );
  audit(wait > 0 ? 'client_authentication_rate_limited' : 'client_authentication_failed', {
    request_id: requestId,
    // Whatever else a caller sends in its place may be a secret.
    client_id: client?.client_id,
  });
  if (wait === 0) return refusal;
  // RFC 9110 section 10.2.3.
  return withHeaders(fail('too_many_attempts', { seconds: wait }), { 'Retry-After': String(wait) });
}

/**
 * The application of these credentials. A warm function goes by what it read within the last minute, but never where
 * that speaks against the application, as where it is not registered for the `grant` that it wants; and client
 * credentials, which lead to a new grant, always have it read. Throws `invalid_client` and `too_many_attempts`.
 */
export async function authenticateClient(
  request: ClientAuthenticationContext,
  credentials: ClientCredentials,
  grant?: GrantType,
): Promise<Client> {
  const { table, now } = request;
  const { client_id } = credentials;
  const may = ({ grant_types }: Client) => grant === undefined || grant_types.includes(grant);
  const known = grant === 'client_credentials' ? undefined : clientCache.get(client_id, now);
  if (isAuthentic(known, credentials, now) && may(known)) return known;
  const client = await clients.find(table, client_id);
  if (!isAuthentic(client, credentials, now)) throw await refuse(request, credentials, client);
  clientCache.set(client, now);
  return client;
}
