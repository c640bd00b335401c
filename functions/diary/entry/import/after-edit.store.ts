import type { Diary } from '#shared/diary/diary.ts';
import { type Entry, isMerged } from '#shared/diary/entry.ts';
import { type EntryAddress, parseEntryId } from '#shared/diary/entry-id.ts';
import { syncDays } from '#shared/diary/merge/sync-days.store.ts';
import * as entries from '../storage/entry.store.ts';

/**
 * Removes an entry and returns whether it existed. If it is merged with others, the same write
 * decides which of the others is shown. If they are on another day, the day of the removed entry is
 * written last, so a repeat completes an interrupted removal.
 */
export async function removeEntry(
  diary: Diary<'query' | 'update'>,
  address: EntryAddress,
): Promise<boolean> {
  const { isRemoved, merged } = await entries.remove(diary, address);
  if (!merged) return isRemoved;

  const removal = { kind: 'removal', address, by: 'person' } as const;
  const [applied] = await syncDays(diary, [removal]);
  if (merged.date !== address.storageDate) await entries.releasePointer(diary, merged);
  return applied?.result === 'removed';
}

/**
 * Decides again which entries are shown after a person has edited one of several entries for the
 * same workout. An edited entry is always shown (wire.md R9).
 */
export async function mergeAfterEdit(
  diary: Diary<'query' | 'update'>,
  entry: Entry,
): Promise<void> {
  const address = parseEntryId(entry.id);
  if (address && isMerged(entry)) await syncDays(diary, [], [address.storageDate]);
}
