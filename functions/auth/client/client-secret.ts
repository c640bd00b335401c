import { toDigest } from '#shared/auth/secrets.ts';
import type { Client, ClientSecret } from './client.ts';

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
