import { type EntryChange, type EntryType, entryMembers } from './entry.ts';
import type { EntryUpdate } from './entry-write.ts';
import { given } from './given.ts';

/**
 * A change as a merge (decision Y9): a member that is sent replaces the entry's, null removes it, and one that entries
 * of the type do not have is ignored. Nutritional contents are merged one by one; energy and food are values, which
 * only come whole.
 */
export function updateOf(type: EntryType, change: EntryChange): EntryUpdate {
  const { date, nutritional_contents = {}, ...others } = change;
  const members = Object.entries(others).filter(([member]) => member in entryMembers[type]);
  const contents = type === 'food_entry' ? Object.entries(nutritional_contents) : [];
  const paths = [...members, ...contents.map(([name, of]) => [`nutritional_contents.${name}`, of] as const)];
  return {
    date,
    set: given(Object.fromEntries(paths)),
    remove: paths.filter(([, value]) => value === null).map(([path]) => path),
  };
}
