import type { Key } from '#shared/table/keys.ts';

/** The partition of what the operator has set for providers: policies, and our clients there. */
const pk = 'PROVIDERS';

export const dataPolicyKeys = {
  dataPolicies: (): Key => ({ pk, sk: 'POLICIES' }),
  providerSettings: () => ({ pk }),
};
