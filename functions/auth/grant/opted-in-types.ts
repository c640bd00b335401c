import type { Audience } from '#shared/contract/endpoint.ts';
import { type Grant, isLive } from './grant.ts';

/** The grants of a client that share a consent: what is ticked for one of them counts for all. */
export interface ClientAccess {
  client_id: string;
  /** Absent for the interfaces. */
  audience?: Audience | undefined;
}

/** Returns whether a grant is one of those that share a consent. */
export function belongsTo(grant: Grant, { client_id, audience }: ClientAccess): boolean {
  return grant.client_id === client_id && grant.audience === audience;
}

/**
 * Returns the types that a client may see by one or another of the grants of a user. A grant whose
 * code was not redeemed gives no access yet.
 */
export function listOptedInTypes(
  grants: readonly Grant[],
  access: ClientAccess,
  now: Date,
): string[] {
  const inUse = grants.filter(
    (grant) => belongsTo(grant, access) && grant.generation > 0 && isLive(grant, now),
  );
  const types = inUse.flatMap(({ opted_in_types = [] }) => opted_in_types);
  return [...new Set(types)].sort();
}

/** Returns whether two lists have the same types. Lists of grants are sorted. */
export function isSameChoice(
  one: readonly string[] = [],
  other: readonly string[] = [],
): boolean {
  return one.join(' ') === other.join(' ');
}
