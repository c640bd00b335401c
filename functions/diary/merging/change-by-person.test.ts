import { describe, expect, it } from 'vitest';
import { type EntryAddress, parseEntryId } from '#functions/diary/entry/day-item.ts';
import * as entries from '#functions/diary/entry/entry.store.ts';
import { dataSourceKeys } from '#functions/main/data-source/data-source.keys.ts';
import * as dataSources from '#functions/main/data-source/data-source.store.ts';
import { createCopier } from '#kit/copy-person.ts';
import { table } from '#kit/fixtures.ts';
import {
  importedRun,
  importPage,
  importWorkout,
  newConnectedPerson,
} from '#kit/imported-workouts.ts';
import { createRacingTable } from '#kit/races.ts';
import {
  createFaultyTable,
  faultsOfTwoChanges,
  isBusyError,
  meetFault,
  refuseFirst,
} from '#kit/store-faults.ts';
import { listSeriesProblems } from '#kit/workout-series.ts';
import { exists, isNew } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import { changeByPerson, deleteByPerson, type PersonChange } from './change-by-person.ts';
import { originKeys } from './origin.keys.ts';
import { decidePairs } from './person-decisions.ts';
import { settleDays } from './settle-days.ts';

const day = '2026-11-20';

const apply: PersonChange['apply'] = (loaded, entry) =>
  decidePairs(loaded, entry, (_, others) => {
    const keys = [...others.keys()];
    return new Map(keys.map((key) => [key, 'separated']));
  });

const mergeAgain: PersonChange['apply'] = (loaded, entry) =>
  decidePairs(loaded, entry, () => new Map());

/** Prepares a person with two entries of one workout. That of `first` is shown. */
async function newMergedPerson(): Promise<string> {
  const user_id = await newConnectedPerson(['first', 'second']);
  for (const type of ['first', 'second']) {
    const key = dataSourceKeys.dataSource(user_id, type);
    await table().put({ ...key, id: type, active: true, priorities: {} }, isNew);
    await importWorkout(user_id, type, { ...importedRun, data_source_id: type });
  }
  return user_id;
}

const copyPerson = await createCopier(await newMergedPerson());

async function arrange() {
  const diary = { table: table(), user_id: await copyPerson() };
  const listShown = async () => {
    const shown = await entries.list(diary, day);
    return shown
      .map((entry) => 'source' in entry && entry.source?.remote_connection_type)
      .sort();
  };
  const [shown] = await entries.list(diary, day);
  const address = parseEntryId(shown?.id ?? '') as EntryAddress;
  const separateThrough = (through: Table) =>
    changeByPerson({ ...diary, table: through }, { address, apply });
  const removeThrough = (through: Table) =>
    deleteByPerson({ ...diary, table: through }, address);
  const mergeThrough = (through: Table) =>
    changeByPerson({ ...diary, table: through }, { address, apply: mergeAgain });
  return { diary, listShown, separateThrough, mergeThrough, removeThrough };
}

/** The first change is that of the entry's day, and the second checks another day. */
const rows = faultsOfTwoChanges.flatMap((fault) => [
  { ...fault, attempt: 'first', failed: 0 },
  { ...fault, attempt: 'second', failed: 1 },
]);

it.each(rows)(
  'separates or not: $cause at the $tries try of the $attempt attempt, change $change',
  async ({ failed, ...fault }) => {
    const { listShown, separateThrough } = await arrange();
    const faulty = refuseFirst(createFaultyTable(fault), failed, 'condition');
    const separating = separateThrough(faulty);
    const isRefused = fault.cause === 'size';
    if (isBusyError(fault))
      await expect(separating).rejects.toMatchObject({ code: 'unavailable' });
    else if (isRefused)
      expect(await separating).toMatchObject({ exceeded: { limit: 'bytes' } });
    else expect((await separating)?.entry).toBeDefined();

    const isDone = !isBusyError(fault) && !isRefused;
    expect(await listShown()).toEqual(isDone ? ['first', 'second'] : ['first']);
    await separateThrough(table());
    expect(await listShown()).toEqual(['first', 'second']);
  },
);

it.each(rows)(
  'removes or not: $cause at the $tries try of the $attempt attempt, change $change',
  async ({ failed, ...fault }) => {
    const { diary, listShown, removeThrough } = await arrange();
    const faulty = refuseFirst(createFaultyTable(fault), failed, 'condition');
    const removing = removeThrough(faulty);
    const isDone = !isBusyError(fault) && fault.cause !== 'size';
    expect(await meetFault(fault, removing)).toBe(isDone || undefined);
    expect(await listShown()).toEqual(isDone ? ['second'] : ['first']);
    expect(await listSeriesProblems(diary.user_id)).toEqual([]);
    expect(await removeThrough(table())).toBe(!isDone);
    expect(await listShown()).toEqual(['second']);
  },
);

it('a separation names the day whose item would be too large', async () => {
  const { separateThrough } = await arrange();
  const fault = { cause: 'size', tries: 'first' } as const;
  const exceeded = { date: day, limit: 'bytes' };
  expect(await separateThrough(createFaultyTable(fault))).toEqual({ exceeded });
});

const prefer = (user_id: string, id: string, since: string) =>
  dataSources.prefer(table(), user_id, { id, type: 'activity', since });

/** Changes of what decides between two entries, after which that of `second` is preferred. */
const otherChanges: Record<string, (user_id: string) => Promise<unknown>> = {
  'another data source becomes the preferred one': (user_id) =>
    prefer(user_id, 'second', '2026-11-22T12:00:00Z'),
  'the preferred data source is deactivated': (user_id) => {
    const change = { set: { active: false, priorities: {} } };
    return table().update(dataSourceKeys.dataSource(user_id, 'first'), change, exists);
  },
  'the connection is removed': (user_id) =>
    table().delete(originKeys.remoteConnection(user_id, 'first'), exists),
};

describe('a person merges two separated entries again', () => {
  it.each(Object.entries(otherChanges))(
    'while %s, and sees the entry that is preferred now',
    async (_, change) => {
      const { diary, listShown, separateThrough, mergeThrough } = await arrange();
      const { user_id } = diary;
      await prefer(user_id, 'second', '2026-11-20T12:00:00Z');
      await prefer(user_id, 'first', '2026-11-21T12:00:00Z');
      await separateThrough(table());
      // The message about the change comes before the transaction, so it decides nothing.
      const racing = createRacingTable('before its transact', async () => {
        await change(user_id);
        await settleDays(diary, [day]);
      });
      await mergeThrough(racing);
      expect(await listShown()).toEqual(['second']);
    },
  );
});

it.each([
  [
    'has at most 100 changes if 100 other workouts are merged, too',
    ['first', 'second'],
    // A deletion has one more, that of the series.
    99,
  ],
  ['checks no data sources of 100 workouts that are not merged', ['first'], 9],
])('a decision %s', async (_, providers, changes) => {
  const { diary, listShown, separateThrough, mergeThrough } = await arrange();
  await separateThrough(table());
  // They are on five days, because a day has no room for all of them.
  const runs = Array.from({ length: 100 }, (_, index) => ({
    ...importedRun,
    remote_id: `short ${index}`,
    start_time: new Date(
      Date.UTC(2026, 10, 18 + (index % 5), 0, 6 * index),
    ).toISOString(),
    duration: 300,
    data_source_id: String(index),
  }));
  for (const type of providers) await importPage(diary.user_id, type, runs);
  const sizes: number[] = [];
  const recording: Table = {
    ...table(),
    transact: (changes) => {
      sizes.push(changes.length);
      return table().transact(changes);
    },
  };
  await mergeThrough(recording);
  expect(sizes).toEqual([changes]);
  expect(await listShown()).toHaveLength(21);
});
