import { describe, expect, it } from 'vitest';
import { countResponse } from '#functions/connections/provider-credentials/budget.store.ts';
import type { LimitCounts } from '#functions/connections/provider-credentials/budget.ts';
import provider from '#functions/connections/providers/strava/provider.ts';
import {
  connectStrava,
  getRequestCountsKey,
  stravaRun,
  syncedAt,
} from '#kit/strava-sync.ts';
import type { CallRequest } from '#shared/outgoing/outgoing.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';

describe('a sync at the limit of a provider', () => {
  it('makes no request in a window in which the provider has rejected one', async () => {
    const limited = { status: 429, body: {} };
    const owner = newId(new Date());
    for (const calls of [1, 0]) {
      const { strava, clock, sync, findConnection } = await connectStrava(owner);
      clock.now = new Date('2126-11-24T12:10:00Z');
      strava.plannedResponses = calls > 0 ? [limited] : [];
      expect(await sync()).toMatchObject({ failure: { kind: 'rate_limited' } });
      expect(strava.calls).toHaveLength(calls);
      expect((await findConnection())?.collection_sk).toMatch(/^2126-11-24T12:15/);
    }
  });

  it('counts requests towards the window in which it makes them', async () => {
    const { strava, clock, deps, syncWith } = await connectStrava();
    clock.now = new Date('2126-11-25T12:10:00Z');
    strava.activities = [stravaRun, { ...stravaRun, id: 2 }, { ...stravaRun, id: 3 }];
    const getSend = () => async (request: CallRequest) => {
      if (request.url.endsWith('/1')) clock.now = new Date('2126-11-25T12:20:00Z');
      return deps.getSend()(request);
    };
    await syncWith({ getSend });
    const counts = await deps.table.get<LimitCounts>(getRequestCountsKey(clock.now));
    // In the first window: the list, and three activities that are counted as a group. In the
    // second window: two activities, and the end of the list.
    expect(counts).toMatchObject({ used_900: 3, used_86400: 7 });
  });

  it('imports what it has of a page, and fetches only the rest next time', async () => {
    const { strava, clock, sync, listDay, findConnection } = await connectStrava();
    clock.now = new Date(syncedAt.getTime() + 86_400_000);
    strava.activities = [stravaRun, { ...stravaRun, id: 2 }, { ...stravaRun, id: 3 }];
    const list = { status: 200, body: strava.activities };
    const limited = { status: 429, body: {}, headers: { 'retry-after': '300' } };
    strava.plannedResponses = [list, { status: 200, body: stravaRun }, limited];
    expect(await sync()).toMatchObject({
      failure: { kind: 'rate_limited' },
      counts: { created: 1 },
    });
    expect(await listDay('2126-11-20')).toHaveLength(1);
    const limitedConnection = await findConnection();
    expect(limitedConnection).toMatchObject({ sync_fetched: ['1'], sync_failures: 0 });
    expect(limitedConnection?.collection_sk).toMatch(/^2126-11-23T12:05/);

    strava.calls = [];
    clock.now = new Date(clock.now.getTime() + 900_000);
    await sync();
    expect(strava.calls).not.toContain('/api/v3/activities/1');
    expect(await listDay('2126-11-20')).toHaveLength(3);
    expect(await findConnection()).toMatchObject({ sync_fetched: [] });
  });

  it('keeps its turn in the queue when a webhook comes before it', async () => {
    const { strava, clock, sync, listDay, findConnection } = await connectStrava();
    clock.now = new Date('2126-11-26T12:10:00Z');
    strava.plannedResponses = [{ status: 429, body: {} }];
    await sync();
    const waiting = await findConnection();
    for (const minute of [11, 12, 14]) {
      clock.now = new Date(`2126-11-26T12:${minute}:00Z`);
      expect(await sync('1')).toMatchObject({ failure: { kind: 'rate_limited' } });
    }
    expect(strava.calls).toHaveLength(1);
    const { sync_turn, collection_sk } = (await findConnection()) ?? {};
    expect([sync_turn, collection_sk]).toEqual([
      waiting?.sync_turn,
      waiting?.collection_sk,
    ]);

    clock.now = new Date('2126-11-26T12:15:00Z');
    expect(await sync()).toMatchObject({ outcome: 'synchronized' });
    expect(await listDay('2126-11-20')).toHaveLength(1);
    expect(await findConnection()).not.toHaveProperty('sync_turn');
  });

  it('keeps its turn when a webhook before it fails for another reason', async () => {
    const { strava, clock, deps, sync, findConnection } = await connectStrava();
    clock.now = new Date('2126-11-27T12:10:00Z');
    strava.plannedResponses = [{ status: 429, body: {} }];
    await sync();
    const { sync_turn = 0 } = (await findConnection()) ?? {};
    const request = { provider, remote_id: '', count: 1, hasTurn: false, now: clock.now };
    for (let failures = 1; failures <= 20; failures += 1)
      await countResponse(deps.table, request, { isFailed: true });
    const outage = { kind: 'unavailable', cause: 'outage' };
    expect(await sync('1')).toMatchObject({ failure: outage });
    expect(strava.calls).toHaveLength(1);
    expect(sync_turn).toBeGreaterThan(toEpochSeconds(clock.now));
    expect(await findConnection()).toMatchObject({
      sync_turn,
      sync_problem: 'unavailable',
    });
  });

  it('synchronizes again within a day, whatever the provider says', async () => {
    const { strava, clock, sync, findConnection } = await connectStrava();
    clock.now = new Date('2126-12-05T12:00:00Z');
    const headers = { 'retry-after': '999999999' };
    strava.plannedResponses = [{ status: 429, body: {}, headers }];
    expect(await sync()).toMatchObject({ outcome: 'failed' });
    expect((await findConnection())?.collection_sk).toMatch(/^2126-12-06T12:00/);
  });
});
