import { defineItemKey, type Key, type PrefixRange } from '#shared/table/keys.ts';

/** The keys of clients at providers, and of their providerLimits. */
export const providerClientKeys = {
  providerClient: (type: string): Key => ({ pk: 'PROVIDERS', sk: `PROVIDER#${type}` }),
  providerClients: (): PrefixRange => ({ pk: 'PROVIDERS', prefix: 'PROVIDER#' }),
  providerLimits: defineItemKey('PROVIDER_BUDGET'),
};
