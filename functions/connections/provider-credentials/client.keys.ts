import { dataPolicyKeys } from '#functions/auth/data-policy/data-policy.keys.ts';
import { defineItemKey, type Key, type PrefixRange } from '#shared/table/keys.ts';

const { pk } = dataPolicyKeys.providerSettings();

/** The keys of clients at providers, and of their providerBudgets. */
export const providerClientKeys = {
  providerClient: (type: string): Key => ({ pk, sk: `PROVIDER#${type}` }),
  providerClients: (): PrefixRange => ({ pk, prefix: 'PROVIDER#' }),
  providerBudgets: defineItemKey('PROVIDER_BUDGET'),
};

/** The names in the encryption context of the secrets of our client at a provider. */
export const providerClientContext = ['provider'] as const;
