import { toLogHash } from '../runtime/ids.ts';

/** The caller that a valid access token represents, as stated by the authorizer. */
export interface Principal {
  /** The id of a user, or the service principal of a client. */
  user_id: string;
  /**
   * The hash of the user's id for log lines. Absent if an authorizer of an earlier version stated
   * the caller.
   */
  user_hash?: string;
  client_id: string;
  /** The id of the grant that the token belongs to. */
  grant_id: string;
  token_use: TokenUse;
  scope: string;
  /** Whether the user has restricted the processing of their data. */
  is_restricted: boolean;
  /**
   * The remote connection types whose data the client may not see: their entries, data sources and
   * devices do not exist for this caller (wire.md P3).
   */
  hidden_types: readonly string[];
  /** The hidden types of which the user has data, or may have: totals are without them. */
  incomplete_types: readonly string[];
}

/** `user`: a person granted it. `application`: from the client credentials grant. */
export type TokenUse = 'user' | 'application';

/**
 * Returns the user id in tokens from the client credentials grant. Ids of people have no hyphen.
 */
export function toServicePrincipal(client_id: string): string {
  return `app-${client_id}`;
}

/** Returns whether a user id is that of a service principal. */
export function isServicePrincipal(user_id: string): boolean {
  return user_id.startsWith(toServicePrincipal(''));
}

const personalClientPrefix = 'personal-';

/**
 * Returns the id of the client of a user's personal access tokens. No registered client has such an
 * id. It has a hash of the user's id, because logs have the ids of clients.
 */
export function toPersonalClient(user_id: string): string {
  return personalClientPrefix + toLogHash(user_id);
}

/** Returns whether a client id is that of the personal access tokens of a user. */
export function isPersonalClient(client_id: string): boolean {
  return client_id.startsWith(personalClientPrefix);
}

type AuthorizerContext = Readonly<Record<string, unknown>>;

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Matches the `type` of a remote connection type. */
const typePattern = /^[a-z0-9_]+$/;

/** Formats a list of remote connection types as the text of a claim. */
export function formatTypes(types: readonly string[]): string {
  return types.join(' ');
}

/** Parses the claim. None is an empty list. Returns undefined for text that has anything else. */
function parseTypes(claim: unknown): string[] | undefined {
  if (claim === undefined || claim === '') return [];
  const types = typeof claim === 'string' ? claim.split(' ') : [''];
  return types.every((type) => typePattern.test(type)) ? types : undefined;
}

/**
 * Reads the principal from the authorizer's context, which uses Cognito's claim names. Returns
 * undefined if a claim is missing or unreadable, so that a misconfigured route has no caller (fail
 * closed).
 */
export function parsePrincipal(
  context: AuthorizerContext | null | undefined,
): Principal | undefined {
  const { sub, client_id, origin_jti, token_use, scope, ...others } = context ?? {};
  if (!isText(sub) || !isText(client_id) || !isText(scope)) return undefined;
  if (!isText(origin_jti)) return undefined;
  if (token_use !== 'user' && token_use !== 'application') return undefined;
  // API Gateway passes every value on as text.
  const is_restricted = others.restricted === 'true';
  const hidden_types = parseTypes(others.hidden_types);
  const incomplete_types = parseTypes(others.incomplete_types);
  if (!hidden_types || !incomplete_types) return undefined;
  return {
    user_id: sub,
    ...(isText(others.user_hash) ? { user_hash: others.user_hash } : {}),
    client_id,
    grant_id: origin_jti,
    token_use,
    scope,
    is_restricted,
    hidden_types,
    incomplete_types,
  };
}

/** The protection space of the whole service (RFC 9110 section 11.5). */
const realm = 'fitness-data';

/** The WWW-Authenticate challenge for an access token (RFC 6750 section 3). */
export const bearerChallenge = `Bearer realm="${realm}"`;

/** Returns the challenge for a token without the required scope (RFC 6750 section 3.1). */
export function buildInsufficientScopeChallenge(scope: string): string {
  return `${bearerChallenge}, error="insufficient_scope", scope="${scope}"`;
}

/** The WWW-Authenticate challenge for client credentials (RFC 7617 section 2). */
export const basicChallenge = `Basic realm="${realm}", charset="UTF-8"`;
