import { exists } from '#shared/table/condition.ts';
import { updateEach } from '#shared/table/each.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { grantKeys } from './grant.keys.ts';
import { type Grant, isLive } from './grant.ts';
import { belongsTo, type ClientAccess, isSameChoice } from './opted-in-types.ts';

/** A user and the client whose view of the user's workouts is decided. */
interface GrantParties extends ClientAccess {
  user_id: string;
}

/** Maximum passes of `setOptedInTypes`, as for a revocation. */
const maxPasses = 10;

/**
 * Sets the types that a client may see by any live grant of a user. Repeats until no grant differs,
 * because a remembered consent can create another grant meanwhile (decision 0009). Returns whether
 * a grant has changed.
 */
export async function setOptedInTypes(
  table: Table<'query' | 'update' | 'transact'>,
  { user_id, ...access }: GrantParties,
  types: readonly string[],
  now: Date,
): Promise<boolean> {
  const change = { set: { opted_in_types: types } };
  for (let pass = 0; pass < maxPasses; pass++) {
    const grants = await table.query<Key & Grant>(grantKeys.grants(user_id));
    const differing = grants.filter(
      (grant) =>
        belongsTo(grant, access) &&
        isLive(grant, now) &&
        !isSameChoice(grant.opted_in_types, types),
    );
    if (differing.length === 0) return pass > 0;
    await updateEach(
      table,
      differing.map(({ pk, sk }) => ({ update: { pk, sk }, change, condition: exists })),
    );
  }
  return true;
}
