import { describe, expect, it } from 'vitest';
import { connectionKeys } from '#functions/connections/connection/remote-connection.keys.ts';
import type { SyncRequest } from '#functions/connections/connection/sync-request.store.ts';
import * as syncs from '#functions/connections/connection/sync-state.store.ts';
import {
  parseDueConnection,
  parseDueTime,
  type SyncState,
  syncShards,
  toDueAttributes,
  toDueRange,
  toLaterRanges,
} from '#functions/connections/connection/sync-state.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { newId } from '#shared/runtime/ids.ts';
import { recordRunInOrder } from '#shared/schedule/scheduled-run.store.ts';
import { exists, isNew } from '#shared/table/condition.ts';
import type { CollectionPage, RangePage, Table } from '#shared/table/table.ts';
import { retryMs } from './start/capacity.ts';
import { startDueSyncs } from './start/handler.ts';

/** A time so late that no other run starts these syncs, e.g. that of a deployed stack. */
const now = new Date('2100-01-01T12:00:00Z');
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

/** Adds a connection whose next sync is due at a time. */
async function addConnection(user_id: string, at: Date): Promise<string> {
  const id = newId(now);
  const due = toDueAttributes({ user_id, remote_connection_id: id }, at);
  await table().put({ ...originKeys.remoteConnection(user_id, id), id, ...due }, isNew);
  return id;
}

/** Opens the table as if only this user had connections, so no sync of another test starts. */
function openTableForUser(user_id: string): Table {
  const whole = table();
  return {
    ...whole,
    async queryPage<R extends object>(page: RangePage | CollectionPage): Promise<R[]> {
      const all = { ...page, limit: 1000 };
      const items = await whole.queryPage<R & { collection_sk: string }>(all);
      const own = items.filter(
        (item) => parseDueConnection(item.collection_sk).user_id === user_id,
      );
      return own.slice(0, page.limit);
    },
  };
}

/** Runs the schedule at a time for one user, in the shards that have the user's connections. */
async function startDue(user_id: string, at: Date): Promise<void> {
  const connections = await table().query<SyncState>(
    originKeys.remoteConnections(user_id),
  );
  const used = new Set(connections.map(({ collection }) => collection));
  const shards = syncShards.filter((shard) => used.has(toDueRange(shard, at).collection));
  for (const shard of shards)
    await startDueSyncs(openTableForUser(user_id), { shard, max: 100 }, at);
}

/** Lists the connections whose sync was requested, in the order of the requests. */
async function listRequested(user_id: string): Promise<string[]> {
  const requests = await table().query<SyncRequest>(connectionKeys.syncRequests(user_id));
  return requests.map(({ remote_connection_id }) => remote_connection_id);
}

describe('the schedule of syncs', () => {
  it('requests each due sync once, and again after two hours if it never ends', async () => {
    const { user_id } = await newPerson();
    const due = await addConnection(user_id, now);
    await addConnection(user_id, minutesLater(360));
    for (const minutes of [0, 1, 11, 61, 119])
      await startDue(user_id, minutesLater(minutes));
    expect(await listRequested(user_id)).toEqual([due]);
    await startDue(user_id, minutesLater(121));
    expect(await listRequested(user_id)).toEqual([due, due]);
  });

  it('leaves started syncs where release 0.1.0 finds them overdue', async () => {
    const { user_id } = await newPerson();
    const remote_connection_id = await addConnection(user_id, now);
    await startDue(user_id, now);
    const key = originKeys.remoteConnection(user_id, remote_connection_id);
    const due = toDueAttributes({ user_id, remote_connection_id }, now);
    const { collection, collection_sk = '' } = (await table().get<SyncState>(key)) ?? {};
    expect(collection).toBe(due.collection);
    expect('0' < collection_sk && collection_sk < due.collection_sk).toBe(true);
    const [at = '', ...ids] = collection_sk.split(' ');
    expect(new Date(at).getTime()).toBeLessThan(now.getTime());
    expect(ids).toEqual([user_id, remote_connection_id]);
    expect(parseDueTime(collection_sk)).toEqual(minutesLater(120));
  });

  it('keeps the plan of a sync that ends before the schedule has planned a retry', async () => {
    const { user_id } = await newPerson();
    const remote_connection_id = await addConnection(user_id, now);
    const ids = { user_id, remote_connection_id };
    const key = originKeys.remoteConnection(user_id, remote_connection_id);
    const planned = toDueAttributes(ids, minutesLater(1440));
    const whole = openTableForUser(user_id);
    const racing: Table = {
      ...whole,
      async put(item, condition) {
        const written = await whole.put(item, condition);
        await whole.update(key, { set: planned }, exists);
        return written;
      },
    };
    for (const shard of syncShards) await startDueSyncs(racing, { shard, max: 100 }, now);
    expect(await listRequested(user_id)).toEqual([remote_connection_id]);
    expect(await table().get(key)).toMatchObject(planned);
  });

  it('starts those first that have been due for longest, and no more than may wait', async () => {
    const { user_id } = await newPerson();
    const shard = 0;
    const ids: string[] = [];
    for (let minutes = 0; ids.length < 3; minutes += 1) {
      const id = newId(now);
      const ofUser = { user_id, remote_connection_id: id };
      const due = toDueAttributes(ofUser, minutesLater(-minutes));
      if (due.collection !== toDueRange(shard, now).collection) continue;
      await table().put(
        { ...originKeys.remoteConnection(user_id, id), id, ...due },
        isNew,
      );
      ids.unshift(id);
    }
    const start = (minutes: number) =>
      startDueSyncs(openTableForUser(user_id), { shard, max: 2 }, minutesLater(minutes));
    await start(0);
    expect(new Set(await listRequested(user_id))).toEqual(new Set(ids.slice(0, 2)));
    await start(1);
    expect(await listRequested(user_id)).toHaveLength(2);

    const ended = { user_id, remote_connection_id: ids[0] ?? '' };
    const key = originKeys.remoteConnection(user_id, ended.remote_connection_id);
    await table().update(
      key,
      { set: toDueAttributes(ended, minutesLater(1440)) },
      exists,
    );
    await start(2);
    expect(new Set(await listRequested(user_id))).toEqual(new Set(ids));
  });
});

it('syncs that were planned by a clock that was ahead are due when it goes back', async () => {
  const { user_id } = await newPerson();
  const ids = [
    await addConnection(user_id, minutesLater(75)),
    await addConnection(user_id, now),
  ];
  await startDue(user_id, minutesLater(60));
  expect(await listRequested(user_id)).toEqual([ids[1]]);
  const later = syncShards.flatMap((shard) => toLaterRanges(shard, now, retryMs));
  await syncs.bringSyncsForward(openTableForUser(user_id), later, now);
  await startDue(user_id, now);
  const requested = await listRequested(user_id);
  expect(requested.sort()).toEqual([ids[0], ids[1], ids[1]].sort());
});

it('a schedule brings forward what waits once, if its clock goes back', async () => {
  const name = newId(now);
  const runs: string[] = [];
  const run = (at: Date) =>
    recordRunInOrder(table(), name, at, async () => void runs.push(at.toISOString()));
  for (const minutes of [0, 1, 60, 59.5, 0, 1, 60]) await run(minutesLater(minutes));
  expect(runs).toEqual([now.toISOString()]);
});
