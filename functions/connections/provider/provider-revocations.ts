import { providerRevocations } from './provider-revocations.data.ts';

/**
 * Placeholders in the URL or the form of a revocation request, written in braces. `token` is the
 * refresh token, or the access token if there is none; `remote_id` is the provider's id of the
 * account; `signature` signs the request with the `nonce`.
 */
export const revocationPlaceholders = [
  'token',
  'access_token',
  'client_id',
  'client_secret',
  'nonce',
  'signature',
  'remote_id',
] as const;
export type RevocationPlaceholder = (typeof revocationPlaceholders)[number];

/** The revocation request of a provider. */
export interface ProviderRevocation {
  /** The remote connection type. */
  type: string;
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  /** The Authorization header: the access token, or the client's id and secret. */
  authorization?: 'bearer' | 'basic';
  form?: string;
  /** The URL that issues the nonce of a signed request. */
  nonce_url?: string;
  /** The member of the body that means success, e.g. `status=0`, if errors have the status 200. */
  success?: string;
  /**
   * The token endpoint for a new access token, if the request contains one. `client_auth` is how
   * the client authenticates.
   */
  refresh?: { url: string; client_auth: 'basic' | 'body' };
}

const byType = new Map(
  providerRevocations.map((revocation) => [revocation.type, revocation]),
);

/** Returns the revocation request of a remote connection type, or undefined if it has none. */
export function findProviderRevocation(type: string): ProviderRevocation | undefined {
  return byType.get(type);
}
