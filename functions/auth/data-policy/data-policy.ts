import type { Audience } from '#shared/contract/endpoint.ts';
import { coversScope } from '#shared/contract/scopes.ts';
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

/** Returns the policy of a type that is in effect. */
export function getPolicy(overrides: PolicyOverrides, type: string): DataPolicy {
  return { ...getDefaultPolicy(type), ...overrides[type]?.values };
}

/**
 * Lists the types with a permission for applications of others, or for agents. An agent is who has
 * a token for the MCP endpoint.
 */
function listTypes(
  overrides: PolicyOverrides,
  audience: Audience | undefined,
  permission: DataPermission,
): string[] {
  const types = new Set([...policyTypes, ...Object.keys(overrides)]);
  const viewers = audience === 'mcp' ? 'agents' : 'applications';
  return [...types].filter((type) => getPolicy(overrides, type)[viewers] === permission);
}

/**
 * Lists the types that an application of others, or an agent, sees only if the person ticks them.
 */
export function listOptInTypes(
  overrides: PolicyOverrides,
  audience: Audience | undefined,
): string[] {
  return listTypes(overrides, audience, 'opt_in');
}

/**
 * Returns whether no policy limits what a client sees. Terms of providers about agents also bind
 * the operator's own.
 */
export function seesEverything({
  audience,
  isOwn,
}: Pick<Viewer, 'audience' | 'isOwn'>): boolean {
  return isOwn && audience === undefined;
}

/** The caller whose view is decided. */
export interface Viewer {
  /** Absent for the interfaces. */
  audience?: Audience | undefined;
  /** Whether the client is the operator's own, or the person's own. */
  isOwn: boolean;
  /** The scope of the client. */
  scope: string;
  /** What the person has ticked for the client. */
  optedInTypes: readonly string[];
}

/**
 * Returns the choice that a person has made for a type by a form whose words name measurements. One
 * of before is the type alone, and counts for workouts only.
 */
export function toMeasuredChoice(type: string): string {
  return `${type}.measurements`;
}

/** Returns whether the words of a form must name measurements, and so must what was ticked. */
export function namesMeasurements({ scope }: Pick<Viewer, 'scope'>): boolean {
  return coversScope(scope, 'measurements.read');
}

/** Returns whether a person has ticked a type for all that a client has a scope for. */
export function isTicked(
  { scope, optedInTypes }: Pick<Viewer, 'scope' | 'optedInTypes'>,
  type: string,
): boolean {
  if (!optedInTypes.includes(type)) return false;
  return !namesMeasurements({ scope }) || optedInTypes.includes(toMeasuredChoice(type));
}

/** Lists the types whose data a caller may not see. This is the one place that decides it. */
export function listHiddenTypes(overrides: PolicyOverrides, viewer: Viewer): string[] {
  if (seesEverything(viewer)) return [];
  const { audience } = viewer;
  const unticked = listOptInTypes(overrides, audience).filter(
    (type) => !isTicked(viewer, type),
  );
  return [...listTypes(overrides, audience, 'denied'), ...unticked].sort();
}
