import * as z from 'zod/mini';
import type { Principal } from '#shared/auth/principal.ts';
import { described } from '#shared/contract/schema.ts';

const HiddenType = z.object({
  remote_connection_type: described(
    z.string(),
    'The `type` of a remote connection type.',
    'strava',
  ),
});

/** The member of a day and of a summary that names what the caller may not see. */
export const Incomplete = z.optional(
  z
    .array(HiddenType)
    .check(
      z.describe(
        'The providers that the person has connected, but whose workouts this application may ' +
          'not see. The same on every day, whether or not it has such workouts. Absent if there ' +
          'are none.',
      ),
    ),
);

/** Returns the member, or undefined if the caller may see everything that the person has. */
export function presentIncomplete({
  incomplete_types,
}: Pick<Principal, 'incomplete_types'>): z.output<typeof Incomplete> {
  if (incomplete_types.length === 0) return undefined;
  return incomplete_types.map((remote_connection_type) => ({ remote_connection_type }));
}
