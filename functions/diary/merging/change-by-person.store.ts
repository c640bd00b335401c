import { maxEntries } from '#functions/diary/entry/bounds.ts';
import * as dayItems from '#functions/diary/entry/day-item.store.ts';
import { findNewDate } from '#functions/diary/entry/day-item.ts';
import type { DayUpdate } from '#functions/diary/entry/day-update.ts';
import type { Diary } from '#functions/diary/entry/diary.ts';
import { type EntryAddress, formatEntryId } from '#functions/diary/entry/entry-id.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { findImportedEntry } from './import-change.ts';
import { loadDays, planChange } from './load-days.store.ts';
import type { ImportedEntry } from './merge.ts';
import { settleDays } from './settle-days.store.ts';

/** A person's change of an imported entry. */
export interface PersonChange {
  address: EntryAddress;
  /** The date to which the change may move the entry. */
  date?: string | undefined;
  /** Changes the entry among the imported entries of some days, by id, and perhaps others. */
  apply: (entries: Map<string, ImportedEntry>, entry: ImportedEntry) => void;
}

/** The entry after a change. A rejected change has the day whose limit it exceeds instead. */
export interface PersonChangeResult {
  /** Undefined if the change has removed the entry. */
  entry?: ImportedEntry | undefined;
  exceeded?: { date: string; limit: 'entries' | 'bytes' };
}

/** Maximum attempts, which fail if other requests change the days at the same time. */
const maxAttempts = 20;

/**
 * Makes a person's change of an imported entry, and decides again which entries are shown (wire.md
 * R9), in one write, or one transaction if it concerns several days. Returns undefined if the entry
 * does not exist. Throws `unavailable` if other requests change the days during each attempt.
 */
export async function changeByPerson(
  diary: Diary<'query' | 'update' | 'transact'>,
  { address, date, apply }: PersonChange,
): Promise<PersonChangeResult | undefined> {
  const { firstDate } = address;
  const id = formatEntryId(address);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const others = date === undefined ? [] : [date];
    const days = await loadDays(diary, [firstDate], others);
    const stored = findImportedEntry(days.items, address);
    const hasMoved = findNewDate(days.items.get(firstDate), address) !== undefined;
    // The entry was moved again between two reads.
    if (!stored && hasMoved) continue;
    if (!stored) return undefined;

    let entry: ImportedEntry | undefined;
    const plans = await planChange(diary, days, ({ entries }) => {
      apply(entries, stored);
      entry = entries.get(id);
    });
    const full = plans.find((plan) => isFull(plan, days.items.get(plan.date)));
    if (full) return { exceeded: { date: full.date, limit: 'entries' } };

    if (plans.length === 0) return { entry };

    const failures = await dayItems.updateAll(diary, plans);
    if (failures.length === 0) {
      // An import may have changed other days meanwhile.
      await settleDays(diary, [firstDate]);
      return { entry };
    }
    const tooLarge = failures.find(({ cause }) => cause === 'size');
    if (tooLarge) return { exceeded: { date: tooLarge.date, limit: 'bytes' } };
  }
  throw serviceError('unavailable');
}

/**
 * Removes an imported entry that is merged with others. Returns whether it existed. Throws
 * `item_too_large` if the day of another entry has no capacity for the decision to show it.
 */
export async function removeByPerson(
  diary: Diary<'query' | 'update' | 'transact'>,
  address: EntryAddress,
): Promise<boolean> {
  const id = formatEntryId(address);
  const apply: PersonChange['apply'] = (entries) => entries.delete(id);
  const removal = await changeByPerson(diary, { address, apply });
  if (removal?.exceeded) throw serviceError('item_too_large');
  return removal !== undefined;
}

function isFull({ change }: DayUpdate, item: { entry_count?: number } = {}): boolean {
  const { entry_count: added = 0 } = change.increment ?? {};
  return added > 0 && (item.entry_count ?? 0) + added > maxEntries;
}
