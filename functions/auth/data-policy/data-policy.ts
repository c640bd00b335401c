import {
  type DataPermission,
  type DataPolicy,
  getDefaultPolicy,
  policyTypes,
} from '#shared/reference-data/provider-policies.ts';

/** Why the operator has set a value, and when. */
interface OverrideReason {
  reason: string;
  updated_datetime: string;
}

/** The values of a provider's policy that the operator has set, each with its reason. */
export interface PolicyOverride {
  values: Partial<DataPolicy>;
  reasons: Partial<Record<keyof DataPolicy, OverrideReason>>;
}

/** The overrides of all providers, by their types. */
export type PolicyOverrides = Readonly<Record<string, PolicyOverride>>;

/** Returns the policy of a type that is in effect (wire.md P1). */
export function getPolicy(overrides: PolicyOverrides, type: string): DataPolicy {
  return { ...getDefaultPolicy(type), ...overrides[type]?.values };
}

/** Lists the types that applications of others see only if `permission` is in effect for them. */
function listTypes(overrides: PolicyOverrides, permission: DataPermission): string[] {
  const types = new Set([...policyTypes, ...Object.keys(overrides)]);
  return [...types].filter(
    (type) => getPolicy(overrides, type).applications === permission,
  );
}

/** Lists the types that an application of others sees only if the person ticks them. */
export function listOptInTypes(overrides: PolicyOverrides): string[] {
  return listTypes(overrides, 'opt_in');
}

/** The caller whose view is decided. */
export interface Viewer {
  /** Whether the client is the operator's own, or the person's own (wire.md P2). */
  isOwn: boolean;
  /** The types that the person has ticked for the client. */
  optedInTypes: readonly string[];
}

/** Lists the types whose data a caller may not see. This is the one place that decides it. */
export function listHiddenTypes(
  overrides: PolicyOverrides,
  { isOwn, optedInTypes }: Viewer,
): string[] {
  if (isOwn) return [];
  const unticked = listOptInTypes(overrides).filter(
    (type) => !optedInTypes.includes(type),
  );
  return [...listTypes(overrides, 'denied'), ...unticked].sort();
}
