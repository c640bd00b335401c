import { providerPolicies } from './provider-policies.data.ts';

/** The viewers of data: all whom the person allows, those for whom they tick a box, nobody. */
export const dataPermissions = ['allowed', 'opt_in', 'denied'] as const;
export type DataPermission = (typeof dataPermissions)[number];

/** The terms of a provider for data that comes through its API. */
export interface DataPolicy {
  /** Whether applications of others than the operator may see it. */
  applications: DataPermission;
  /** Whether agents may see it. */
  agents: DataPermission;
  /** Whether it may complete data of other origins. */
  combine: boolean;
  /** The days for which it may be kept without being read again. Null if there is no limit. */
  retention_days: number | null;
  /** Whether it is erased when the person disconnects. */
  erase_on_disconnect: boolean;
  /** The words that must be shown with it, or null. */
  attribution: string | null;
}

/** The data policy of a provider, by its type. */
export interface ProviderPolicy extends DataPolicy {
  type: string;
}

/** The policy of data that is the person's own, such as that of the sample provider. */
const ownDataPolicy: DataPolicy = {
  applications: 'allowed',
  agents: 'allowed',
  combine: true,
  retention_days: null,
  erase_on_disconnect: false,
  attribution: null,
};

const policies = new Map(providerPolicies.map(({ type, ...policy }) => [type, policy]));

/** The types with a policy: all of the reference data, retired types included. */
export const policyTypes: readonly string[] = [...policies.keys()];

/**
 * Returns the policy of a type as its terms were read, which the operator can override. A type that
 * is not in the reference data is the sample provider of one machine.
 */
export function getDefaultPolicy(type: string): DataPolicy {
  return policies.get(type) ?? ownDataPolicy;
}
