import { providerRevocations } from './provider-revocations.data.ts';

/**
 * What a call to a provider may be filled with, written in braces in its address or its form: `token` is the refresh
 * token where there is one and the access token otherwise, `remote_id` what the provider calls the account.
 */
export const revocationSlots = [
  'token',
  'access_token',
  'client_id',
  'client_secret',
  'remote_id',
] as const;
export type RevocationSlot = (typeof revocationSlots)[number];

/** How a provider is told that its tokens are not needed any more. */
export interface ProviderRevocation {
  /** The remote connection type. */
  type: string;
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  /** What the Authorization header has: the access token, or the client's id and secret. */
  authorization?: 'bearer' | 'basic';
  form?: string;
  /** The member of the answer that means success, as in `status=0`, where the status 200 means nothing. */
  success?: string;
  /** How a new access token is got where the call needs one; `client_auth` is where the client's credentials go. */
  refresh?: { url: string; client_auth: 'basic' | 'body' };
}

const byType = new Map(providerRevocations.map((revocation) => [revocation.type, revocation]));

/** How the provider of this type is told; undefined where no such call is known. */
export function findProviderRevocation(type: string): ProviderRevocation | undefined {
  return byType.get(type);
}
