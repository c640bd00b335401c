import * as z from 'zod/mini';
import type { ContextNames } from '../contract/encryption.ts';
import { text } from '../contract/text.ts';
import type { Envelope } from '../encryption/envelope.ts';
import { isImportable } from '../provider/connection-types.ts';

/** A scope as RFC 6749 section 3.3 allows, without the comma that some providers separate with. */
const Scope = z.string().check(z.regex(/^[!#-+\--[\]-~]{1,255}$/, 'must be one scope'));

/** The client that the operator registered at a provider, as the command line takes it. */
export const NewProviderClient = z.object({
  type: z
    .string()
    .check(z.refine(isImportable, 'must be a type whose workouts can be imported')),
  client_id: text(255, 1),
  client_secret: text(8192, 1),
  webhook_secret: z.optional(text(255, 16)),
  extra_scopes: z.array(Scope).check(z.maxLength(20)),
});
export type NewProviderClient = z.input<typeof NewProviderClient>;

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
export type ProviderClientRow = ProviderClientProfile & { client_secrets: Envelope };

/** The names in the encryption context of a client's secrets. */
export const providerClientContext = ['provider'] as const satisfies ContextNames;

/** Returns the encryption context of a client, without which its secrets cannot be decrypted. */
export function toClientContext(
  type: string,
): Record<(typeof providerClientContext)[number], string> {
  return { provider: type };
}
