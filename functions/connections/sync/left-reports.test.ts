import { describe, expect, it } from 'vitest';
import { connectionKeys } from '#functions/connections/connection/remote-connection.keys.ts';
import type { SyncRequest } from '#functions/connections/connection/sync-request.store.ts';
import * as syncs from '#functions/connections/connection/sync-state.store.ts';
import { parseDueTime } from '#functions/connections/connection/sync-state.ts';
import { table } from '#kit/fixtures.ts';
import { getTestClient, setTestClient } from '#kit/provider-clients.ts';
import { connectStrava, stravaRun, syncedAt } from '#kit/strava-sync.ts';
import { connectSynced } from '#kit/synced-account.ts';
import type { CallRequest } from '#shared/outgoing/outgoing.ts';
import { success } from '#shared/runtime/result.ts';

/** A run so long ago that a sync does not list it again. */
const createOldRun = (id: number) => ({
  ...stravaRun,
  id,
  start_date: `2126-09-02T${String(id % 24).padStart(2, '0')}:00:00Z`,
});

type Strava = Awaited<ReturnType<typeof connectStrava>>;

const push = (workout_id: string) => ({ workout_id, reason: 'push' }) as const;

/** Synchronizes, and lets webhooks report workouts during the first call of the sync. */
function syncDuring({ deps, syncWith }: Strava, requests: Partial<SyncRequest>[]) {
  const outcomes: Promise<unknown>[] = [];
  const getSend = () => async (request: CallRequest) => {
    for (const report of requests.splice(0)) outcomes.push(syncWith({}, report));
    await Promise.all(outcomes);
    return deps.getSend()(request);
  };
  return { outcomes, synced: syncWith({ getSend }) };
}

const listRequests = (user_id: string) =>
  table().query<SyncRequest>(connectionKeys.syncRequests(user_id));

describe('what webhooks report while a sync runs', () => {
  it('is left to the next sync, which takes place at once', async () => {
    const strava = await connectStrava();
    await strava.sync();
    const before = (await listRequests(strava.user_id)).length;
    strava.strava.activities.push(...[2, 3, 4].map(createOldRun));
    const reports = [push('2'), push('3'), push('3'), push('4')];
    const { outcomes, synced } = syncDuring(strava, reports);
    expect(await synced).toMatchObject({ counts: { created: 0 } });
    const left = { outcome: 'left' };
    expect(await Promise.all(outcomes)).toEqual([left, left, left, left]);
    expect((await strava.findConnection())?.sync_reports?.size).toBe(4);

    const requests = (await listRequests(strava.user_id)).slice(before);
    const { id: remote_connection_id } = strava;
    expect(requests).toMatchObject([{ remote_connection_id, reason: 'due' }]);
    strava.strava.calls = [];
    expect(await strava.syncDue()).toMatchObject({ counts: { created: 3 } });
    expect(strava.strava.calls).toHaveLength(3);
    const connection = await strava.findConnection();
    expect(connection).toMatchObject({ sync_checks: [] });
    expect(connection).not.toHaveProperty('sync_reports');
    expect(await listRequests(strava.user_id)).toHaveLength(before + 1);
  });

  it('is fetched with the workout of the next webhook if that sync ends early', async () => {
    const strava = await connectStrava();
    await strava.sync();
    strava.strava.activities.push(...[2, 3].map(createOldRun));
    await syncs.lease(table(), strava.ids, 'lost', syncedAt);
    expect(await strava.syncWith({}, push('2'))).toEqual({ outcome: 'left' });
    strava.clock.now = new Date(syncedAt.getTime() + 181_000);
    expect(await strava.syncWith({}, push('3'))).toMatchObject({
      outcome: 'synchronized',
      counts: { created: 2 },
    });
    expect(await strava.findConnection()).not.toHaveProperty('sync_reports');
  });

  it('is fetched again if it is reported while the next sync fetches it', async () => {
    const strava = await connectStrava();
    await strava.sync();
    const [run] = [2].map(createOldRun);
    strava.strava.activities = run ? [run] : [];
    await syncDuring(strava, [push('2')]).synced;
    const getSend = () => async (request: CallRequest) => {
      const fetched = await strava.deps.getSend()(request);
      strava.strava.activities = run ? [{ ...run, calories: 350 }] : [];
      await strava.syncWith({}, push('2'));
      return fetched;
    };
    await strava.syncWith({ getSend }, { reason: 'due' });
    expect(await strava.syncDue()).toMatchObject({ counts: { updated: 1 } });
  });

  it('waits for the retry of a sync that fails', async () => {
    const strava = await connectStrava();
    const { strava: state, clock, syncDue, findConnection } = strava;
    await strava.sync();
    const before = (await listRequests(strava.user_id)).length;
    state.activities.push(createOldRun(2));
    state.plannedResponses = [{ status: 503, body: {} }];
    const { synced } = syncDuring(strava, [push('2')]);
    expect(await synced).toMatchObject({ outcome: 'failed' });
    expect(await listRequests(strava.user_id)).toHaveLength(before);
    const { collection_sk = '' } = (await findConnection()) ?? {};
    clock.now = parseDueTime(collection_sk);
    expect(await syncDue()).toMatchObject({ counts: { created: 1 } });
  });

  it('removes a workout that was deleted', async () => {
    const strava = await connectStrava();
    await strava.sync();
    strava.strava.activities = [];
    const deletion = { ...push('1'), workout_deleted: true };
    await syncDuring(strava, [deletion]).synced;
    expect(await strava.syncDue()).toMatchObject({ counts: { removed: 1 } });
  });

  it('stays in the queue if 100 others are left', async () => {
    const strava = await connectStrava();
    const ids = Array.from({ length: 101 }, (_, index) => push(String(index + 1)));
    strava.strava.activities = ids.map((_, index) => createOldRun(index + 1));
    const { outcomes, synced } = syncDuring(strava, ids);
    await synced;
    const results = await Promise.all(outcomes);
    expect(results.filter((outcome) => JSON.stringify(outcome).includes('busy'))).toEqual(
      [{ outcome: 'busy' }],
    );
    expect(await strava.syncDue()).toMatchObject({ outcome: 'synchronized' });
    expect(await strava.findConnection()).not.toHaveProperty('sync_reports');
  });

  it('is left again without a further sync if there is no room to note it', async () => {
    const strava = await connectStrava();
    await strava.sync();
    const sync_checks = Array.from({ length: 100 }, (_, index) => ({
      ...{ id: `other-${index}`, cause: 'changed' as const, since: 0, tries: 0 },
      next: syncedAt.getTime(),
    }));
    await strava.updateConnection({
      sync_checks,
      sync_reports: new Set(['{"workout_id":"2"}']),
    });
    const before = (await listRequests(strava.user_id)).length;
    await strava.syncDue();
    expect((await strava.findConnection())?.sync_reports?.size).toBe(1);
    expect(await listRequests(strava.user_id)).toHaveLength(before);
  });

  it('gets several further syncs if one has no room for all of it', async () => {
    const strava = await connectStrava();
    await strava.sync();
    const sync_checks = Array.from({ length: 70 }, (_, index) => ({
      ...{ id: `other-${index}`, cause: 'unreadable' as const, tries: 1 },
      since: syncedAt.getTime() / 1000,
      next: syncedAt.getTime(),
    }));
    const ids = Array.from({ length: 40 }, (_, index) => index + 2);
    strava.strava.activities.push(...ids.map(createOldRun));
    const reports = ids.map((id) => JSON.stringify({ workout_id: String(id) }));
    await strava.updateConnection({ sync_checks, sync_reports: new Set(reports) });
    const before = (await listRequests(strava.user_id)).length;
    expect(await strava.syncDue()).toMatchObject({ counts: { created: 30 } });
    expect(await listRequests(strava.user_id)).toHaveLength(before + 1);
    expect(await strava.syncDue()).toMatchObject({ counts: { created: 10 } });
    expect(await listRequests(strava.user_id)).toHaveLength(before + 1);
    expect(await strava.findConnection()).not.toHaveProperty('sync_reports');
  });

  it('makes the next list go back to workouts that are reported without their ids', async () => {
    await setTestClient(getTestClient('google_health'));
    const filters: string[] = [];
    const send = async ({ url }: CallRequest) => {
      filters.push(new URL(url).searchParams.get('filter') ?? '');
      return success({ status: 200, text: '{}', header: () => undefined });
    };
    const connection = { type: 'google_health' };
    const google = await connectSynced({ connection, send, at: syncedAt });
    await google.sync();
    google.clock.now = new Date(syncedAt.getTime() + 30 * 86_400_000);
    await google.sync();
    await syncs.lease(table(), google.ids, 'lost', google.clock.now);
    const changed_since = '2126-11-20T00:00:00.000Z';
    const report = { changed_since, reason: 'push' } as const;
    expect(await google.syncWith({}, report)).toEqual({ outcome: 'left' });
    google.clock.now = new Date(google.clock.now.getTime() + 181_000);
    filters.length = 0;
    await google.syncWith({}, { reason: 'due' });
    expect(filters[0]).toContain('"2126-10-22T12:00:00"');
    expect(await google.findConnection()).not.toHaveProperty('sync_reports');
  });
});
