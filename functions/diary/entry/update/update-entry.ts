import type { Failures } from '#shared/errors/errors.ts';
import { buildCapacityMessage, buildShortenMessage } from '../day-capacity.ts';
import type { Diary, EntryAddress } from '../day-item.ts';
import type { Entry, EntryChange } from '../entry.ts';
import { toEntryUpdate } from '../entry-update.ts';
import { heartRateConflict } from '../exercise.ts';
import { toVisible } from '../visibility.ts';
import { changeSource } from './change-source.ts';
import { update } from './update.store.ts';

/** The changed entry as the caller sees it, or why it stays as it is. Neither if there is none. */
interface ChangedEntry {
  entry?: Entry | undefined;
  failures?: Failures | undefined;
}

/** Changes an entry for a caller. A change of the source has no other members. */
export async function updateEntry(
  diary: Diary<'get' | 'getEach' | 'query' | 'put' | 'update' | 'check' | 'transact'>,
  address: EntryAddress,
  change: EntryChange,
): Promise<ChangedEntry> {
  const toShown = (entry: Entry | undefined) =>
    entry && toVisible(entry, diary.hidden_types);
  if (change.source) {
    const { entry, failures } = await changeSource(diary, address, change.source);
    return failures ? { failures } : { entry: toShown(entry) };
  }
  const result = await update(diary, address, toEntryUpdate(change));
  if (result.hasHeartRateConflict) {
    return { failures: { max_heart_rate: [heartRateConflict.message] } };
  }
  if (!result.exceeded) return { entry: toShown(result.entry) };
  const isTargetDay = result.exceeded.date === change.date;
  return {
    failures: isTargetDay
      ? { date: [buildCapacityMessage(result.exceeded)] }
      : { __all__: [buildShortenMessage(result.exceeded)] },
  };
}
