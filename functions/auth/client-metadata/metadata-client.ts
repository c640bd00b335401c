import type { Client } from '#functions/auth/client/client.ts';
import {
  findClientIdUrlFault,
  isClientIdUrl,
} from '#functions/auth/client/client-id-url.ts';
import type { MetadataClientMode } from '#shared/contract/resources.ts';
import { agentScopes } from '#shared/contract/scopes.ts';
import type { ClientDocument } from './client-document.ts';

/** A document as it is stored with an authorization request, and then with its client. */
export interface StoredDocument extends ClientDocument {
  fetched_datetime: string;
  fresh_until: string;
}

/** The members that all clients of metadata documents have. Their tokens are for agents only. */
const commonMembers = {
  grant_types: ['authorization_code', 'refresh_token'],
  pkce_required: true,
  public: true,
  secrets: [],
  scopes: agentScopes,
  audience: 'mcp',
} as const;

/** Returns the client that a document describes. It is native if only the device gets its codes. */
export function toClient(document: StoredDocument, now: Date): Client {
  const native = document.redirect_uris.some((uri) => !uri.startsWith('https://'));
  const created_datetime = now.toISOString();
  return { ...commonMembers, ...document, native, created_datetime };
}

/**
 * Returns the client of a URL whose document has not been read: nothing but its host is known of
 * it, not even where responses may be sent.
 */
function toUnverified(client_id: string, now: Date): Client {
  const { host: name } = new URL(client_id);
  return {
    ...commonMembers,
    client_id,
    name,
    redirect_uris: [],
    native: true,
    created_datetime: now.toISOString(),
  };
}

/** Returns whether the metadata document of a client has to be read. */
export function isUnverified({ client_id, fetched_datetime }: Client): boolean {
  return isClientIdUrl(client_id) && fetched_datetime === undefined;
}

/**
 * Returns whether the redirect URIs of a client come from a document that the operator has not
 * pinned. A browser goes there only if its person wants that (RFC 9700 section 4.11.2). Anybody can
 * allow a client of their own, so a document that is stored proves nothing to others.
 */
export function isUntrusted({ client_id, pinned_datetime }: Client): boolean {
  return isClientIdUrl(client_id) && pinned_datetime === undefined;
}

/**
 * Returns the client of a URL for an authorization request: as it is stored if the operator has
 * pinned it or the document is fresh, or else unverified. Returns undefined if the operator does
 * not allow it.
 */
export function selectClient(
  client_id: string,
  stored: Client | undefined,
  mode: MetadataClientMode,
  now: Date,
): Client | undefined {
  if (mode === 'off' || findClientIdUrlFault(client_id) !== undefined) return undefined;
  if (stored?.pinned_datetime || stored?.disabled_datetime) return stored;
  if (mode === 'pinned') return undefined;
  const isFresh = (stored?.fresh_until ?? '') > now.toISOString();
  return isFresh ? stored : toUnverified(client_id, now);
}
