import { expect, it } from 'vitest';
import { newPerson, table } from '#kit/fixtures.ts';
import { addConnection } from '#kit/imported-workouts.ts';
import { type DayItem, listStoredEntries } from '#shared/diary/day-item.ts';
import { parseEntryId } from '#shared/diary/entry-id.ts';
import { isImported } from '#shared/diary/merge/merge.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import { disconnect } from '#shared/remote-connection/disconnect.store.ts';
import { exists, isNew } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import type { KeyRange, Table } from '#shared/table/table.ts';
import { importWorkouts } from '../import/import-workouts.store.ts';
import * as entries from '../storage/entry.store.ts';
import { update } from '../storage/update.store.ts';
import { cleanUp } from './clean-up.store.ts';
import { mergeAgain } from './merge-again.store.ts';

const now = new Date('2026-11-22T12:00:00Z');
const day = '2026-11-20';

/**
 * Prepares a person whose run two providers have sent. The run of `first` is shown, because the id
 * of its connection sorts first.
 */
async function arrange() {
  const { user_id } = await newPerson();
  for (const provider of ['first', 'second']) {
    await addConnection(user_id, provider);
    const source = {
      ...keys.dataSource(user_id, provider),
      id: provider,
      priorities: {},
    };
    await table().put(source, isNew);
    await importRun(provider);
  }

  async function importRun(
    provider: string,
    connection = provider,
    store: Table = table(),
  ): Promise<void> {
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
      remote_connection_id: connection,
      remote_connection_type: provider,
      readAt: now,
      workouts: [workout],
      deleted: [],
    };
    await importWorkouts(store, job, now);
  }
  const listShown = async () => {
    const shown = await entries.list({ table: table(), user_id }, day);
    return shown.map(
      (entry) => 'source' in entry && entry.source?.remote_connection_type,
    );
  };
  return { user_id, listShown, importRun };
}

/** Milliseconds after a revocation at which no sync of the connection can be running. */
const later = 360_000;
const cleanedAt = new Date(now.getTime() + later);

it('a clean-up shows the entry of the remaining connection', async () => {
  const { user_id, listShown } = await arrange();
  expect(await listShown()).toEqual(['first']);
  const keeping = { deletes_entries: false, now };
  await disconnect(table(), user_id, 'first', keeping);
  const cleanUpAt = (at: number) =>
    cleanUp(table(), user_id, { id: 'first' }, new Date(at));
  expect(await cleanUpAt(now.getTime())).toBe('retry');
  expect(await listShown()).toEqual(['second']);
  expect(await table().query(keys.importedWorkouts(user_id))).toHaveLength(2);
});

it('a clean-up deletes the entries of a connection, also of a sync that was running', async () => {
  const { user_id, listShown, importRun } = await arrange();
  await disconnect(table(), user_id, 'first', { deletes_entries: true, now });
  const cleanUpAt = (at: number) =>
    cleanUp(table(), user_id, { id: 'first' }, new Date(at));
  expect(await cleanUpAt(now.getTime())).toBe('retry');
  await importRun('first');
  expect(await cleanUpAt(now.getTime() + later)).toBe('ack');
  expect(await listShown()).toEqual(['second']);
  expect(await table().query(keys.importedWorkouts(user_id))).toHaveLength(1);
});

it('a clean-up deletes the entries of earlier connections of the account, too', async () => {
  const { user_id, listShown, importRun } = await arrange();
  await disconnect(table(), user_id, 'first', { deletes_entries: false, now });
  await addConnection(user_id, 'first', 'first-again');
  await importRun('first', 'first-again');
  await disconnect(table(), user_id, 'first-again', { deletes_entries: true, now });
  await cleanUp(table(), user_id, { id: 'first-again' }, cleanedAt);
  expect(await listShown()).toEqual(['second']);
  expect(await table().query(keys.importedWorkouts(user_id))).toHaveLength(1);
});

it.each(['entries', 'records'] as const)(
  'a clean-up keeps what a later connection imports before it deletes the %s',
  async (deleted) => {
    const { user_id, importRun } = await arrange();
    await disconnect(table(), user_id, 'first', { deletes_entries: true, now });
    const importAgain = () => importRun('first', 'first-again');
    const real = table();
    const interleaved: Table = {
      ...real,
      query: async <R extends object>(range: KeyRange) => {
        const items = await real.query<R>(range);
        const isOfRecords = 'prefix' in range && range.prefix.startsWith('WORKOUT');
        if (deleted === 'entries' && isOfRecords) await importAgain();
        return items;
      },
      delete: async (key, condition) => {
        if (deleted === 'records') await importAgain();
        return real.delete(key, condition);
      },
    };
    await cleanUp(interleaved, user_id, { id: 'first' }, cleanedAt);
    expect(await listWorkouts(user_id)).toEqual(['first', 'second']);
    await importAgain();
    expect(await listWorkouts(user_id)).toEqual(['first', 'second']);
  },
);

it('an import stores a workout once, even if a clean-up deletes its record', async () => {
  const { user_id, importRun } = await arrange();
  await disconnect(table(), user_id, 'first', { deletes_entries: true, now });
  const real = table();
  let isCleaned = false;
  const interleaved: Table = {
    ...real,
    update: async (...write) => {
      if (!isCleaned) await cleanUp(real, user_id, { id: 'first' }, cleanedAt);
      isCleaned = true;
      return real.update(...write);
    },
  };
  await importRun('first', 'first-again', interleaved);
  await importRun('first', 'first-again');
  expect(await listWorkouts(user_id)).toEqual(['first', 'second']);
});

it('an import does not repeat a workout whose edited entry a clean-up has kept', async () => {
  const { user_id, importRun } = await arrange();
  const diary = { table: table(), user_id };
  const [shown] = await entries.list(diary, day);
  const address = parseEntryId(shown?.id ?? '');
  if (!address) throw new Error('The diary shows no entry.');
  await update(diary, address, { set: { distance: 4242 }, remove: [] });
  await disconnect(table(), user_id, 'first', { deletes_entries: true, now });
  await cleanUp(table(), user_id, { id: 'first' }, cleanedAt);
  await importRun('first', 'first-again');
  expect(await listWorkouts(user_id)).toEqual(['first', 'second']);
});

/** Lists the providers of all imported entries of the day, the hidden ones included. */
async function listWorkouts(user_id: string): Promise<string[]> {
  const item = await table().get<DayItem>(keys.diaryDay(user_id, day));
  const imported = listStoredEntries(item, day).filter(isImported);
  return imported.map(({ source }) => source.remote_connection_type).sort();
}

it('a clean-up deletes nothing while the connection exists', async () => {
  const { user_id, listShown } = await arrange();
  await disconnect(table(), user_id, 'first', { deletes_entries: true, now });
  const connection = { ...keys.remoteConnection(user_id, 'first'), id: 'first' };
  await table().put(connection, isNew);
  expect(await cleanUp(table(), user_id, { id: 'first' }, cleanedAt)).toBe('ack');
  expect(await listShown()).toEqual(['first']);
});

it('changed priorities apply to the last 30 days', async () => {
  const { user_id, listShown } = await arrange();
  const set = { 'priorities.activity': now.toISOString() };
  await table().update(keys.dataSource(user_id, 'second'), { set }, exists);
  await mergeAgain(table(), user_id, now);
  expect(await listShown()).toEqual(['second']);
});
