import { defineItemKey, type Key, type PrefixRange } from '#shared/table/keys.ts';

/** The keys of clients at providers, and of their budgets. */
export const providerClientKeys = {
  providerClient: (type: string): Key => ({ pk: 'PROVIDERS', sk: `PROVIDER#${type}` }),
  providerClients: (): PrefixRange => ({ pk: 'PROVIDERS', prefix: 'PROVIDER#' }),
  providerBudget: defineItemKey('PROVIDER_BUDGET'),
};
