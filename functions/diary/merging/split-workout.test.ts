import { expect, it } from 'vitest';
import { parseEntryId } from '#functions/diary/entry/day-item.ts';
import * as entries from '#functions/diary/entry/entry.store.ts';
import type { ImportedWorkout } from '#functions/diary/workout-import/workout.ts';
import { table } from '#kit/fixtures.ts';
import {
  importedRun,
  importWorkout,
  newConnectedPerson,
} from '#kit/imported-workouts.ts';
import { changeByPerson } from './change-by-person.ts';
import { isImported } from './imported-entry.ts';
import { decidePairs } from './person-decisions.ts';

const days = { first: '2026-11-20', last: '2026-11-21' };

/** A run over midnight, which the first provider has as a whole, and the second in two parts. */
const records: { type: string; run: Partial<ImportedWorkout> }[] = [
  { type: 'first', run: { start_time: '2026-11-20T23:20:00Z', duration: 4483 } },
  { type: 'second', run: { start_time: '2026-11-20T23:20:01Z', duration: 2583 } },
  {
    type: 'second',
    run: { remote_id: '2', start_time: '2026-11-21T00:03:04Z', duration: 1900 },
  },
  { type: 'third', run: { start_time: '2026-11-20T23:27:00Z', duration: 4060 } },
];

async function arrange(order: typeof records) {
  const types = new Set(order.map(({ type }) => type));
  const user_id = await newConnectedPerson([...types]);
  for (const { type, run } of order) {
    await importWorkout(user_id, type, { ...importedRun, ...run });
  }
  const diary = { table: table(), user_id };
  const listShown = async (...hidden_types: string[]) => {
    const listed = await entries.listRange({ ...diary, hidden_types }, days);
    const shown = listed.filter(isImported);
    shown.sort((one, other) => one.imported.start - other.imported.start);
    return shown.map(({ id, source, duplicates = [] }) => ({
      id,
      workout: `${source.remote_connection_type} ${source.remote_id}`,
      duplicates: duplicates.map((duplicate) => [
        `${duplicate.remote_connection_type} ${duplicate.remote_id}`,
        duplicate.matched_by,
        duplicate.decided_by,
      ]),
    }));
  };
  return { diary, listShown };
}

const whole = {
  workout: 'first 1',
  duplicates: [
    ['third 1', 'overlap', 'earlier_connection'],
    ['second 1', 'part', 'whole'],
    ['second 2', 'part', 'whole'],
  ],
};

it.each([0, 1, 2, 3])(
  'a split workout is shown as a whole, if record %i of it is imported last',
  async (last) => {
    const order = [...records.slice(last + 1), ...records.slice(0, last + 1)];
    const { listShown } = await arrange(order);
    expect(await listShown()).toMatchObject([whole]);
  },
);

it('a part that the person separates is shown and stays separated', async () => {
  const { diary, listShown } = await arrange(records);
  const [shown] = await listShown();
  const address = parseEntryId(shown?.id ?? '');
  if (!address) throw new Error('The workout is not shown.');
  await changeByPerson(diary, {
    address,
    apply: (loaded, entry) =>
      decidePairs(loaded, entry, () => new Map([['second 2', 'separated']])),
  });
  const separated = ['first 1', 'second 2'];
  expect((await listShown()).map(({ workout }) => workout).sort()).toEqual(separated);

  const readAt = new Date('2026-11-22T00:00:00Z');
  const changed = { ...importedRun, ...records[2]?.run, energy: 310 };
  await importWorkout(diary.user_id, 'second', changed, { readAt });
  expect((await listShown()).map(({ workout }) => workout).sort()).toEqual(separated);
});

const [wholeRecord, ...otherRecords] = records;
const parts = otherRecords.filter(({ type }) => type === 'second');
const separateParts = [
  { workout: 'second 1', duplicates: [] },
  { workout: 'second 2', duplicates: [] },
];

it('both parts are shown to a caller who may not see the whole', async () => {
  const { listShown } = await arrange(records);
  expect(await listShown('first', 'third')).toMatchObject(separateParts);
  expect(await listShown('first')).toMatchObject([
    { workout: 'third 1', duplicates: whole.duplicates.slice(1) },
  ]);
});

it('both parts are shown instead of a whole that may not be combined', async () => {
  const { listShown } = await arrange([
    { type: 'strava', run: wholeRecord?.run ?? {} },
    ...parts,
  ]);
  expect(await listShown()).toMatchObject([
    { workout: 'second 1', duplicates: [['strava 1', 'part', 'terms']] },
    { workout: 'second 2', duplicates: [] },
  ]);
  expect(await listShown('strava')).toMatchObject(separateParts);
  expect(await listShown('second')).toMatchObject([
    { workout: 'strava 1', duplicates: [] },
  ]);
});

it.each([
  { relation: 'both are parts of it', duration: 3600 },
  { relation: 'only one of them is a part of it', duration: 3800 },
])(
  'a caller does not learn from two workouts that a third one is longer: $relation',
  async ({ duration }) => {
    const run = { start_time: '2026-11-20T20:00:00Z' };
    const { listShown } = await arrange([
      { type: 'first', run: { ...run, duration: 7500 } },
      { type: 'second', run: { ...run, duration } },
      { type: 'third', run: { ...run, duration: 3500 } },
    ]);
    expect(await listShown()).toMatchObject([{ workout: 'first 1' }]);
    const listed = [['third 1', 'overlap', 'earlier_connection']];
    expect(await listShown('first')).toMatchObject([
      { workout: 'second 1', duplicates: listed },
    ]);
  },
);

it('a workout that a caller may not see prefers none of two others to it', async () => {
  const run = { start_time: '2026-11-20T20:00:00Z' };
  const { listShown } = await arrange([
    { type: 'first', run: { ...run, duration: 7500 } },
    { type: 'second', run: { ...run, duration: 3800 } },
    { type: 'third', run: { ...run, duration: 3500, distance: 9000 } },
  ]);
  expect(await listShown()).toMatchObject([{ workout: 'first 1' }]);
  expect(await listShown('first')).toMatchObject([
    { workout: 'third 1', duplicates: [['second 1', 'overlap', 'more_data']] },
  ]);
});
