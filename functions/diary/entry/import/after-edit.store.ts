import type { Diary } from '#shared/diary/diary.ts';
import type { Entry } from '#shared/diary/entry.ts';
import { type EntryAddress, parseEntryId } from '#shared/diary/entry-id.ts';
import { syncDays } from '#shared/diary/merge/sync-days.store.ts';
import * as entries from '../storage/entry.store.ts';

/**
 * Removes an entry and returns whether it existed. If it was shown instead of duplicates, decides
 * again which of those is shown.
 */
export async function removeEntry(
  diary: Diary<'query' | 'update'>,
  address: EntryAddress,
): Promise<boolean> {
  const { isRemoved, hadDuplicates } = await entries.remove(diary, address);
  if (hadDuplicates) await syncDays(diary, [], [address.storageDate]);
  return isRemoved;
}

/**
 * Decides again which entries are shown after a person has edited one of several entries for the
 * same workout. An edited entry is always shown (wire.md R9).
 */
export async function mergeAfterEdit(
  diary: Diary<'query' | 'update'>,
  entry: Entry,
): Promise<void> {
  if (entry.type !== 'exercise') return;
  const isMerged = entry.hidden_by !== undefined || entry.duplicates !== undefined;
  const address = parseEntryId(entry.id);
  if (isMerged && address) await syncDays(diary, [], [address.storageDate]);
}
