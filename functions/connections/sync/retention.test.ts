import { describe, expect, it } from 'vitest';
import * as dataPolicies from '#functions/auth/data-policy/data-policy.store.ts';
import { disconnect } from '#functions/connections/connection/remote-connection.store.ts';
import * as syncs from '#functions/connections/connection/sync-state.store.ts';
import {
  parseDueTime,
  toDueAttributes,
} from '#functions/connections/connection/sync-state.ts';
import { parseEntryId } from '#functions/diary/entry/day-item.ts';
import * as entries from '#functions/diary/entry/entry.store.ts';
import { update } from '#functions/diary/entry/update/update.store.ts';
import { isImported } from '#functions/diary/merging/imported-entry.ts';
import * as records from '#functions/diary/workout-import/workout-record.store.ts';
import { failAt } from '#kit/failing-stores.ts';
import { table } from '#kit/fixtures.ts';
import { connectStrava, stravaRun, syncedAt } from '#kit/strava-sync.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { expireRestricted } from './run-sync.ts';
import { cleanUp } from './settle-entries.ts';

const dayMs = 86_400_000;
const unavailable = { status: 503, body: {} };

/**
 * Connects an account with an old run and a ride, which later syncs do not list by themselves. The
 * operator can override how long workouts of Strava may be kept.
 */
async function connectWithHistory(retention_days?: number | null) {
  const connected = await connectStrava();
  const { user_id, ids, deps, strava, clock, sync, syncWith } = connected;
  const ride = { ...stravaRun, sport_type: 'Ride', calories: 500 };
  strava.activities = [
    { ...stravaRun, start_date: '2126-11-01T17:00:00Z' },
    { ...ride, id: 2, start_date: '2126-11-02T17:00:00Z' },
  ];
  const overrideRetention = (days: number | null) => {
    const change = { values: { retention_days: days }, reason: 'a contract' };
    return dataPolicies.override(deps.table, 'strava', change, syncedAt);
  };
  const restoreRetention = () => dataPolicies.restoreDefault(deps.table, 'strava');
  if (retention_days !== undefined) await overrideRetention(retention_days);
  await sync();
  /** Moves the clock to some days after the first sync. */
  const moveTo = (days: number) => {
    clock.now = new Date(syncedAt.getTime() + days * dayMs);
  };
  /** Synchronizes some days after the first sync. Returns the paths of the requests. */
  const syncAfter = async (days: number) => {
    moveTo(days);
    strava.calls = [];
    await sync();
    return strava.calls.map((path) => path.replace(/^.*v3\//, ''));
  };
  /** Synchronizes while the run has no start, wherever the provider sends it. */
  const syncBroken = async (days: number) => {
    moveTo(days);
    const getSend: typeof deps.getSend = () => async (request) => {
      const sent = await deps.getSend()(request);
      if (!sent.ok) return sent;
      const text = sent.value.text.replace('2126-11-01T17:00:00Z', 'unknown');
      return { ok: true, value: { ...sent.value, text } };
    };
    return syncWith({ getSend });
  };
  const listEntries = () => {
    const range = { first: '2126-01-01', last: '2126-11-30' };
    return entries.listRange({ table: table(), user_id }, range);
  };
  /** Lists the durations of the entries. */
  const listDurations = async () => {
    const durations = (await listEntries()).flatMap((entry) =>
      entry.type === 'exercise' ? entry.duration : [],
    );
    return durations.sort();
  };
  /** Returns the entries without when they were read. */
  const getDiary = async () =>
    (await listEntries()).filter(isImported).map(({ imported: _, ...entry }) => entry);
  /** Imports old workouts, as if the person had edited them at the provider. */
  const importOld = async (count: number) => {
    const numbers = Array.from({ length: count }, (_, index) => index + 10);
    for (const id of numbers) {
      const start_date = `2126-0${(id % 5) + 2}-${id}T17:00:00Z`;
      strava.activities.push({ ...stravaRun, id, start_date });
      await sync(String(id));
    }
  };
  /** Synchronizes every half a day while the provider cannot be reached. */
  const failBetween = async (first: number, last: number) => {
    for (let days = first; days <= last; days += 0.5) {
      strava.plannedResponses = [unavailable];
      await syncAfter(days);
    }
  };
  const findPlan = async () => {
    const { collection_sk = '' } = (await connected.findConnection()) ?? {};
    return (parseDueTime(collection_sk).getTime() - syncedAt.getTime()) / dayMs;
  };
  /** Edits the ride as the person does. */
  const editRide = async () => {
    const [entry] = await connected.listDay('2126-11-02');
    const address = parseEntryId(entry?.id ?? '');
    if (!address) throw new Error('There is no ride.');
    const change = { set: { duration: 4000 }, remove: [] };
    await update({ table: table(), user_id }, address, change);
  };
  const listRecords = () => records.list(table(), user_id);
  /** Ends our access at the provider as the person does. */
  const endAccess = () =>
    syncs.endAuthorization(table(), ids, toEpochSeconds(clock.now) + 1);
  const connectAgain = () => connected.updateConnection({ status: 'connected' });
  const changes = { moveTo, importOld, editRide, endAccess, connectAgain };
  const retention = { overrideRetention, restoreRetention };
  const means = { ...changes, ...retention, syncAfter, syncBroken, failBetween };
  return { ...connected, ...means, getDiary, listDurations, listRecords, findPlan };
}

describe('workouts that may be kept for 7 days', () => {
  it('are read again after 5 days by a list, which confirms those that have not changed', async () => {
    const { syncAfter, listDurations, findConnection } = await connectWithHistory();
    const before = await findConnection();
    await syncAfter(4);
    expect((await findConnection())?.renewed_at).toBe(before?.renewed_at);
    const requests = await syncAfter(6);
    expect(new Set(requests)).toEqual(new Set(['athlete/activities']));
    const renewed_at = toEpochSeconds(new Date(syncedAt.getTime() + 6 * dayMs));
    expect(await findConnection()).toMatchObject({ renewed_at });
    await syncAfter(12);
    await syncAfter(18);
    expect(await listDurations()).toEqual([1800, 1800]);
  });

  it('change if the provider has changed them without a report', async () => {
    const { strava, syncAfter, listDurations } = await connectWithHistory();
    const [run, ride] = strava.activities;
    if (run && ride) strava.activities = [{ ...run, moving_time: 1900 }, ride];
    expect(await syncAfter(6)).toContain('activities/1');
    expect(await listDurations()).toEqual([1800, 1900]);
  });

  it('are removed if the provider has deleted them without a report', async () => {
    const { strava, syncAfter, listDurations } = await connectWithHistory();
    strava.activities = strava.activities.slice(1);
    await syncAfter(6);
    expect(await listDurations()).toEqual([1800, 1800]);
    await syncAfter(6.1);
    await syncAfter(7.2);
    expect(await listDurations()).toEqual([1800]);
  });

  it('are removed if the provider cannot be reached, and come back when it can', async () => {
    const { strava, syncAfter, listDurations, listRecords } = await connectWithHistory();
    for (const days of [5, 6, 6.9]) {
      strava.plannedResponses = [unavailable];
      await syncAfter(days);
      expect(await listDurations()).toHaveLength(2);
    }
    strava.plannedResponses = [unavailable];
    await syncAfter(7);
    expect(await listDurations()).toEqual([]);
    const expired_at = new Date(syncedAt.getTime() + 7 * dayMs).toISOString();
    expect(await listRecords()).toMatchObject([{ expired_at }, { expired_at }]);

    await syncAfter(8);
    expect(await listDurations()).toEqual([1800, 1800]);
    for (const record of await listRecords())
      expect(record).not.toHaveProperty('expired_at');
  });

  it('come back after an outage of 8 days, also those that only webhooks have brought', async () => {
    const { importOld, getDiary, failBetween, syncAfter, listDurations, strava } =
      await connectWithHistory();
    await importOld(5);
    const before = await getDiary();
    expect(before).toHaveLength(7);
    strava.activities.push({ ...stravaRun, id: 90, start_date: '2126-02-20T17:00:00Z' });
    await failBetween(1, 8);
    expect(await listDurations()).toEqual([]);
    await syncAfter(8.1);
    expect(await getDiary()).toEqual(before);
    await syncAfter(14);
    expect(await getDiary()).toEqual(before);
  });

  it('come back although the provider no longer limits how long they may be kept', async () => {
    const connected = await connectWithHistory();
    const { importOld, getDiary, failBetween, syncAfter, listDurations } = connected;
    await importOld(1);
    const before = await getDiary();
    await failBetween(6.5, 7);
    expect(await listDurations()).toEqual([]);
    await connected.overrideRetention(null);
    await syncAfter(8);
    expect(await getDiary()).toEqual(before);
  });

  it('come back after the person has connected again', async () => {
    const connected = await connectWithHistory();
    const { importOld, getDiary, syncAfter, listDurations } = connected;
    await importOld(1);
    const before = await getDiary();
    await connected.endAccess();
    await syncAfter(7);
    expect(await listDurations()).toEqual([]);
    await connected.connectAgain();
    await syncAfter(40);
    expect(await getDiary()).toEqual(before);
  });

  it('are removed in time although the provider asks us to wait for longer', async () => {
    const { strava, moveTo, sync, syncAfter, findPlan, listDurations } =
      await connectWithHistory();
    const body = { message: 'Rate Limit Exceeded', errors: [] };
    strava.plannedResponses = [
      { status: 429, body, headers: { 'retry-after': '86400' } },
    ];
    await syncAfter(6.9);
    expect(await findPlan()).toBe(7);
    moveTo(7);
    strava.calls = [];
    await sync();
    expect([strava.calls, await listDurations()]).toEqual([[], []]);
  });

  it('are removed in time although webhooks are answered', async () => {
    const connected = await connectWithHistory();
    const { ids, moveTo, findPlan, importOld } = connected;
    const later = new Date(syncedAt.getTime() + 9 * dayMs);
    await connected.updateConnection(toDueAttributes(ids, later));
    moveTo(6);
    await importOld(1);
    expect(await findPlan()).toBe(7);
  });

  it('are removed in time although we no longer have a client at the provider', async () => {
    const { syncWith, moveTo, findPlan } = await connectWithHistory();
    moveTo(6.9);
    await syncWith({ table: { ...table(), get: async () => undefined } });
    expect(await findPlan()).toBe(7);
  });

  it('are read again in time even if they may be kept for a day only', async () => {
    const { strava, syncDue, moveTo, findPlan } = await connectWithHistory(1);
    let days = 0;
    for (strava.calls = []; days < 3; days = await findPlan()) {
      moveTo(days);
      await syncDue();
    }
    expect(strava.calls.length).toBeGreaterThan(6);
    expect(strava.calls.every((path) => path.endsWith('/activities'))).toBe(true);
  });

  it('are removed while the person has restricted the processing, and restored later', async () => {
    const { user_id, id, deps, moveTo, strava, syncAfter, listDurations } =
      await connectWithHistory();
    strava.calls = [];
    moveTo(7);
    const request = { remote_connection_id: id, reason: 'due' as const };
    const ended = await expireRestricted(deps, user_id, request);
    expect([ended.outcome, strava.calls]).toEqual(['restricted', []]);
    expect(await listDurations()).toEqual([]);
    await syncAfter(60);
    expect(await listDurations()).toEqual([1800, 1800]);
  });

  it('stay if the person has edited them', async () => {
    const { strava, syncAfter, listDurations, editRide } = await connectWithHistory();
    await editRide();
    strava.plannedResponses = [unavailable];
    await syncAfter(8);
    expect(await listDurations()).toEqual([4000]);
    await syncAfter(9);
    expect(await listDurations()).toEqual([1800, 4000]);
  });

  it('are removed after the access has ended, and then no sync is planned any more', async () => {
    const connected = await connectWithHistory();
    const { syncAfter, listDurations, findPlan } = connected;
    await connected.endAccess();
    const plans = [];
    for (const days of [0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5]) {
      await syncAfter(days);
      expect(await listDurations()).toHaveLength(2);
      plans.push(await findPlan());
    }
    expect(plans).toEqual([1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7]);
    await syncAfter(7);
    expect(await listDurations()).toEqual([]);
    expect(await connected.findConnection()).not.toHaveProperty('collection_sk');
  });

  it('are removed alone if one cannot be read, and restored when it can', async () => {
    const { syncBroken, syncAfter, listDurations } = await connectWithHistory();
    await syncBroken(5);
    expect(await listDurations()).toHaveLength(2);
    await syncBroken(7);
    expect(await listDurations()).toEqual([1800]);
    await syncAfter(14);
    expect(await listDurations()).toEqual([1800, 1800]);
  });

  it('are removed alone in time although the provider cannot be reached meanwhile', async () => {
    const { syncBroken, strava, syncAfter, listDurations } = await connectWithHistory();
    await syncBroken(5);
    strava.plannedResponses = [unavailable];
    await syncAfter(7);
    expect(await listDurations()).toEqual([1800]);
    await syncAfter(14);
    expect(await listDurations()).toEqual([1800, 1800]);
  });

  it('are removed alone in time although the access has ended', async () => {
    const connected = await connectWithHistory();
    const { syncAfter, listDurations, findPlan } = connected;
    await connected.syncBroken(5);
    await connected.endAccess();
    const listPlanned = async (days: number) => {
      await syncAfter(days);
      return [await findPlan(), await listDurations()];
    };
    expect(await listPlanned(6.5)).toEqual([7, [1800, 1800]]);
    expect(await listPlanned(7)).toEqual([8, [1800]]);
    expect(await listPlanned(11.5)).toEqual([12, [1800]]);
    await syncAfter(12);
    expect(await listDurations()).toEqual([]);
  });

  it('are each removed after 7 days, also those that were imported later', async () => {
    const connected = await connectWithHistory();
    const { strava, syncAfter, listDurations } = connected;
    strava.activities.push({ ...stravaRun, id: 3, start_date: '2126-11-03T17:00:00Z' });
    connected.moveTo(0.5);
    await connected.sync('3');
    await connected.endAccess();
    await syncAfter(7);
    expect(await listDurations()).toEqual([1800]);
    await syncAfter(7.5);
    expect(await listDurations()).toEqual([]);
    expect(await connected.findConnection()).not.toHaveProperty('collection_sk');
  });

  it('end the same if the process is killed at any write of their removal', async () => {
    // The next number is a process that ends after the write of this one.
    for (let number = 1, isKilled = true; isKilled; number += 1) {
      const connected = await connectWithHistory();
      const { clock, strava, editRide, syncWith } = connected;
      await editRide();
      connected.moveTo(7);
      strava.plannedResponses = Array(2).fill(unavailable);
      const killed = failAt({ table: table() }, number, { onlyWrites: true });
      await syncWith(killed.stores).catch(() => undefined);
      isKilled = killed.hasFailed();
      clock.now = new Date(clock.now.getTime() + 181_000);
      await connected.sync();
      expect(await connected.listDurations()).toEqual([4000]);
      strava.plannedResponses = [];
      await connected.syncAfter(8);
      expect(await connected.listDurations()).toEqual([1800, 4000]);
    }
  });
});

describe('workouts of an account whose access has ended before the limit of 7 days', () => {
  /** Connects with another limit, and looks again some days after the access has ended. */
  const lookAfter = async (retention_days: number | null, days: number) => {
    const connected = await connectWithHistory(retention_days);
    await connected.endAccess();
    await connected.syncAfter(days);
    await connected.restoreRetention();
    return connected;
  };

  it.each([
    { earlier: 'none', retention_days: null },
    { earlier: '30 days', retention_days: 30 },
  ])('are removed within a day if it was $earlier', async ({ retention_days }) => {
    const connected = await lookAfter(retention_days, 20);
    const { syncAfter, listDurations, findPlan } = connected;
    expect([await findPlan(), await listDurations()]).toEqual([21, [1800, 1800]]);
    await syncAfter(21);
    expect(await listDurations()).toEqual([]);
    expect(await connected.findConnection()).not.toHaveProperty('collection_sk');

    await connected.connectAgain();
    await syncAfter(22);
    expect(await listDurations()).toEqual([1800, 1800]);
  });

  it.each([null, 30])(
    'are kept for 7 days from when they were read, with the earlier limit %j',
    async (retention_days) => {
      const { syncAfter, listDurations, findPlan } = await lookAfter(retention_days, 5.5);
      expect(await findPlan()).toBe(6.5);
      await syncAfter(6.5);
      expect([await findPlan(), await listDurations()]).toEqual([7, [1800, 1800]]);
      await syncAfter(7);
      expect(await listDurations()).toEqual([]);
    },
  );
});

it('workouts that may be kept without a limit are not read again', async () => {
  const { syncAfter, listDurations, strava } = await connectWithHistory(null);
  expect(await syncAfter(6)).toEqual(['athlete/activities']);
  strava.plannedResponses = [unavailable];
  await syncAfter(20);
  expect(await listDurations()).toEqual([1800, 1800]);
});

it('a workout has the words of its provider, and names a device of Garmin', async () => {
  const { strava, sync, listDay } = await connectStrava();
  strava.activities = [
    { ...stravaRun, device_name: 'Garmin Forerunner 55' },
    { ...stravaRun, id: 2, start_date: '2126-11-20T07:00:00Z', device_name: 'Zwift' },
  ];
  await sync();
  const listed = await listDay('2126-11-20');
  const words = listed.filter(isImported).map(({ source }) => source.attribution);
  expect(words.toSorted()).toEqual([
    'Powered by Strava',
    'Powered by Strava · Garmin Forerunner 55',
  ]);
});

it('a disconnection removes the workouts of a provider that requires it, and no edited ones', async () => {
  const { user_id, id, listDurations, editRide } = await connectWithHistory();
  await editRide();
  await disconnect(table(), user_id, id, { deletes_entries: false, now: syncedAt });
  const request = { id, remote_connection_type: 'strava', deletes_entries: false };
  await cleanUp(table(), user_id, request);
  expect(await listDurations()).toEqual([4000]);
});
