import { type Grant, isLive } from './grant.ts';

/**
 * Returns the types that a client may see by one or another of the grants of a user. A grant whose
 * code was not redeemed gives no access yet.
 */
export function listOptedInTypes(
  grants: readonly Grant[],
  client_id: string,
  now: Date,
): string[] {
  const inUse = grants.filter(
    (grant) =>
      grant.client_id === client_id && grant.generation > 0 && isLive(grant, now),
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
