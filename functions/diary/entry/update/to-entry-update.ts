import type { EntryChange } from '../entry.ts';
import type { EntryUpdate } from '../storage/entry-update.ts';
import { stripNulls } from '../strip-nulls.ts';

/**
 * Converts a PATCH to an update by merging (wire.md Y9). A member that is sent replaces the stored
 * member, and null removes it. Nutritional contents are merged member by member. Energy and food
 * are replaced as a whole.
 */
export function toEntryUpdate(change: EntryChange): EntryUpdate {
  const { type: _, source: __, date, nutritional_contents = {}, ...members } = change;
  const contents = Object.entries(nutritional_contents).map(
    ([name, value]) => [`nutritional_contents.${name}`, value] as const,
  );
  const paths = [...Object.entries(members), ...contents];
  const removed = paths.filter(([, value]) => value === null);
  return {
    date,
    set: stripNulls(Object.fromEntries(paths)),
    remove: removed.map(([path]) => path),
  };
}
