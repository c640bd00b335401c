import { describe, expect, it } from 'vitest';
import { getNextSync } from '#functions/connections/connection/sync-state.ts';
import type { WorkoutCheck } from '#functions/connections/connection/workout-checks.ts';
import * as dataSources from '#functions/main/data-source/data-source.store.ts';
import { connectStrava, stravaRun, syncedAt } from '#kit/strava-sync.ts';
import type { CallRequest, CallResponse } from '#shared/outgoing/outgoing.ts';
import { failure, success } from '#shared/runtime/result.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const html = '<html><h1>Something went wrong</h1></html>';

/** Creates activities on as many days, the latest of which are too old to be listed again. */
function createActivities(count: number, latestDay = '2126-11-12') {
  return Array.from({ length: count }, (_, index) => {
    const start = Date.parse(`${latestDay}T17:00:00Z`) - index * 3 * 3_600_000;
    const start_date = new Date(start).toISOString().replace('.000', '');
    return { ...stravaRun, id: index + 1, start_date };
  });
}

type Strava = Awaited<ReturnType<typeof connectStrava>>;

/**
 * Connects an account whose regular sync, at a time of day by its id, is after the first checks.
 */
async function connectWithLateSync(): Promise<Strava> {
  const strava = await connectStrava();
  const regular = getNextSync({ delivery: 'push' }, strava.id, syncedAt);
  const isLate = regular.getTime() - syncedAt.getTime() > 60 * minuteMs;
  return isLate ? strava : connectWithLateSync();
}

/** Synchronizes while the stand-in responds to some calls with something else. */
function syncWithResponse(
  { deps, syncWith }: Strava,
  respond: (request: CallRequest) => { status: number; text: string } | undefined,
) {
  const getSend = () => async (request: CallRequest) => {
    const replaced = respond(request);
    if (!replaced) return deps.getSend()(request);
    const response: CallResponse = { ...replaced, header: () => undefined };
    const isSuccess = response.status === 200;
    return isSuccess ? success(response) : failure({ kind: 'status', response } as const);
  };
  return syncWith({ getSend });
}

const notFound = '{"message":"Record Not Found","errors":[]}';
const toFault = (resource: string, field: string, code: string) =>
  JSON.stringify({ message: 'Rejected', errors: [{ resource, field, code }] });
const isSingle = ({ url }: CallRequest) => /\/activities\/\d+$/.test(url);
const isList = ({ url }: CallRequest) => url.includes('/athlete/activities?');

/** Counts the workouts in the diary of the days of `createActivities`. */
async function countImported({ listDay }: Strava, days: readonly string[]) {
  const entries = await Promise.all([...new Set(days)].map(listDay));
  return entries.flat().length;
}

const toDays = (activities: readonly { start_date: string }[]) =>
  activities.map(({ start_date }) => start_date.slice(0, 10));

/** Notes 70 other workouts, for which a list is full. */
async function fillChecks(
  { updateConnection }: Strava,
  check: Pick<WorkoutCheck, 'cause' | 'next' | 'gone_since'>,
): Promise<void> {
  const sync_checks = Array.from({ length: 70 }, (_, index) => ({
    id: String(1000 + index),
    since: syncedAt.getTime() / 1000,
    tries: 1,
    ...check,
  }));
  await updateConnection({ sync_checks });
}

/** Advances the clock to the planned sync. */
async function waitForNextSync({ findConnection, clock }: Strava): Promise<void> {
  const { collection_sk = '' } = (await findConnection()) ?? {};
  clock.now = new Date(collection_sk.split(' ')[0] ?? '');
}

describe('a workout that cannot be read', () => {
  it('is imported after 20 minutes in which no workout of a first import can be read', async () => {
    const strava = await connectWithLateSync();
    const activities = createActivities(12);
    strava.strava.activities = activities;
    const outageEnd = syncedAt.getTime() + 20 * minuteMs;
    while (strava.clock.now.getTime() < syncedAt.getTime() + dayMs) {
      const isOut = strava.clock.now.getTime() < outageEnd;
      await syncWithResponse(strava, (request) =>
        isOut && isSingle(request) ? { status: 200, text: html } : undefined,
      );
      await waitForNextSync(strava);
    }
    expect(await countImported(strava, toDays(activities))).toBe(12);
    expect(await strava.findConnection()).toMatchObject({
      status: 'connected',
      unreadable_workouts: 0,
    });
  });

  it.each([
    { status: 200, text: html },
    { status: 200, text: '{"id":' },
    { status: 503, text: html },
    { status: 404, text: html },
    { status: 403, text: '' },
    { status: 401, text: html },
    { status: 200, text: JSON.stringify({ ...stravaRun, id: 77 }) },
    { status: 401, text: toFault('Athlete', 'access_token', 'invalid') },
    { status: 401, text: toFault('AccessToken', 'activity:read_permission', 'missing') },
    { status: 403, text: toFault('Activity', 'id', 'forbidden') },
  ])('stops no other if the response is $status $text', async (response) => {
    const strava = await connectWithLateSync();
    strava.strava.activities = createActivities(5);
    const synced = await syncWithResponse(strava, (request) =>
      request.url.endsWith('/activities/3') ? response : undefined,
    );
    expect(synced).toMatchObject({ outcome: 'synchronized', counts: { created: 4 } });
    const { unreadable_workouts, sync_checks } = (await strava.findConnection()) ?? {};
    expect(unreadable_workouts).toBe(1);
    expect(sync_checks).toMatchObject([{ id: '3', cause: 'unreadable', tries: 1 }]);
  });

  it('stops the sync if the provider refuses each of them', async () => {
    const strava = await connectWithLateSync();
    strava.strava.activities = createActivities(5);
    const text = toFault('AccessToken', 'activity:read_permission', 'missing');
    const synced = await syncWithResponse(strava, (request) =>
      isSingle(request) ? { status: 401, text } : undefined,
    );
    expect(synced).toMatchObject({ failure: { kind: 'insufficient_scope' } });
    expect(await strava.findConnection()).toHaveProperty('sync_refused_since');
  });

  it('ends no connection whose list is allowed, however many are refused', async () => {
    const strava = await connectWithLateSync();
    strava.strava.activities = createActivities(60);
    const text = toFault('AccessToken', 'activity:read_permission', 'missing');
    while (strava.clock.now.getTime() < syncedAt.getTime() + 2 * dayMs) {
      await syncWithResponse(strava, (request) =>
        isSingle(request) ? { status: 401, text } : undefined,
      );
      expect((await strava.findConnection())?.status).not.toBe(
        'reauthorization_required',
      );
      await waitForNextSync(strava);
    }
  });

  it('is tried again without a list of all others although it is refused', async () => {
    const strava = await connectWithLateSync();
    strava.strava.activities = createActivities(2);
    const text = toFault('Activity', 'id', 'forbidden');
    await syncWithResponse(strava, ({ url }) =>
      url.endsWith('/activities/1') ? { status: 403, text } : undefined,
    );
    await waitForNextSync(strava);
    strava.strava.calls = [];
    strava.strava.plannedResponses = [{ status: 403, body: JSON.parse(text) }];
    expect(await strava.syncDue()).toMatchObject({ outcome: 'synchronized' });
    expect(strava.strava.calls).toEqual(['/api/v3/activities/1']);
    const sync_checks = [{ id: '1', cause: 'unreadable', tries: 2 }];
    expect(await strava.findConnection()).toMatchObject({
      sync_checks,
      sync_failures: 0,
    });
  });

  it('is tried again alone, before the next sync of all others, until it can be read', async () => {
    const strava = await connectWithLateSync();
    strava.strava.activities = createActivities(2);
    const respond = (request: CallRequest) =>
      request.url.endsWith('/activities/1') ? { status: 200, text: html } : undefined;
    await syncWithResponse(strava, respond);
    const { sync_checks: [first] = [] } = (await strava.findConnection()) ?? {};
    expect(first?.next).toBe(syncedAt.getTime() / 1000 + 240);

    // Only the workout is fetched before the regular sync of the next day.
    await waitForNextSync(strava);
    strava.strava.calls = [];
    strava.strava.plannedResponses = [{ status: 200, body: html }];
    await strava.syncDue();
    expect(strava.strava.calls).toEqual(['/api/v3/activities/1']);

    expect(await strava.findConnection()).toMatchObject({ unreadable_workouts: 1 });
    strava.clock.now = new Date(strava.clock.now.getTime() + 8 * dayMs);
    await strava.sync();
    expect(await strava.findConnection()).toMatchObject({ unreadable_workouts: 0 });
    expect(await countImported(strava, ['2126-11-12'])).toBe(2);
  });

  it('is tried again if the provider lists it, but says that it does not exist', async () => {
    const strava = await connectWithLateSync();
    const activities = createActivities(2);
    strava.strava.activities = activities;
    await syncWithResponse(strava, ({ url }) =>
      url.endsWith('/activities/1') ? { status: 404, text: notFound } : undefined,
    );
    expect(await strava.findConnection()).toMatchObject({
      unreadable_workouts: 1,
      sync_checks: [{ id: '1', cause: 'unreadable', tries: 1 }],
    });
    await waitForNextSync(strava);
    expect(await strava.syncDue()).toMatchObject({ counts: { created: 1 } });
    expect(await strava.findConnection()).toMatchObject({ unreadable_workouts: 0 });
    expect(await countImported(strava, toDays(activities))).toBe(2);
  });

  it('is tried again at once if the person asks for an import', async () => {
    const strava = await connectWithLateSync();
    const { strava: state, syncWith, findConnection } = strava;
    state.activities = createActivities(2);
    await syncWithResponse(strava, ({ url }) =>
      url.endsWith('/activities/1') ? { status: 200, text: html } : undefined,
    );
    expect(await syncWith({}, { reason: 'person' })).toMatchObject({
      counts: { created: 1 },
    });
    expect(await findConnection()).toMatchObject({ unreadable_workouts: 0 });
  });

  it('is no workout for which there was no access token', async () => {
    const strava = await connectWithLateSync();
    const { strava: state, findConnection } = strava;
    state.activities = createActivities(5);
    let singles = 0;
    const synced = await syncWithResponse(strava, (request) => {
      if (isSingle(request)) singles += 1;
      // The access token expires between two workouts.
      if (singles === 2) state.access_token = 'another';
      return request.url.endsWith('/oauth/token')
        ? { status: 502, text: html }
        : undefined;
    });
    expect(synced).toMatchObject({ outcome: 'failed', counts: { created: 1 } });
    expect(await findConnection()).not.toHaveProperty('unreadable_workouts');
    expect(await strava.sync()).toMatchObject({ counts: { created: 4 } });
  });

  it('is counted before it was asked for, as when others keep the sync from it', async () => {
    const strava = await connectWithLateSync();
    await syncWithResponse(strava, (request) => {
      const items = [1, 2, 3, 4, 5].map((id) => ({ id, start_date: 'x' }));
      if (isList(request)) return { status: 200, text: JSON.stringify(items) };
      return isSingle(request) ? { status: 200, text: html } : undefined;
    });
    const { unreadable_workouts, sync_checks = [] } =
      (await strava.findConnection()) ?? {};
    expect(sync_checks.map(({ tries }) => tries)).toContain(0);
    expect(unreadable_workouts).toBe(5);
  });

  it('is kept by its id if only its item in a list cannot be read', async () => {
    const strava = await connectWithLateSync();
    const [activity] = createActivities(1);
    strava.strava.activities = activity ? [activity] : [];
    const synced = await syncWithResponse(strava, (request) => {
      if (isList(request)) return { status: 200, text: '[{"id":1,"start_date":"x"}]' };
      return isSingle(request) ? { status: 200, text: html } : undefined;
    });
    expect(synced).toMatchObject({ outcome: 'synchronized' });
    expect(await strava.findConnection()).toMatchObject({ unreadable_workouts: 1 });
    strava.clock.now = new Date(syncedAt.getTime() + dayMs);
    await strava.syncDue();
    expect(await countImported(strava, ['2126-11-12'])).toBe(1);
  });

  it('is noted after others that are noted and due were looked at again', async () => {
    const strava = await connectWithLateSync();
    await fillChecks(strava, { cause: 'unreadable', next: 0, gone_since: 0 });
    const respond = (request: CallRequest) => {
      if (isList(request)) return { status: 200, text: '[{"id":1,"start_date":"x"}]' };
      const isOne = request.url.endsWith('/activities/1');
      return isOne ? { status: 200, text: html } : undefined;
    };
    expect(await syncWithResponse(strava, respond)).toMatchObject({ outcome: 'failed' });
    expect(await strava.findConnection()).not.toHaveProperty('sync_cursor');
    expect(await syncWithResponse(strava, respond)).toMatchObject({
      outcome: 'synchronized',
    });
    expect(await strava.findConnection()).toMatchObject({
      sync_checks: [{ id: '1', cause: 'unreadable', tries: 1 }],
    });
  });

  it('does not move the list on if 200 others cannot be read either', async () => {
    const strava = await connectWithLateSync();
    const { strava: state, findConnection } = strava;
    state.activities = createActivities(1);
    const items = Array.from({ length: 201 }, (_, index) => ({ id: 1000 + index }));
    const synced = await syncWithResponse(strava, (request) =>
      isList(request) ? { status: 200, text: JSON.stringify(items) } : undefined,
    );
    expect(synced).toMatchObject({ outcome: 'failed', isPlanned: true });
    expect(await findConnection()).not.toHaveProperty('sync_cursor');
  });
});

describe('a workout that a list does not have', () => {
  it('is noted later if 70 others are noted, and the list is imported', async () => {
    const strava = await connectWithLateSync();
    const [deleted, added] = createActivities(2, '2126-11-21');
    strava.strava.activities = deleted ? [deleted] : [];
    await strava.sync();
    const next = syncedAt.getTime() / 1000 + 3600;
    await fillChecks(strava, { cause: 'unreadable', next });
    strava.strava.activities = added ? [added] : [];
    expect(await strava.sync()).toMatchObject({
      outcome: 'synchronized',
      counts: { created: 1, removed: 0 },
    });
  });

  it('stays if the list is empty once, however long ago that was', async () => {
    const strava = await connectWithLateSync();
    const activities = createActivities(15, '2126-11-21');
    strava.strava.activities = activities;
    await strava.sync();
    const empty = (request: CallRequest) =>
      isList(request) ? { status: 200, text: '[]' } : undefined;
    expect(await syncWithResponse(strava, empty)).toMatchObject({
      outcome: 'synchronized',
      counts: { removed: 0 },
    });
    expect(await strava.findConnection()).toMatchObject({ sync_checks: [] });
    for (const day of [1, 2, 3]) {
      strava.clock.now = new Date(syncedAt.getTime() + day * dayMs);
      await strava.sync();
    }
    expect(await countImported(strava, toDays(activities))).toBe(15);
  });

  it('is removed if the provider itself twice, a day apart, does not have it', async () => {
    const strava = await connectWithLateSync();
    const { strava: state, clock, sync, listDay } = strava;
    // So old that the list of the next day begins after it.
    state.activities = [{ ...stravaRun, start_date: '2126-11-15T14:00:00Z' }];
    await sync();
    state.activities = [];
    const proxy = (request: CallRequest) =>
      isSingle(request) ? { status: 404, text: html } : undefined;
    expect(await syncWithResponse(strava, proxy)).toMatchObject({
      counts: { removed: 0 },
    });
    clock.now = new Date(syncedAt.getTime() + 10 * minuteMs);
    expect(await sync()).toMatchObject({ counts: { removed: 0 } });
    clock.now = new Date(clock.now.getTime() + dayMs);
    expect(await syncWithResponse(strava, proxy)).toMatchObject({
      counts: { removed: 0 },
    });
    clock.now = new Date(clock.now.getTime() + 10 * minuteMs);
    expect(await sync()).toMatchObject({ counts: { removed: 1 } });
    expect(await listDay('2126-11-15')).toEqual([]);
  });

  it('is there again if the provider has it again', async () => {
    const strava = await connectWithLateSync();
    const { strava: state, sync, syncDeleted, listDay, clock } = strava;
    await sync();
    state.activities = [];
    await syncDeleted('1');
    expect(await listDay('2126-11-20')).toEqual([]);
    state.activities = [stravaRun];
    clock.now = new Date(syncedAt.getTime() + minuteMs);
    await sync();
    expect(await listDay('2126-11-20')).toHaveLength(1);
  });
});

describe('a first import', () => {
  it('has every workout of several pages although one is deleted between two', async () => {
    const strava = await connectWithLateSync();
    const activities = createActivities(130);
    strava.strava.activities = activities;
    let pages = 0;
    await syncWithResponse(strava, (request) => {
      if (isList(request)) pages += 1;
      const isBetween = isList(request) && pages === 2;
      if (isBetween) strava.strava.activities = activities.filter(({ id }) => id !== 125);
      return undefined;
    });
    const days = toDays(activities);
    expect(await countImported(strava, days)).toBeGreaterThanOrEqual(129);
    const { sync_checks } = (await strava.findConnection()) ?? {};
    expect(sync_checks ?? []).toEqual([]);
  });

  it('is complete within minutes although each attempt ends with a fault', async () => {
    const strava = await connectWithLateSync();
    strava.strava.activities = createActivities(130);
    // Each attempt reads some workouts before Strava cannot be reached.
    for (let attempt = 0; attempt < 8; attempt += 1) {
      let calls = 0;
      await syncWithResponse(strava, (request) => {
        if (isSingle(request)) calls += 1;
        return calls > 10 ? { status: 503, text: html } : undefined;
      });
      await waitForNextSync(strava);
    }
    const minutes = (strava.clock.now.getTime() - syncedAt.getTime()) / minuteMs;
    expect(minutes).toBeLessThanOrEqual(8 * 2);
    const sources = await dataSources.list(strava.deps.table, strava.user_id);
    expect(sources).toHaveLength(1);
  });
});
