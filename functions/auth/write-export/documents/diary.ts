import {
  type DayItem,
  getStorageDate,
  listStoredEntries,
} from '#shared/diary/day-item.ts';
import { type Entry, present } from '#shared/diary/entry.ts';
import { compact } from '#shared/runtime/compact.ts';
import { defineRulesFor } from './members.ts';

type PresentedEntry = ReturnType<typeof present>;
type EveryMember<Union> = Union extends unknown ? keyof Union : never;

/** The members of an entry in the diary document: those of the API, and those of imports. */
type DiaryMembers = Record<
  EveryMember<PresentedEntry> | 'hidden_by' | 'imported',
  unknown
>;

/** Which members of a diary entry an export shows. */
export const diaryRules = defineRulesFor<DiaryMembers>()({
  id: 'shown',
  type: 'shown',
  date: 'shown',
  exercise: 'shown',
  start_time: 'shown',
  duration: 'shown',
  energy: 'shown',
  avg_heart_rate: 'shown',
  max_heart_rate: 'shown',
  distance: 'shown',
  max_speed: 'shown',
  elevation_change: 'shown',
  diary_meal: 'shown',
  food: 'shown',
  servings: 'shown',
  nutritional_contents: 'shown',
  source: 'shown',
  hidden_by: 'shown',
  imported: 'shown',
});

/**
 * Lists the entries that are stored in the item of a day, hidden duplicates included. An entry that
 * was moved is stored in the item of its first day.
 */
export function listDayEntries(item: object & { sk: string }): Entry[] {
  return listStoredEntries(item as DayItem, getStorageDate(item));
}

/** Returns the entries of a day as the API presents them, and the members that imports set. */
export function toDiaryObjects(item: object & { sk: string }) {
  return listDayEntries(item).map((entry) => ({
    ...present(entry),
    ...getImportMembers(entry),
  }));
}

function getImportMembers(entry: Entry) {
  if (entry.type !== 'exercise') return {};
  const { hidden_by, imported } = entry;
  return compact({
    hidden_by,
    imported: imported && omitDigest(imported),
  });
}

function omitDigest<Facts extends { digest: string }>({ digest: _, ...facts }: Facts) {
  return facts;
}
