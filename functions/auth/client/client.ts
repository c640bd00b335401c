import type { SetQuotas } from '#functions/auth/quota/quota.ts';
import { isPersonalClient } from '#shared/auth/principal.ts';
import { matchesDigest, toDigest } from '#shared/auth/secrets.ts';
import type { Audience } from '#shared/contract/endpoint.ts';
import {
  agentScopes,
  coversScope,
  defaultAgentScopes,
  fullScope,
  identityScopes,
  limitIdentity,
  normalizeScope,
  type Scope,
} from '#shared/contract/scopes.ts';

/** The values of `grant_type` at the token endpoint (specification 4.2). */
export const grantTypes = [
  'authorization_code',
  'client_credentials',
  'refresh_token',
] as const;
export type GrantType = (typeof grantTypes)[number];

export interface ClientSecret {
  digest: string;
  created_datetime: string;
  /** When a replaced secret expires. */
  expires_datetime?: string;
}

/** A registered OAuth client. Pages and the operator's command line call it an application. */
export interface Client {
  client_id: string;
  name: string;
  redirect_uris: readonly string[];
  /** Where people can continue after they have signed out (RP-Initiated Logout 1.0 section 3.1). */
  post_logout_redirect_uris?: readonly string[] | undefined;
  grant_types: readonly GrantType[];
  /**
   * Whether the client is installed on devices. A native client may use loopback redirects at any
   * port and private-use schemes.
   */
  native: boolean;
  pkce_required: boolean;
  /** The scopes that the client may request. Defaults to all. */
  scopes?: readonly Scope[] | undefined;
  /** The scopes of a request without a scope. Defaults to `scopes`, or else to full access. */
  default_scopes?: readonly Scope[] | undefined;
  /** Set if the client cannot keep a secret, e.g. a browser or phone app. */
  public?: true;
  /** The user who has registered it. Absent if the operator has, by the command line. */
  owner_id?: string;
  /** Set by a release before 0.7.0, which let operators approve clients. It is disabled. */
  approval?: 'pending' | 'rejected';
  /**
   * A change that waited for the operator before 0.7.0. The next change of the client removes it.
   */
  proposed?: { has_logo?: true };
  /** Set if it is the operator's own: data policies of providers do not limit it. */
  own?: true | undefined;
  /** The limits that the operator has set for it. */
  limits?: SetQuotas | undefined;
  /** The home page, which the consent page links to (RFC 7591 section 2). */
  client_uri?: string | undefined;
  /** The privacy policy, which the consent page links to (RFC 7591 section 2). */
  policy_uri?: string | undefined;
  /** The mail address of its developers, for mail about its webhooks (RFC 7591 `contacts`). */
  contact?: string | undefined;
  /** Set if a release before 0.7.0 has stored a logo. The next change of the client deletes it. */
  has_logo?: true;
  /** The current secret comes first. For a day, the previous secret follows. */
  secrets: readonly ClientSecret[];
  /** The only audience of its tokens. Absent if it may request any. */
  audience?: Audience;
  /** When its metadata document was fetched, if its id is the URL of one. */
  fetched_datetime?: string;
  /** Until when the document need not be fetched again. */
  fresh_until?: string;
  /** Set while the operator has pinned the document: it is not fetched again. */
  pinned_datetime?: string;
  created_datetime: string;
  disabled_datetime?: string;
}

/** The most clients that a user can have registered at the same time. */
export const maxOwnClients = 10;

/** The clients that a user has registered. */
export interface OwnClients {
  /** Absent if there is none. */
  client_ids?: ReadonlySet<string>;
}

/** Lists the ids of the clients of a user in the order of their registration. */
export function listOwnIds({ client_ids }: OwnClients): string[] {
  return client_ids ? [...client_ids].sort() : [];
}

/** Returns whether a client or a user exists and is not disabled. */
export function isEnabled<Item extends Pick<Client, 'disabled_datetime' | 'approval'>>(
  item: Item | undefined,
): item is Item {
  if (item === undefined) return false;
  return item.disabled_datetime === undefined && item.approval === undefined;
}

/** Returns whether a client sent a valid secret, or is public and sent no secret. */
export function isAuthentic(
  client: Client,
  secret: string | undefined,
  now: Date,
): boolean {
  if (client.public) return !secret;
  return secret !== undefined && hasSecret(client, secret, now);
}

/** Returns whether `secret` is a secret of the client that has not expired. */
export function hasSecret({ secrets }: Client, secret: string, now: Date): boolean {
  const validSecrets = secrets.filter((candidate) => isLiveSecret(candidate, now));
  return validSecrets.some(({ digest }) => matchesDigest(secret, digest));
}

/** Returns whether a secret has not expired. */
export function isLiveSecret({ expires_datetime }: ClientSecret, now: Date): boolean {
  return expires_datetime === undefined || expires_datetime > now.toISOString();
}

/** A client and its new secret, which cannot be read again. */
export interface ClientWithSecret {
  client: Client;
  client_secret: string;
}

/** Returns a new secret as it is stored: its digest and when it was created. */
export function toStoredSecret(client_secret: string, now: Date): ClientSecret {
  return {
    digest: toDigest(client_secret),
    created_datetime: now.toISOString(),
  };
}

/** The members of a client that decide on its scopes. */
export type ScopedClient = Pick<Client, 'scopes' | 'default_scopes'>;

/** Returns all scopes that a client may request, separated by spaces (RFC 6749 section 3.3). */
export function getAllowedScope({
  scopes = [fullScope, ...identityScopes],
}: ScopedClient): string {
  return scopes.join(' ');
}

/**
 * Returns the known scopes that a client requests. Defaults to its default scope. Names of a
 * sign-in that the client may not request are ignored beside others, as libraries send them to
 * every server.
 */
export function getRequestedScope(
  sent: string | undefined,
  client: ScopedClient,
  audience?: Audience | undefined,
): string {
  if (audience === 'mcp') return getAgentScope(sent, client);
  const { scopes = [fullScope], default_scopes = scopes } = client;
  const known = normalizeScope(sent ?? '');
  const limited = limitIdentity(known, getAllowedScope(client));
  return limited || known || default_scopes.join(' ');
}

/**
 * Returns the scopes of the MCP endpoint that a client requests, an empty string if there are none.
 * Other names are ignored. Without a scope, these are the default ones that the client may request.
 */
function getAgentScope(sent: string | undefined, client: ScopedClient): string {
  const allowed = getAllowedScope(client);
  const defaults = defaultAgentScopes.filter((name) => coversScope(allowed, name));
  const names = sent?.split(' ') ?? defaults;
  return agentScopes.filter((name) => names.includes(name)).join(' ');
}

/** Returns why a client may not request a scope, or undefined if it may. */
export function findScopeProblem(
  scope: string,
  client: ScopedClient,
): string | undefined {
  const allowed = getAllowedScope(client);
  if (coversScope(allowed, scope)) return undefined;
  return `this client may request only the scope ${allowed}`;
}

/**
 * The id of the client with which the API reference lets readers try requests. Every deployment has
 * it, so nobody has to register it.
 */
export const referenceClientId = 'api-reference';

/**
 * The public client of the API reference. It is a constant rather than an item, so the reference
 * works in every deployment without a registration.
 */
export const referenceClient: Client = {
  client_id: referenceClientId,
  name: 'API reference',
  redirect_uris: [],
  grant_types: ['authorization_code', 'refresh_token'],
  native: true,
  pkce_required: true,
  public: true,
  own: true,
  secrets: [],
  created_datetime: '2026-11-20T00:00:00.000Z',
};

/**
 * Returns whether a client has no item, and is always enabled: that of the API reference, and that
 * of the personal access tokens of a user.
 */
export function hasNoItem(client_id: string): boolean {
  return client_id === referenceClientId || isPersonalClient(client_id);
}

/**
 * Returns the client of the API reference with its redirect URIs, which depend on the base URL of
 * the main host. Returns any other client unchanged.
 */
export function addReferenceRedirectUris(client: Client, mainBaseUrl: string): Client {
  if (client.client_id !== referenceClientId) return client;
  const redirect_uris = ['v7.0', 'v7.1'].map(
    (version) => `${mainBaseUrl}/${version}/docs/signed-in/`,
  );
  return { ...client, redirect_uris };
}
