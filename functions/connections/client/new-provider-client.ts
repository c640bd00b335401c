import * as z from 'zod/mini';
import { text } from '#shared/contract/schema.ts';
import { isImportable } from '#shared/reference-data/connection-types.ts';

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
