import { describe, expect, it } from 'vitest';
import { disconnect } from '#functions/connections/connection/remote-connection.store.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import {
  type DayItem,
  listStoredEntries,
  parseEntryId,
} from '#functions/diary/entry/day-item.ts';
import * as entries from '#functions/diary/entry/entry.store.ts';
import { update } from '#functions/diary/entry/update/update.store.ts';
import { isImported } from '#functions/diary/merging/imported-entry.ts';
import { importWorkouts } from '#functions/diary/workout-import/import-workouts.ts';
import { toImportedFields } from '#functions/diary/workout-import/workout.ts';
import * as records from '#functions/diary/workout-import/workout-record.store.ts';
import { createCopier } from '#kit/copy-person.ts';
import { createFailingTable, createTableOfCalls } from '#kit/failing-table.ts';
import { table } from '#kit/fixtures.ts';
import { addConnection, importedRun } from '#kit/imported-workouts.ts';
import { putItems } from '#kit/put-items.ts';
import { createInterleavedTable } from '#kit/races.ts';
import { createFaultyTable, isRepaired, transactionFaults } from '#kit/store-faults.ts';
import { listSeriesProblems } from '#kit/workout-series.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { Table } from '#shared/table/table.ts';
import { cleanUp } from './settle-entries.ts';

const now = new Date('2026-11-22T12:00:00Z');
const day = '2026-11-20';

/** Imports the run of a provider through a connection. */
function importRun(
  user_id: string,
  provider: string,
  { connection = provider, on = table() }: { connection?: string; on?: Table } = {},
) {
  const job = {
    user_id,
    account_id: 'account',
    remote_connection_id: connection,
    remote_connection_type: provider,
    readAt: now,
    workouts: [importedRun],
    deleted: [],
  };
  return importWorkouts(on, job, now);
}

/**
 * Prepares a person whose run two providers have sent. The run of `first` is shown, because the id
 * of its connection sorts first.
 */
async function arrange(imported: readonly string[] = ['first', 'second']) {
  const user_id = newId(now);
  for (const provider of ['first', 'second']) await addConnection(user_id, provider);
  for (const provider of imported) await importRun(user_id, provider);
  return open(user_id);
}

/** Returns what the tests do with a person. */
function open(user_id: string) {
  const remove = (id: string, deletes_entries = true) =>
    disconnect(table(), user_id, id, { deletes_entries, now });
  const clean = (id: string, deletes_entries = true, on = table()) =>
    cleanUp(on, user_id, { id, remote_connection_type: id, deletes_entries });
  /** Disconnects, and cleans up, as the stream does afterwards. */
  const removeAndClean = async (id: string, deletes_entries = true) => {
    await remove(id, deletes_entries);
    await clean(id, deletes_entries);
  };
  return { user_id, remove, clean, removeAndClean };
}

/** Creates a copy of such a person, who has removed the connection of `first`. */
const copyRemoved = await createCopier(await newRemoved());

async function newRemoved(): Promise<string> {
  const { user_id, remove } = await arrange();
  await remove('first');
  return user_id;
}

/**
 * Lists the providers of all imported entries of the day, the hidden ones included. Expects that
 * each has its series, and that no other is left.
 */
async function listImported(user_id: string): Promise<(string | undefined)[]> {
  expect(await listSeriesProblems(user_id)).toEqual([]);
  const item = await table().get<DayItem>(dayKeys.diaryDay(user_id, day));
  const imported = listStoredEntries(item, day).filter(isImported);
  return imported.map(({ source }) => source.remote_connection_type).sort();
}

/** Lists the providers of the entries that the diary shows. */
async function listShown(user_id: string): Promise<(string | undefined)[]> {
  const shown = await entries.list({ table: table(), user_id }, day);
  return shown.filter(isImported).map(({ source }) => source.remote_connection_type);
}

const countRecords = async (user_id: string) =>
  (await records.list(table(), user_id)).length;

/** Expects that nothing is left of the import of `first`. */
async function expectOnlySecond(user_id: string): Promise<void> {
  expect(await listImported(user_id)).toEqual(['second']);
  expect(await listShown(user_id)).toEqual(['second']);
  expect(await countRecords(user_id)).toBe(1);
}

describe('a clean-up', () => {
  it('shows the entry of the remaining connection, if the person keeps the entries', async () => {
    const { user_id, removeAndClean } = await arrange();
    expect(await listShown(user_id)).toEqual(['first']);
    await removeAndClean('first', false);
    expect(await listShown(user_id)).toEqual(['second']);
    expect(await countRecords(user_id)).toBe(2);
  });

  it('deletes the entries of the connection, and what leads to them', async () => {
    const { user_id, removeAndClean } = await arrange();
    await removeAndClean('first');
    await expectOnlySecond(user_id);
  });

  it('deletes the entries of earlier connections of the account, too', async () => {
    const { user_id, removeAndClean } = await arrange();
    await removeAndClean('first', false);
    await addConnection(user_id, 'first', 'first-again');
    await importRun(user_id, 'first', { connection: 'first-again' });
    await removeAndClean('first-again');
    await expectOnlySecond(user_id);
  });

  it('keeps an edited entry, which no later connection imports again', async () => {
    const { user_id, removeAndClean } = await arrange();
    const diary = { table: table(), user_id };
    const [shown] = await entries.list(diary, day);
    const address = parseEntryId(shown?.id ?? '');
    if (!address) throw new Error('The diary shows no entry.');
    await update(diary, address, { set: { distance: 4242 }, remove: [] });
    await removeAndClean('first');
    await addConnection(user_id, 'first', 'first-again');
    await importRun(user_id, 'first', { connection: 'first-again' });
    expect(await listImported(user_id)).toEqual(['first', 'second']);
    expect(await entries.list(diary, day)).toMatchObject([{ distance: 4242 }]);
  });

  it('is completed by a repeat, whichever of its writes is the last', async () => {
    for (let number = 1, isComplete = false; !isComplete; number += 1) {
      const { user_id, clean } = open(await copyRemoved());
      const failing = createFailingTable({ number, isWritten: true });
      isComplete = await clean('first', true, failing).then(
        () => true,
        () => false,
      );
      await clean('first');
      await expectOnlySecond(user_id);
    }
  });

  it('keeps what a new connection imports, before whichever of its calls', async () => {
    for (let number = 1, hasRun = true; hasRun; number += 1) {
      const { user_id, clean } = open(await copyRemoved());
      const connection = 'first-again';
      const racing = createInterleavedTable(number, async () => {
        await addConnection(user_id, 'first', connection);
        await importRun(user_id, 'first', { connection });
      });
      await clean('first', true, racing.table);
      hasRun = racing.hasRun();
      if (!hasRun) continue;
      expect(await listImported(user_id)).toEqual(['first', 'second']);
      await importRun(user_id, 'first', { connection });
      expect(await listImported(user_id)).toEqual(['first', 'second']);
      expect(await countRecords(user_id)).toBe(2);
    }
  });

  it.each(transactionFaults)(
    'deletes all of an entry or nothing if $cause comes at the $tries try',
    async (fault) => {
      const { user_id, clean } = open(await copyRemoved());
      const cleaning = clean('first', true, createFaultyTable(fault));
      const isBusyError = fault.cause === 'conflict' || fault.cause === 'throttling';
      if (isBusyError && !isRepaired(fault)) {
        await expect(cleaning).rejects.toMatchObject({ code: 'unavailable' });
      } else await cleaning;
      const imported = await listImported(user_id);
      expect(await countRecords(user_id)).toBe(imported.length);
      await clean('first');
      await expectOnlySecond(user_id);
    },
  );
});

describe('an import', () => {
  it('leaves nothing if its connection is removed before whichever of its calls', async () => {
    for (let number = 1, hasRun = true; hasRun; number += 1) {
      const { user_id, removeAndClean } = await arrange(['second']);
      const racing = createInterleavedTable(number, () => removeAndClean('first'));
      const counts = await importRun(user_id, 'first', { on: racing.table });
      hasRun = racing.hasRun();
      if (!hasRun) expect(counts).toMatchObject({ created: 1 });
      else await expectOnlySecond(user_id);
    }
  });

  it('stores a workout once if a clean-up of an earlier connection runs before whichever of its calls', async () => {
    for (let number = 1, hasRun = true; hasRun; number += 1) {
      const { user_id, clean } = open(await copyRemoved());
      const connection = 'first-again';
      await addConnection(user_id, 'first', connection);
      const racing = createInterleavedTable(number, () => clean('first'));
      await importRun(user_id, 'first', { connection, on: racing.table });
      hasRun = racing.hasRun();
      expect(await listImported(user_id)).toEqual(['first', 'second']);
      expect(await countRecords(user_id)).toBe(2);
    }
  });
});

describe('a clean-up of many entries', () => {
  /** Writes workouts of the provider `first` as an import does, two a day. */
  async function putImports(user_id: string, count: number): Promise<void> {
    const origin = { remote_connection_type: 'first', remote_connection_id: 'first' };
    const account = { user_id, remote_connection_type: 'first', account_id: 'account' };
    const imports = Array.from({ length: count }, (_, index) => {
      const date = addDays('2020-01-01', Math.floor(index / 2));
      const remote_id = String(index);
      const start_time = `${date}T1${index % 2}:00:00Z`;
      const workout = { ...importedRun, remote_id, start_time };
      const fields = toImportedFields(workout, origin, now);
      const key = { ...account, workout_id: remote_id };
      return { date, fields, record: records.newRecord(key, origin, date, now) };
    });
    const importsByDate = Map.groupBy(imports, ({ date }) => date);
    const days = [...importsByDate].map(([date, ofDay]) => {
      const batches = ofDay.map(({ record, fields }) => [record.batch, { 0: fields }]);
      const key = dayKeys.diaryDay(user_id, date);
      return { ...key, ...Object.fromEntries(batches) };
    });
    await putItems([...imports.map(({ record }) => record), ...days]);
  }

  it('takes three store calls for 32 of them', async () => {
    const user_id = newId(now);
    await putImports(user_id, 320);
    let calls = 0;
    const counting = createTableOfCalls((call) => {
      calls += 1;
      return call();
    });
    await cleanUp(counting, user_id, {
      id: 'first',
      remote_connection_type: 'first',
      deletes_entries: true,
    });
    expect(await countRecords(user_id)).toBe(0);
    const days = await table().query<DayItem>(dayKeys.diaryDays(user_id, '2020', '2021'));
    expect(days.flatMap((item) => listStoredEntries(item, ''))).toEqual([]);
    // The policy, the records and the connected types are read by a call each.
    expect(calls).toBe(2 + 3 * 10 + 1);
  });

  it.each([
    { deletes_entries: true, left: 0 },
    { deletes_entries: false, left: 680 },
  ])(
    'ends in steps, each in its time, so that $left are left',
    async ({ deletes_entries, left }) => {
      const user_id = newId(now);
      await putImports(user_id, 680);
      const request = { id: 'first', remote_connection_type: 'first', deletes_entries };
      const stops: (string | undefined)[] = [undefined];
      do {
        let remainingMs = 75;
        const getRemainingMs = () => {
          remainingMs -= 15;
          return remainingMs;
        };
        const cleanup = { ...request, after: stops.at(-1) };
        const { after } = await cleanUp(table(), user_id, cleanup, getRemainingMs);
        stops.push(after);
      } while (stops.at(-1) !== undefined);
      // Two steps of 320 entries, two a day, have the time of the first clean-up.
      expect(stops).toEqual([undefined, addDays('2020-01-01', 319), undefined]);
      expect(await countRecords(user_id)).toBe(left);
    },
  );
});
