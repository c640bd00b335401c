import { expect, it } from 'vitest';
import { newPerson, table } from '#kit/fixtures.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import { exists, isNew } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import { importWorkouts } from '../import/import-workouts.store.ts';
import * as entries from '../storage/entry.store.ts';
import { mergeAgain } from './merge-again.store.ts';

const now = new Date('2026-11-22T12:00:00Z');
const day = '2026-11-20';

/** Prepares a person whose run two providers have reported. That of `first` is shown. */
async function arrange() {
  const { user_id } = await newPerson();
  for (const provider of ['first', 'second']) {
    const connection = { ...keys.remoteConnection(user_id, provider), id: provider };
    await table().put(connection, isNew);
    const source = {
      ...keys.dataSource(user_id, provider),
      id: provider,
      priorities: {},
    };
    await table().put(source, isNew);
    const workout = {
      remote_id: '1',
      start_time: `${day}T17:00:00Z`,
      duration: 1800,
      activity_type_id: getActivityTypeId('run'),
      remote_activity: 'Running',
      data_source_id: provider,
    };
    const job = {
      user_id,
      account_id: 'account',
      remote_connection_id: provider,
      remote_connection_type: provider,
      readAt: now,
      workouts: [workout],
      deleted: [],
    };
    await importWorkouts(table(), job, now);
  }
  const listShown = async () => {
    const shown = await entries.list({ table: table(), user_id }, day);
    return shown.map(
      (entry) => 'source' in entry && entry.source?.remote_connection_type,
    );
  };
  return { user_id, listShown };
}

it('shows the entry of the remaining connection after the other was revoked', async () => {
  const { user_id, listShown } = await arrange();
  expect(await listShown()).toEqual(['first']);
  await table().delete(keys.remoteConnection(user_id, 'first'), exists);
  const request = { id: 'x', reason: 'disconnected', ttl: 0 } as const;
  const disconnected = { ...request, remote_connection_id: 'first' };
  await mergeAgain(table(), user_id, disconnected, now);
  expect(await listShown()).toEqual(['second']);

  await mergeAgain(table(), user_id, { ...disconnected, deletes_entries: true }, now);
  expect(await listShown()).toEqual(['second']);
  const records = await table().query(keys.importedWorkouts(user_id));
  expect(records).toHaveLength(1);
});

it('applies changed priorities to the days of the last 30 days', async () => {
  const { user_id, listShown } = await arrange();
  const set = { 'priorities.activity': now.toISOString() };
  await table().update(keys.dataSource(user_id, 'second'), { set }, exists);
  const request = { id: 'x', reason: 'priorities_changed', ttl: 0 } as const;
  await mergeAgain(table(), user_id, request, now);
  expect(await listShown()).toEqual(['second']);
});
