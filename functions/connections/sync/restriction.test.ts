import { describe, expect, it } from 'vitest';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import type { UserProfile } from '#functions/auth/identity/identity.ts';
import * as processing from '#functions/auth/identity/processing.store.ts';
import { newHealthConsent } from '#functions/auth/identity/processing.ts';
import { connectionKeys } from '#functions/connections/connection/remote-connection.keys.ts';
import {
  hold,
  requestSync,
  type SyncRequest,
} from '#functions/connections/connection/sync-request.store.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { createInterleavedTable } from '#kit/races.ts';
import { connectStrava, stravaRun, syncedAt } from '#kit/strava-sync.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { Key } from '#shared/table/keys.ts';
import consumer from './consumer.ts';
import { mustWait, resumeSyncs } from './restriction.ts';
import { runSync } from './run-sync.ts';

const day = 86_400_000;
const { toMessage } = consumer.rule;

type StoredRequest = SyncRequest & Key;

/** Lists the requests of a user that the stream has passed on to the queue since `seen`. */
async function listMessages(
  user_id: string,
  seen: ReadonlySet<string>,
): Promise<StoredRequest[]> {
  const range = connectionKeys.syncRequests(user_id);
  const requests = await table().query<StoredRequest>(range);
  return requests.filter((item) => toMessage(item) !== undefined && !seen.has(item.sk));
}

/** Connects an account, whose syncs go through the table and the queue as in production. */
async function connectThroughQueue() {
  const strava = await connectStrava();
  const { user_id, id, deps, clock } = strava;
  const seen = new Set<string>();

  /** Delivers every message of the queue once. Returns what became of each. */
  async function drain(): Promise<string[]> {
    const results: string[] = [];
    for (const request of await listMessages(user_id, seen)) {
      const isWaiting = await mustWait(deps.table, user_id, request);
      const ended = isWaiting
        ? { outcome: 'waits' }
        : await runSync(deps, user_id, request);
      results.push(ended.outcome);
      seen.add(request.sk);
    }
    return results;
  }

  async function request(workout_id?: string, workout_deleted?: true) {
    const reason = workout_id === undefined ? ('due' as const) : ('push' as const);
    const reported = workout_id === undefined ? {} : { workout_id };
    const deleted = workout_deleted === undefined ? {} : { workout_deleted };
    const sync = { remote_connection_id: id, reason, ...reported, ...deleted };
    await requestSync(deps.table, user_id, sync, clock.now);
    return drain();
  }

  /** Lets the person lift the restriction, and delivers its message until it is done. */
  async function resume(): Promise<void> {
    const key = identityKeys.user(user_id);
    const before = await table().get<UserProfile & Key>(key);
    const change = { givesConsent: true, now: clock.now };
    expect(await processing.resume(table(), user_id, change)).toBe(true);
    const after = await table().get<UserProfile & Key>(key);
    if (!before || !after) throw new Error('The user has no profile.');
    expect(toMessage(after, before)).toEqual({ ...key, reason: 'resumed' });
    while (!(await resumeSyncs(table(), user_id, clock.now))) await drain();
  }

  return { ...strava, drain, request, resume };
}

describe('the syncs of a person who has restricted the processing of their data', () => {
  it('make no request and change nothing', async () => {
    const { user_id, strava, request, findConnection } = await connectThroughQueue();
    await processing.restrict(table(), user_id, syncedAt);
    const before = await findConnection();
    expect(await request()).toEqual(['waits']);
    expect(await request('1')).toEqual(['waits']);
    expect(await request('1', true)).toEqual(['waits']);
    expect(strava.calls).toEqual([]);
    expect(await findConnection()).toEqual(before);
  });

  it('lose nothing of two months, whatever the provider has reported meanwhile', async () => {
    const connected = await connectThroughQueue();
    const { user_id, strava, clock, request, resume, drain, listDay } = connected;
    const oldRun = { ...stravaRun, id: 2, start_date: '2126-11-01T17:00:00Z' };
    const deletedRun = { ...stravaRun, id: 3, start_date: '2126-11-02T17:00:00Z' };
    strava.activities = [stravaRun, oldRun, deletedRun];
    expect(await request()).toEqual(['synchronized']);
    await processing.restrict(table(), user_id, clock.now);

    const later = { ...stravaRun, id: 4, start_date: '2126-12-20T17:00:00Z' };
    const lateUpload = { ...stravaRun, id: 5, start_date: '2125-03-01T17:00:00Z' };
    const changed = { ...oldRun, calories: 350 };
    strava.activities = [stravaRun, changed, later, lateUpload];
    clock.now = new Date(syncedAt.getTime() + 30 * day);
    for (const id of ['2', '2', '4', '5']) await request(id);
    await request('3', true);
    await request();

    clock.now = new Date(syncedAt.getTime() + 60 * day);
    await resume();
    const results = await drain();
    expect(new Set(results)).toEqual(new Set(['synchronized']));
    expect(await listDay('2126-11-01')).toMatchObject([{ energy: { value: 350 } }]);
    expect(await listDay('2126-11-02')).toEqual([]);
    expect(await listDay('2126-11-20')).toHaveLength(1);
    expect(await listDay('2126-12-20')).toHaveLength(1);
    expect(await listDay('2125-03-01')).toHaveLength(1);
  });

  it('continue 50 reports at a time, so that limits of the provider last', async () => {
    const { user_id, id, deps } = await connectStrava();
    await processing.restrict(table(), user_id, syncedAt);
    const reports = Array.from({ length: 51 }, (_, index) => ({
      id: newId(syncedAt),
      remote_connection_id: id,
      reason: 'push' as const,
      workout_id: `${index}`,
    }));
    for (const report of reports)
      expect(await hold(deps.table, user_id, report)).toBe(true);
    expect(await listMessages(user_id, new Set())).toEqual([]);
    expect(await resumeSyncs(table(), user_id, syncedAt)).toBe(false);
    expect(await listMessages(user_id, new Set())).toHaveLength(50);
    expect(await resumeSyncs(table(), user_id, syncedAt)).toBe(true);
    // The other report, and a sync that lists all changes.
    expect(await listMessages(user_id, new Set())).toHaveLength(52);
  });

  it('hold the latest of several reports of a workout', async () => {
    const { user_id } = await newPerson();
    await processing.restrict(table(), user_id, syncedAt);
    const report = {
      remote_connection_id: 'a',
      reason: 'push',
      workout_id: '1',
    } as const;
    const [earlier, later] = ['1', '2'].map((id) => ({ ...report, id }));
    if (!earlier || !later) throw new Error('There are two reports.');
    await hold(table(), user_id, { ...later, workout_deleted: true });
    await hold(table(), user_id, earlier);
    await resumeSyncs(table(), user_id, syncedAt);
    const [released] = await listMessages(user_id, new Set());
    expect(released).toMatchObject({ workout_id: '1', workout_deleted: true });
  });

  it('hold a report that names only the start of a workout', async () => {
    const { user_id } = await newPerson();
    await processing.restrict(table(), user_id, syncedAt);
    const changed_since = '2126-01-12T14:03:00.000Z';
    const report = { remote_connection_id: 'a', reason: 'push', changed_since } as const;
    expect(await mustWait(table(), user_id, { ...report, id: '1' })).toBe(true);
    await resumeSyncs(table(), user_id, syncedAt);
    expect(await listMessages(user_id, new Set())).toMatchObject([report]);
  });

  it('run at once if the person resumes while a report is being held', async () => {
    const { user_id } = await newPerson();
    await processing.restrict(table(), user_id, syncedAt);
    const resume = () =>
      processing.resume(table(), user_id, { givesConsent: true, now: syncedAt });
    // After the profile was read.
    const interleaved = createInterleavedTable(2, resume);
    const report = {
      remote_connection_id: 'a',
      reason: 'push',
      workout_id: '1',
    } as const;
    const request = { ...report, id: '1' };
    expect(await mustWait(interleaved.table, user_id, request)).toBe(false);
    expect(interleaved.hasRun()).toBe(true);
    const range = connectionKeys.syncRequests(user_id);
    expect(await table().query(range)).toEqual([]);
  });
});

it('only a write that lifts a restriction or renews the consent continues the syncs', () => {
  const key = identityKeys.user('ann');
  const resumed_datetime = syncedAt.toISOString();
  const restricted = { ...key, restricted_datetime: resumed_datetime };
  expect(toMessage(key)).toBeUndefined();
  expect(toMessage(restricted, key)).toBeUndefined();
  const resumed = { ...key, resumed_datetime };
  expect(toMessage(resumed, restricted)).toEqual({ ...key, reason: 'resumed' });
  expect(toMessage(resumed, resumed)).toBeUndefined();
  const again = { ...resumed, ...restricted };
  expect(toMessage(again, resumed)).toBeUndefined();
  const health_consent = newHealthConsent(syncedAt);
  const consenting = { ...resumed, health_consent };
  expect(toMessage(consenting, resumed)).toEqual({ ...key, reason: 'resumed' });
  // A new account has no connection yet.
  expect(toMessage({ ...key, health_consent })).toBeUndefined();
});
