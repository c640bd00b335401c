import { toNetwork } from '#functions/auth/attempts/attempt-windows.ts';
import type { AttemptKey } from '#functions/auth/attempts/attempts.store.ts';
import * as attempts from '#functions/auth/attempts/attempts.store.ts';
import * as clients from '#functions/auth/client/client.store.ts';
import {
  type Client,
  type GrantType,
  isAuthentic,
  isEnabled,
} from '#functions/auth/client/client.ts';
import { parseToken, type Token, type TokenKind } from '#shared/auth/tokens.ts';
import { type ServiceError, withRetryAfter } from '#shared/errors/errors.ts';
import type { Fail } from '#shared/http/handler.ts';
import { audit } from '#shared/runtime/audit.ts';
import { createTtlCache } from '#shared/runtime/ttl-cache.ts';
import type { Table } from '#shared/table/table.ts';
import {
  type ClientCredentials,
  readClientCredentials,
} from './read-client-credentials.ts';
import type { TokenReference } from './token.ts';

/** A warm function may use a client for this time without reading it again (wire.md A9). */
const ttlMillis = 60_000;

/** The clients that were read within the last minute, by their id. */
export const clientCache = createTtlCache<Client>(ttlMillis);

/** The request of a client that authenticates. */
export interface ClientAuthenticationContext {
  table: Table<'get' | 'update'>;
  now: Date;
  sourceAddress: string;
  requestId: string;
  fail: Fail<'too_many_attempts'>;
}

/**
 * Returns the client of these credentials. A warm function uses its cache if the cached client
 * accepts the secret and the grant type. Clients are cached for a minute. The caller must check the
 * grant type, because a client that is read from the table may not allow it.
 *
 * Throws `invalid_client` if the credentials are wrong, and `too_many_attempts` instead after too
 * many wrong secrets.
 */
export async function authenticateClient(
  context: ClientAuthenticationContext,
  credentials: ClientCredentials,
  grantType?: GrantType,
): Promise<Client> {
  const { table, now } = context;
  const cached = findCached(credentials, grantType, now);
  if (cached) return cached;

  const client = await clients.find(table, credentials.client_id);
  if (isAccepted(client, credentials, now)) {
    clientCache.set(client.client_id, client, now);
    return client;
  }
  // A request without a secret is not a guess, so it is not counted.
  if (credentials.client_secret === undefined)
    throw credentials.buildInvalidClientError();
  throw await countWrongSecret(context, credentials, client);
}

function findCached(
  credentials: ClientCredentials,
  grantType: GrantType | undefined,
  now: Date,
): Client | undefined {
  const cached = clientCache.get(credentials.client_id, now);
  if (!isAccepted(cached, credentials, now)) return undefined;

  const isAllowed = grantType === undefined || cached.grant_types.includes(grantType);
  return isAllowed ? cached : undefined;
}

function isAccepted(
  client: Client | undefined,
  { client_secret }: ClientCredentials,
  now: Date,
): client is Client {
  return isEnabled(client) && isAuthentic(client, client_secret, now);
}

/**
 * Counts a wrong secret and returns the error to throw. A correct secret is never limited, so
 * nobody can lock a client out. A secret cannot be guessed, because it has 256 random bits.
 */
async function countWrongSecret(
  { table, now, sourceAddress, requestId, fail }: ClientAuthenticationContext,
  { buildInvalidClientError }: ClientCredentials,
  client: Client | undefined,
): Promise<ServiceError> {
  const network = toNetwork(sourceAddress);
  const key = toRateLimitKey(client, network);
  const seconds = await attempts.consume(table, key, now);
  const auditFields = {
    request_id: requestId,
    // The id of an unknown client is not recorded: it may be a secret in the wrong field.
    client_id: client?.client_id,
  };
  if (seconds === 0) {
    audit('client_authentication_failed', auditFields);
    return buildInvalidClientError();
  }

  audit('client_authentication_rate_limited', auditFields);
  return withRetryAfter(fail('too_many_attempts', { seconds }), seconds);
}

/** Unknown clients of a network share a limit, because a caller can invent any number of ids. */
function toRateLimitKey(client: Client | undefined, network: string): AttemptKey {
  if (!client) return { limit: 'unknown_clients_at_network', parts: [network] };
  return { limit: 'client_at_network', parts: [client.client_id, network] };
}

/** A token in the format of this service, and its kind. */
export interface ParsedToken {
  kind: TokenKind;
  token: Token;
}

/** An authenticated client and the token that it sent. */
interface ClientAndToken {
  client: Client;
  /** Undefined if the token does not have the format of our tokens. */
  parsedToken: ParsedToken | undefined;
}

/** A request of a client about a token. */
interface TokenReferenceRequest extends ClientAuthenticationContext {
  body: TokenReference;
  header(name: string): readonly string[];
  fail: Fail<'validation_failed' | 'invalid_client' | 'too_many_attempts'>;
}

/**
 * Authenticates the client and parses the token of its request. Throws `validation_failed` if the
 * token is missing. Client authentication throws `invalid_client` or `too_many_attempts`.
 */
export async function authenticateAndParseToken(
  request: TokenReferenceRequest,
): Promise<ClientAndToken> {
  const { body, header, fail } = request;
  const credentials = readClientCredentials(header('authorization'), body, fail);
  if (body.token === undefined)
    throw fail('validation_failed', { failures: { token: ['is required'] } });

  const client = await authenticateClient(request, credentials);
  return { client, parsedToken: parseKnownToken(body.token) };
}

function parseKnownToken(text: string): ParsedToken | undefined {
  for (const kind of ['access', 'refresh'] as const) {
    const token = parseToken(kind, text);
    if (token) return { kind, token };
  }
  return undefined;
}
