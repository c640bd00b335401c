import {
  type DayUpdate,
  findExceededLimit,
  type OwnLimit,
} from '#functions/diary/entry/day-capacity.ts';
import * as dayItems from '#functions/diary/entry/day-item.store.ts';
import {
  type Diary,
  type EntryAddress,
  findNewDate,
  formatEntryId,
} from '#functions/diary/entry/day-item.ts';
import { toVisible } from '#functions/diary/entry/visibility.ts';
import * as series from '#functions/diary/series/series.store.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { findImportedEntry } from './import-change.ts';
import type { ImportedEntry } from './imported-entry.ts';
import { type DaysOfEntry, loadDaysOfEntry } from './load-days.store.ts';
import { type ChangePlan, planChange } from './plan-change.ts';

/** A person's change of an imported entry. */
export interface PersonChange {
  address: EntryAddress;
  /** The date to which the change may move the entry. */
  date?: string | undefined;
  /** Changes the entry among the imported entries of some days, by id, and perhaps others. */
  apply: (entries: Map<string, ImportedEntry>, entry: ImportedEntry) => void;
}

/** The entry after a change. A rejected change has the day whose limit it exceeds instead. */
interface PersonChangeResult {
  /** Undefined if the change has removed the entry. */
  entry?: ImportedEntry | undefined;
  exceeded?: { date: string; limit: OwnLimit } | undefined;
}

/** Maximum attempts, which fail if other requests change the days at the same time. */
const maxAttempts = 20;

type ChangedDiary = Diary<'getEach' | 'query' | 'put' | 'update' | 'check' | 'transact'>;

export type RemovalDiary = Diary<
  'getEach' | 'query' | 'put' | 'update' | 'delete' | 'check' | 'transact'
>;

/**
 * Makes a person's change of an imported entry, and decides again which entries are shown, in one
 * transaction. It checks all days, connections and priorities on which the decision depends.
 * Returns undefined if the entry does not exist. Throws `unavailable` if other requests change one
 * of these during each attempt. Nothing is changed then.
 */
export async function changeByPerson(
  diary: ChangedDiary,
  { address, date, apply }: PersonChange,
): Promise<PersonChangeResult | undefined> {
  const { firstDate } = address;
  const id = formatEntryId(address);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const days = await loadDaysOfEntry(diary, address, date);
    const stored = findImportedEntry(days.items, address);
    const hasMoved = findNewDate(days.items.get(firstDate), address) !== undefined;
    // The entry was moved again between two reads.
    if (!stored && hasMoved) continue;
    if (!stored || !toVisible(stored, diary.hidden_types)) return undefined;

    const plan = await planChange(diary, days, ({ entries }) => apply(entries, stored));
    const { updates } = plan;
    const exceeded = findExceeded(updates, days.items);
    if (exceeded) return { exceeded };

    const failures = await write(diary, days, plan);
    if (failures.length === 0) return { entry: plan.entries.get(id) };

    const tooLarge = failures.find(({ cause }) => cause === 'size');
    if (tooLarge) return { exceeded: { date: tooLarge.date, limit: 'bytes' } };
  }
  throw serviceError('unavailable', { cause: 'concurrent_changes' });
}

/**
 * Removes an imported entry, which may be merged with others, and its series. Returns whether it
 * existed. Throws `item_too_large` if the day of another entry has no capacity for the decision to
 * show it.
 */
export async function deleteByPerson(
  { table, ...diary }: RemovalDiary,
  address: EntryAddress,
): Promise<boolean> {
  const id = formatEntryId(address);
  const apply: PersonChange['apply'] = (entries) => entries.delete(id);
  const deletion = series.toDeletion(diary.user_id, address);
  const transact: ChangedDiary['table']['transact'] = (changes) =>
    table.transact([...changes, deletion]);
  const removing = { ...diary, table: { ...table, transact } };
  const removal = await changeByPerson(removing, { address, apply });
  if (removal?.exceeded) throw serviceError('item_too_large');
  return removal !== undefined;
}

/**
 * Makes the updates of a plan if all days that were read, and what decided between the entries, are
 * unchanged. Returns what failed.
 */
async function write(
  diary: ChangedDiary,
  { dates, items }: DaysOfEntry,
  { updates, checks }: ChangePlan,
): Promise<readonly dayItems.FailedUpdate[]> {
  if (updates.length === 0) return [];
  const others = new Map(dates.map((date) => [date, items.get(date)]));
  for (const { date } of updates) others.delete(date);
  return dayItems.updateIfUnchanged(diary, updates, { others, checks });
}

function findExceeded(
  updates: readonly DayUpdate[],
  items: DaysOfEntry['items'],
): PersonChangeResult['exceeded'] {
  for (const update of updates) {
    const { date } = update;
    const limit = findExceededLimit(update, items.get(date));
    if (limit) return { date, limit };
  }
  return undefined;
}
