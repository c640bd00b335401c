import { describe, expect, it } from 'vitest';
import { parseDueTime } from '#functions/connections/connection/sync-state.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { connectStrava, stravaRun, syncedAt } from '#kit/strava-sync.ts';
import type { CallRequest } from '#shared/outgoing/outgoing.ts';
import { failure } from '#shared/runtime/result.ts';

/** A run so long ago that a sync does not list it again. */
const oldRun = { ...stravaRun, id: 2, start_date: '2126-11-02T17:00:00Z' };

describe('a sync', () => {
  it('imports the one workout that a webhook reports', async () => {
    const { sync, listDay, findConnection } = await connectStrava();
    await sync('1');
    expect(await listDay('2126-11-20')).toHaveLength(1);
    expect(await findConnection()).not.toHaveProperty('last_sync_time');
  });

  it('removes a workout at once if a webhook reports its deletion', async () => {
    const { strava, sync, syncDeleted, listDay } = await connectStrava();
    await sync();
    expect(await syncDeleted('1')).toMatchObject({ counts: { removed: 0 } });
    strava.activities = [];
    expect(await syncDeleted('1')).toMatchObject({ counts: { removed: 1 } });
    expect(await listDay('2126-11-20')).toEqual([]);
  });

  it('removes a workout that the provider twice, a day apart, does not have', async () => {
    const { strava, clock, sync, listDay, findConnection } = await connectStrava();
    await sync();
    strava.activities = [];
    const asked = syncedAt.getTime() + 1_200_000;
    clock.now = new Date(asked);
    expect(await sync('1')).toMatchObject({ counts: { removed: 0 } });
    clock.now = new Date(asked + 86_399_000);
    expect(await sync('1')).toMatchObject({ counts: { removed: 0 } });
    clock.now = new Date(asked + 86_400_000);
    expect(await sync()).toMatchObject({ counts: { removed: 1 } });
    expect(await listDay('2126-11-20')).toEqual([]);
    expect(await findConnection()).toMatchObject({ sync_checks: [] });
  });

  it('looks again after 4 minutes at a workout that was reported too early', async () => {
    const { strava, clock, sync, syncDue, listDay, findConnection } =
      await connectStrava();
    await sync();
    await sync('2');
    const { sync_checks: [check] = [], collection_sk = '' } =
      (await findConnection()) ?? {};
    const noted = syncedAt.getTime() / 1000;
    const planned = parseDueTime(collection_sk).getTime() / 1000;
    // The regular sync of a few ids is even earlier.
    expect(planned).toBeLessThanOrEqual(noted + 240);
    expect(check).toMatchObject({
      cause: 'changed',
      gone_since: noted,
      next: noted + 240,
    });
    strava.activities.push(oldRun);
    clock.now = new Date(syncedAt.getTime() + 240_000);
    expect(await syncDue()).toMatchObject({ counts: { created: 1 } });
    expect(await listDay('2126-11-02')).toHaveLength(1);
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
    clock.now = new Date('2126-11-28T12:00:00Z');
    strava.activities.push(oldRun, {
      ...oldRun,
      id: 3,
      start_date: '2126-11-03T17:00:00Z',
    });
    await sync();
    strava.activities = [stravaRun, { ...oldRun, calories: 350 }];
    for (const id of ['2', '3']) {
      strava.plannedResponses = [{ status: 429, body: {} }];
      expect(await sync(id)).toMatchObject({ outcome: 'failed', isPlanned: true });
      clock.now = new Date(clock.now.getTime() + 3_600_000);
    }
    expect(await sync()).toMatchObject({ counts: { updated: 1, removed: 0 } });
    expect(await listDay('2126-11-02')).toMatchObject([{ energy: { value: 350 } }]);
    expect(await listDay('2126-11-03')).toHaveLength(1);
    expect(await findConnection()).toMatchObject({ sync_checks: [{ id: '3' }] });
  });

  it('leaves a report in the queue if 100 others already wait for a sync', async () => {
    const { strava, sync, updateConnection } = await connectStrava();
    const sync_checks = Array.from({ length: 100 }, (_, index) => ({
      id: `other-${index}`,
      cause: 'changed' as const,
      since: 0,
      tries: 0,
      next: 0,
    }));
    await updateConnection({ sync_checks });
    strava.plannedResponses = [{ status: 503, body: {} }];
    expect(await sync('another')).toMatchObject({ outcome: 'failed', isPlanned: false });
  });

  it('loses its lease if the person connects again while it fails', async () => {
    const { user_id, sync, syncWith, findConnection } = await connectStrava();
    await sync();
    const { remote_id = '' } = (await findConnection()) ?? {};
    const getSend = () => async () => {
      const account = { type: 'strava', remote_id, access_token: 'access-9' };
      await addRemoteConnection(user_id, account, syncedAt);
      return failure({ kind: 'unreachable' } as const);
    };
    const outcome = await syncWith({ getSend }, { workout_id: '2' });
    expect(outcome).toEqual({ outcome: 'lease_lost' });
  });

  it('leaves a report in the queue if the person connects again while it is fetched', async () => {
    const { user_id, strava, deps, sync, syncWith, findConnection } =
      await connectStrava();
    await sync();
    const { remote_id = '' } = (await findConnection()) ?? {};
    strava.activities = [];
    const getSend = () => async (request: CallRequest) => {
      const account = { type: 'strava', remote_id, access_token: 'access-9' };
      await addRemoteConnection(user_id, account, syncedAt);
      return deps.getSend()(request);
    };
    const outcome = await syncWith({ getSend }, { workout_id: '1' });
    expect(outcome).toEqual({ outcome: 'lease_lost' });
    expect(await findConnection()).not.toHaveProperty('sync_checks');
  });
});
