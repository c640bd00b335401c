import { deriveSecret } from '#shared/auth/secrets.ts';
import type { ProviderClientSecrets } from './provider-client.ts';

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

/** The provider and the secret in the address of a webhook. */
export interface WebhookAddress {
  type: string;
  secret: string;
}

/** Parses the last part of an address, e.g. `strava.<secret>`. */
export function parseWebhookAddress(part: string): WebhookAddress {
  const [type = '', secret = ''] = part.split('.');
  return { type, secret };
}

/** Returns the path to which a provider sends webhooks, below the base URL of the main host. */
export function getWebhookPath(
  type: string,
  client: Pick<ProviderClientSecrets, 'client_secret'>,
): string {
  return `/v7.1/webhook/${type}.${deriveAddressSecret(type, client)}/`;
}
