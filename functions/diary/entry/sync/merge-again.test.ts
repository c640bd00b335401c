import { expect, it } from 'vitest';
import { newPerson, table } from '#kit/fixtures.ts';
import { addConnection, importedRun, importWorkout } from '#kit/imported-workouts.ts';
import { exists, isNew } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import * as entries from '../storage/entry.store.ts';
import { mergeAgain } from './merge-again.store.ts';

const now = new Date('2026-11-22T12:00:00Z');

it('changed priorities apply to the last 30 days', async () => {
  const { user_id } = await newPerson();
  for (const id of ['first', 'second']) {
    await addConnection(user_id, id);
    const source = { ...keys.dataSource(user_id, id), id, priorities: {} };
    await table().put(source, isNew);
    await importWorkout(user_id, id, { ...importedRun, data_source_id: id });
  }
  const listShown = () => entries.list({ table: table(), user_id }, '2026-11-20');
  expect(await listShown()).toMatchObject([{ source: { data_source_id: 'first' } }]);

  const set = { 'priorities.activity': now.toISOString() };
  await table().update(keys.dataSource(user_id, 'second'), { set }, exists);
  await mergeAgain(table(), user_id, now);
  expect(await listShown()).toMatchObject([{ source: { data_source_id: 'second' } }]);
});
