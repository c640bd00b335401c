import * as z from 'zod/mini';
import { deriveSecret } from '#shared/auth/secrets.ts';
import { text } from '#shared/contract/schema.ts';
import type { Envelope } from '#shared/encryption/envelope.ts';
import { isImportable } from '#shared/reference-data/connection-types.ts';
import { isKeyType } from '#shared/reference-data/remote-connection-types.ts';
import type { providerClientContext } from './client.keys.ts';

/** The public part of our client at a provider. */
export interface ProviderClientProfile {
  /** The remote connection type. */
  type: string;
  client_id: string;
  /** Scopes to request in addition to the scopes that imports need. */
  extra_scopes: readonly string[];
  /** The minutes between two syncs of a connection, if the operator has set them. */
  sync_minutes?: number;
  updated_datetime: string;
}

/** The secrets of a client, which are stored encrypted. */
export const ProviderClientSecrets = z.object({
  client_secret: z.string(),
  webhook_secret: z.string(),
});
export type ProviderClientSecrets = z.output<typeof ProviderClientSecrets>;

export type StoredProviderClient = ProviderClientProfile & { client_secrets: Envelope };

/** Returns the encryption context of a client, without which its secrets cannot be decrypted. */
export function toClientContext(
  type: string,
): Record<(typeof providerClientContext)[number], string> {
  return { provider: type };
}

/** A scope as RFC 6749 section 3.3 allows, without the comma that some providers separate with. */
const Scope = z.string().check(z.regex(/^[!#-+\--[\]-~]{1,255}$/, 'must be one scope'));

/** The client that the operator registered at a provider, as the command line takes it. */
export const NewProviderClient = z.object({
  type: z.string().check(
    z.refine(isImportable, 'must be a type whose workouts can be imported'),
    z.refine((type) => !isKeyType(type), 'must need credentials of this service'),
  ),
  client_id: text(255, 1),
  client_secret: text(8192, 1),
  webhook_secret: z.optional(text(255, 16)),
  extra_scopes: z.array(Scope).check(z.maxLength(20)),
});
export type NewProviderClient = z.input<typeof NewProviderClient>;

/**
 * Returns the secret part of the address to which a provider sends webhooks. Some providers do not
 * sign webhooks, so nobody else may know the address. It changes with the client secret.
 */
export function deriveAddressSecret(
  type: string,
  { client_secret }: Pick<ProviderClientSecrets, 'client_secret'>,
): string {
  return deriveSecret(client_secret, type, 'webhook address');
}

/** Parses the last part of the address of a webhook, e.g. `strava.<secret>`. */
export function parseWebhookAddress(part: string): { type: string; secret: string } {
  const [type = '', secret = ''] = part.split('.');
  return { type, secret };
}

/** Returns the path to which a provider sends webhooks, below the base URL of the main host. */
export function getWebhookPath(
  type: string,
  client: Pick<ProviderClientSecrets, 'client_secret'>,
): string {
  return `/v7.1/provider_webhook/${type}.${deriveAddressSecret(type, client)}/`;
}
