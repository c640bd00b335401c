import { describe, expect, it } from 'vitest';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { connectStrava, stravaRun, syncedAt } from '#kit/strava-sync.ts';
import { failure } from '#shared/runtime/result.ts';
import { exists } from '#shared/table/condition.ts';
import { runSync } from './run-sync.ts';

/** A run so long ago that a sync does not list it again. */
const oldRun = { ...stravaRun, id: 2, start_date: '2126-11-02T17:00:00Z' };

describe('a sync', () => {
  it('imports or removes the one workout that a webhook reports', async () => {
    const { strava, sync, listDay, findConnection } = await connectStrava();
    await sync('1');
    expect(await listDay('2126-11-20')).toHaveLength(1);
    expect(await findConnection()).not.toHaveProperty('last_sync_time');
    strava.activities = [];
    expect(await sync('1')).toMatchObject({ counts: { removed: 1 } });
    expect(await listDay('2126-11-20')).toEqual([]);
  });

  it('leaves the next sync as planned after a single workout', async () => {
    const { strava, sync, findConnection } = await connectStrava();
    strava.plannedResponses = [{ status: 503, body: {} }];
    await sync();
    const planned = await findConnection();
    await sync('1');
    const after = await findConnection();
    expect(after?.collection_sk).toBe(planned?.collection_sk);
    expect(after?.sync_failures).toBe(1);
  });

  it('fetches a reported workout with the next sync if the provider has failed', async () => {
    const { strava, clock, sync, listDay, findConnection } = await connectStrava();
    strava.activities.push(oldRun, {
      ...oldRun,
      id: 3,
      start_date: '2126-11-03T17:00:00Z',
    });
    await sync();
    strava.activities = [stravaRun, { ...oldRun, calories: 350 }];
    for (const id of ['2', '3']) {
      strava.plannedResponses = [{ status: 503, body: {} }];
      expect(await sync(id)).toMatchObject({ result: 'failed', isPlanned: true });
    }
    clock.now = new Date(syncedAt.getTime() + 3_600_000);
    const first = { status: 200, body: strava.activities[1] };
    strava.plannedResponses = [first, { status: 503, body: {} }];
    expect(await sync()).toMatchObject({ result: 'failed', counts: { updated: 1 } });
    expect(await findConnection()).toMatchObject({ sync_reported: ['3'] });
    expect(await sync()).toMatchObject({ counts: { updated: 0, removed: 1 } });
    expect(await listDay('2126-11-02')).toMatchObject([{ energy: { value: 350 } }]);
    expect(await listDay('2126-11-03')).toEqual([]);
  });

  it('leaves a report in the queue if 100 others already wait for the next sync', async () => {
    const { user_id, id, strava, deps, sync } = await connectStrava();
    const sync_reported = Array.from({ length: 100 }, (_, index) => String(index));
    const change = { set: { sync_reported } };
    await deps.table.update(originKeys.remoteConnection(user_id, id), change, exists);
    strava.plannedResponses = [{ status: 503, body: {} }];
    expect(await sync('another')).toMatchObject({ result: 'failed', isPlanned: false });
  });

  it('leaves out a reported workout that three syncs could not read', async () => {
    const { strava, sync, findConnection } = await connectStrava();
    await sync();
    const unreadable = { status: 200, body: {} };
    strava.plannedResponses = [{ status: 503, body: {} }];
    await sync('2');
    for (const result of ['failed', 'failed', 'failed', 'synchronized']) {
      strava.plannedResponses = [unreadable];
      expect(await sync()).toMatchObject({ result });
    }
    expect(await findConnection()).toMatchObject({ sync_reported: [] });
  });

  it('loses its lease if the person connects again while it fails', async () => {
    const { user_id, id, deps, sync, findConnection } = await connectStrava();
    await sync();
    const { remote_id = '' } = (await findConnection()) ?? {};
    const getSend = () => async () => {
      const account = { type: 'strava', remote_id, access_token: 'access-9' };
      await addRemoteConnection(user_id, account, syncedAt);
      return failure({ kind: 'unreachable' } as const);
    };
    const request = { remote_connection_id: id, workout_id: '2' };
    const outcome = await runSync({ ...deps, getSend }, user_id, request);
    expect(outcome).toEqual({ result: 'lease_lost' });
  });

  it('keeps a workout whose response is truncated once after an outage', async () => {
    const { strava, sync, listDay } = await connectStrava();
    strava.activities = [oldRun];
    const unavailable = { status: 503, body: {} };
    for (let failures = 0; failures < 3; failures += 1) {
      strava.plannedResponses = [unavailable];
      expect(await sync()).toMatchObject({ result: 'failed' });
    }
    const list = { status: 200, body: strava.activities };
    strava.plannedResponses = [list, { status: 200, body: { oops: true } }];
    expect(await sync()).toMatchObject({ result: 'failed' });
    expect(await sync()).toMatchObject({ result: 'synchronized' });
    expect(await listDay('2126-11-02')).toHaveLength(1);
  });
});
