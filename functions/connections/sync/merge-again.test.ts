import { expect, it } from 'vitest';
import * as entries from '#functions/diary/entry/entry.store.ts';
import { dataSourceKeys } from '#functions/main/data-source/data-source.keys.ts';
import * as dataSources from '#functions/main/data-source/data-source.store.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { addConnection, importedRun, importWorkout } from '#kit/imported-workouts.ts';
import { createFaultyTable } from '#kit/store-faults.ts';
import { isNew } from '#shared/table/condition.ts';
import { mergeAgain } from './settle-entries.ts';

const now = new Date('2026-11-22T12:00:00Z');

it.each([
  ['at once', table],
  // Nothing says which item is too large.
  ['if their items do not fit a transaction', refuseFirstForSize],
])('changed priorities apply to the last 30 days %s', async (_, openTable) => {
  const { user_id } = await newPerson();
  const days = ['2026-11-10', '2026-11-20'];
  for (const id of ['first', 'second']) {
    await addConnection(user_id, id);
    const source = {
      ...dataSourceKeys.dataSource(user_id, id),
      id,
      active: true,
      priorities: {},
    };
    await table().put(source, isNew);
    for (const day of days) {
      const start_time = `${day}T17:00:00Z`;
      const run = { ...importedRun, remote_id: day, start_time, data_source_id: id };
      await importWorkout(user_id, id, run);
    }
  }
  const listShown = async () => {
    const diary = { table: table(), user_id };
    return (await Promise.all(days.map((day) => entries.list(diary, day)))).flat();
  };
  const fromFirst = { source: { data_source_id: 'first' } };
  expect(await listShown()).toMatchObject([fromFirst, fromFirst]);

  const preference = {
    id: 'second',
    type: 'activity',
    since: now.toISOString(),
  } as const;
  await dataSources.prefer(table(), user_id, preference);
  await mergeAgain(openTable(), user_id, now);
  const fromSecond = { source: { data_source_id: 'second' } };
  expect(await listShown()).toMatchObject([fromSecond, fromSecond]);
});

function refuseFirstForSize() {
  return createFaultyTable({ cause: 'size', tries: 'first' });
}
