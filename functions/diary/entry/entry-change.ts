import type { EntryChange } from './entry.ts';
import type { EntryUpdate } from './entry-write.ts';
import { given } from './strip-nulls.ts';

/**
 * A change as a merge (decision Y9): a member that is sent replaces the entry's, and null removes it. Nutritional
 * contents are merged one by one; energy and food are values, which only come whole.
 */
export function updateOf(change: EntryChange, now: Date): EntryUpdate {
  const { type: _, date, nutritional_contents = {}, ...members } = change;
  const contents = Object.entries(nutritional_contents);
  const paths = [
    ...Object.entries(members),
    ...contents.map(([name, of]) => [`nutritional_contents.${name}`, of] as const),
  ];
  return {
    now,
    date,
    set: given(Object.fromEntries(paths)),
    remove: paths.filter(([, value]) => value === null).map(([path]) => path),
  };
}
