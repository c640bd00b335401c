import { describe, expect, it } from 'vitest';
import { newPerson, table } from '#kit/fixtures.ts';
import { dueShards, toDueAttributes } from '#shared/remote-connection/due-index.ts';
import {
  type SyncRequest,
  syncRequestPrefix,
} from '#shared/remote-connection/sync-request.ts';
import { newId } from '#shared/runtime/ids.ts';
import { isNew } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import { startDueSyncs } from './start-due-syncs.ts';

/** A time so late that the schedule of the shared service does not start these syncs itself. */
const now = new Date('2100-01-01T12:00:00Z');
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

/** Adds a connection whose next sync is due at a time. */
async function addConnection(user_id: string, at: Date): Promise<string> {
  const id = newId(now);
  const due = toDueAttributes({ user_id, remote_connection_id: id }, at);
  await table().put({ ...keys.remoteConnection(user_id, id), id, ...due }, isNew);
  return id;
}

async function startAll(at: Date): Promise<void> {
  for (const shard of dueShards) await startDueSyncs(table(), shard, at);
}

/** Lists the connections whose sync was requested, in the order of the requests. */
async function listRequested(user_id: string): Promise<string[]> {
  const { pk } = keys.user(user_id);
  const requests = await table().query<SyncRequest>({ pk, prefix: syncRequestPrefix });
  return requests.map(({ remote_connection_id }) => remote_connection_id);
}

describe('the schedule of syncs', () => {
  it('requests each due sync once, and again after an hour if it never ends', async () => {
    const { user_id } = await newPerson();
    const due = await addConnection(user_id, now);
    await addConnection(user_id, minutesLater(120));
    await startAll(now);
    await startAll(minutesLater(1));
    expect(await listRequested(user_id)).toEqual([due]);
    await startAll(minutesLater(61));
    expect(await listRequested(user_id)).toEqual([due, due]);
  });
});
