import { describe, expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import {
  importedRun,
  importPage,
  importWorkout,
  newConnectedPerson,
} from '#kit/imported-workouts.ts';
import { createRacingTable } from '#kit/races.ts';
import { createFaultyTable } from '#kit/store-faults.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { isAbsent } from '#shared/table/condition.ts';
import { openTableFor, type Table, type TransactionChange } from '#shared/table/table.ts';
import { addDays } from './dates.ts';
import { dayKeys } from './day.keys.ts';
import { type EntryAddress, isMerged, parseEntryId } from './day-item.ts';
import { deleteFromDiary } from './delete/delete-entry.store.ts';
import deletion from './delete/endpoint.ts';
import * as entries from './entry.store.ts';
import type { Entry } from './entry.ts';
import { update } from './update/update.store.ts';
import { changeSource } from './update/update-entry.ts';

const day = '2026-11-20';
const nextDay = '2026-11-21';
const isNewBallast = { ballast: isAbsent };
const nearDays = [-2, -1, 0, 1, 2].map((days) => addDays(day, days));

const requireAddress = ({ id }: Entry) => parseEntryId(id) as EntryAddress;

/** Prepares a person with two connections. The entries of `first` are preferred. */
async function arrange() {
  const user_id = await newConnectedPerson(['first', 'second']);
  const diary = { table: table(), user_id };
  const listSources = async (date: string) => {
    const shown = await entries.list(diary, date);
    return shown.map(
      (entry) => 'source' in entry && entry.source?.remote_connection_type,
    );
  };
  return { user_id, diary, listSources };
}

/**
 * Prepares 12 entries of one day, and moves each to another day. The day keeps an entry of the
 * other provider for each, which is hidden. The days around are as large as DynamoDB allows.
 */
async function arrangeFarEntries() {
  const { user_id, diary } = await arrange();
  const workouts = Array.from({ length: 12 }, (_, index) => ({
    ...importedRun,
    remote_id: String(index),
    start_time: new Date(Date.UTC(2026, 10, 20, 8, 10 * index)).toISOString(),
    duration: 300,
  }));
  await importPage(user_id, 'first', workouts);
  const imported = await entries.list(diary, day);
  const moves = imported.map((entry, index) => {
    const date = addDays('2027-01-01', 10 * index);
    return update(diary, requireAddress(entry), { date, set: {}, remove: [] });
  });
  await Promise.all(moves);
  await importPage(user_id, 'second', workouts);
  for (const date of nearDays) {
    const ballast = 'x'.repeat(date === day ? 300_000 : 390_000);
    await table().update(
      dayKeys.diaryDay(user_id, date),
      { set: { ballast } },
      isNewBallast,
    );
  }
  const last = imported.at(-1) as Entry;
  return { diary, last: requireAddress(last) };
}

it('a person who has moved 12 merged entries of a day to 12 other days removes one with few calls', async () => {
  const { diary, last } = await arrangeFarEntries();
  const failing = newMeter();
  const { max } = deletion.storeCalls;
  // The first transaction finds that the entry is merged.
  const fault = { cause: 'condition', tries: 'every', transaction: 2 } as const;
  const lasting = { ...fault, isLasting: true };
  const faulty = createFaultyTable(lasting, { meter: failing, maxCalls: max });
  const removed = deleteFromDiary({ ...diary, table: faulty }, last);
  await expect(removed, 'every transaction fails').rejects.toMatchObject({
    code: 'unavailable',
  });
  expect(failing.readings().store_calls).toBe(max);
  expect(await entries.list(diary, day)).toEqual([]);
  expect(await entries.find(diary, last)).toBeDefined();

  const meter = newMeter();
  const bounded = openTableFor(deletion)(meter);
  const transactions: (readonly TransactionChange[])[] = [];
  const recording: Table = {
    ...bounded,
    transact: (changes) => {
      transactions.push(changes);
      return bounded.transact(changes);
    },
  };
  expect(await deleteFromDiary({ ...diary, table: recording }, last)).toBe(true);
  // Two visits, three pages, the four other days, two reads of preferences, and the transaction.
  expect(meter.readings().store_calls).toBe(9);
  // Five days around the first one, and four others: less than the 4 MB of a transaction. It
  // also checks two connections, and deletes the series.
  expect(transactions.at(-1)).toHaveLength(12);
  const shown = await entries.list(diary, day);
  expect(shown).toHaveLength(1);
  expect(shown.some(isMerged)).toBe(false);
  expect(await entries.find(diary, last)).toBeUndefined();
});

it('a removal of a merged entry gives up within the bound if every transaction fails', async () => {
  const { user_id, diary, listSources } = await arrange();
  for (const type of ['first', 'second']) await importWorkout(user_id, type, importedRun);
  const [shown] = await entries.list(diary, day);
  const address = requireAddress(shown as Entry);
  for (const cause of ['condition', 'conflict', 'throttling'] as const) {
    const meter = newMeter();
    const { max } = deletion.storeCalls;
    const fault = { cause, tries: 'every', isLasting: true } as const;
    const faulty = createFaultyTable(fault, { meter, maxCalls: max });
    const removed = deleteFromDiary({ ...diary, table: faulty }, address);
    await expect(removed).rejects.toMatchObject({ code: 'unavailable' });
    expect(meter.readings().store_calls).toBeLessThanOrEqual(max);
  }
  expect(await listSources(day)).toEqual(['first']);
});

/** Creates a table whose process ends after its first write. */
function createEndingTable(real: Table): Table {
  let hasWritten = false;
  const call = async <T>(make: () => Promise<T>): Promise<T> => {
    if (hasWritten) throw new Error('The process ended.');
    return make();
  };
  const write = async <T extends { done: boolean }>(make: () => Promise<T>) => {
    const result = await call(make);
    hasWritten = result.done;
    return result;
  };
  return {
    ...real,
    get: (key) => call(() => real.get(key)),
    query: (range) => call(() => real.query(range)),
    updateWithoutReturnValues: (...args) =>
      write(() => real.updateWithoutReturnValues(...args)),
    update: (...args) => write(() => real.update(...args)),
    transact: (changes) => write(() => real.transact(changes)),
  };
}

describe('a decision that meets an import of a further duplicate on the next day', () => {
  /** The same run at another time zone, which matches only the entries of `second`. */
  const abroad = { ...importedRun, remote_id: '2', utc_offset: 8 * 3600 };
  const other = { remote_connection_type: 'second', remote_id: '1' };

  it.each([
    { action: 'removes', left: [] },
    { action: 'separates', left: ['first'] },
  ])('hides the other entry, even if the process that $action one ends', async (row) => {
    const { user_id, diary, listSources } = await arrange();
    for (const type of ['first', 'second']) {
      await importWorkout(user_id, type, importedRun);
    }
    const [shown] = await entries.list(diary, day);
    const address = requireAddress(shown as Entry);
    const racing = createRacingTable('after its query', () =>
      importWorkout(user_id, 'first', abroad),
    );
    const ending = { ...diary, table: createEndingTable(racing) };
    const acts =
      row.action === 'removes'
        ? deleteFromDiary(ending, address)
        : changeSource(ending, address, { separated_from: [other] });
    await acts.catch(() => undefined);
    expect(await listSources(day)).toEqual(row.left);
    expect(await listSources(nextDay)).toEqual(['first']);
  });
});
