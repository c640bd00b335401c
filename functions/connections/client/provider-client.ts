import * as z from 'zod/mini';
import type { providerClientContext } from '#shared/contract/resources.ts';
import type { Envelope } from '#shared/encryption/envelope.ts';

/** The public part of our client at a provider. */
export interface ProviderClientProfile {
  /** The remote connection type. */
  type: string;
  client_id: string;
  /** Scopes to request in addition to the scopes that imports need. */
  extra_scopes: readonly string[];
  updated_datetime: string;
}

/** The secrets of a client, which are stored encrypted. */
export const ProviderClientSecrets = z.object({
  client_secret: z.string(),
  webhook_secret: z.string(),
});
export type ProviderClientSecrets = z.output<typeof ProviderClientSecrets>;

/** A client at a provider as it is stored. */
export type StoredProviderClient = ProviderClientProfile & { client_secrets: Envelope };

/** Returns the encryption context of a client, without which its secrets cannot be decrypted. */
export function toClientContext(
  type: string,
): Record<(typeof providerClientContext)[number], string> {
  return { provider: type };
}
