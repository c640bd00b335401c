import { describe, expect, it } from 'vitest';
import type { SyncRequest } from '#functions/connections/connection/sync-request.store.ts';
import * as entries from '#functions/diary/entry/entry.store.ts';
import { isImported } from '#functions/diary/merging/imported-entry.ts';
import { table } from '#kit/fixtures.ts';
import { getTestClient, setTestClient } from '#kit/provider-clients.ts';
import { connectSynced } from '#kit/synced-account.ts';
import type { CallRequest, OutgoingCall } from '#shared/outgoing/outgoing.ts';
import { success } from '#shared/runtime/result.ts';

const start = new Date('2126-10-20T12:00:00Z');
const dayMs = 86_400_000;

/** Returns a workout that started some days before the first sync, which Withings changed then. */
function createWorkout(id: number, daysBefore: number) {
  const startdate = Math.round(start.getTime() / 1000 - daysBefore * 86_400);
  const times = { startdate, enddate: startdate + 1800, modified: startdate + 1800 };
  return { id, category: 2, timezone: 'Etc/UTC', ...times };
}

type ReportedChange = Pick<SyncRequest, 'reason' | 'changed_since'>;

/** Connects an account that can be synchronized some days after its first sync. */
async function connect(type: string, send: OutgoingCall) {
  await setTestClient(getTestClient(type));
  const account = await connectSynced({ connection: { type }, send, at: start });
  const syncAfter = async (days: number, reported?: ReportedChange) => {
    account.clock.now = new Date(start.getTime() + days * dayMs);
    const outcome = await account.syncWith({}, reported);
    expect(outcome).toMatchObject({ outcome: 'synchronized' });
    return outcome;
  };
  return { ...account, syncAfter };
}

/** Connects an account at Withings with three workouts, and synchronizes it. */
async function connectWithings() {
  const [one, two, three] = [5, 4, 3].map((days, index) =>
    createWorkout(index + 1, days),
  );
  const state = {
    workouts: [one, two, three],
    /** Responses to the next lists of days, in place of the usual ones. */
    lists: [] as unknown[][],
  };
  const send = async ({ url, form = {} }: CallRequest) => {
    const isChanges = 'lastupdate' in form;
    const listed = isChanges ? undefined : state.lists.shift();
    const series = state.workouts.filter(
      (workout) => !isChanges || (workout?.modified ?? 0) >= Number(form.lastupdate),
    );
    const body = { series: listed ?? series, more: false, offset: 0 };
    const status = url.endsWith('/notify') ? 293 : 0;
    const text = JSON.stringify({ status, body });
    return success({ status: 200, text, header: () => undefined });
  };
  const { user_id, syncAfter } = await connect('withings', send);
  const listIds = async () => {
    const range = { first: '2126-10-01', last: '2126-10-31' };
    const shown = await entries.listRange({ table: table(), user_id }, range);
    const ids = shown.filter(isImported).map(({ source }) => source.remote_id);
    return ids.sort();
  };
  await syncAfter(0);
  expect(await listIds()).toEqual(['1', '2', '3']);
  const remove = (removed: number) => {
    state.workouts = state.workouts.filter((workout) => workout?.id !== removed);
  };
  return { state, syncAfter, listIds, remove };
}

/** Connects an account at Google Health with a workout on each of six days. */
async function connectGoogleHealth() {
  const state = {
    days: [1, 2, 3, 4, 9, 10],
    /** The days of workouts that cannot be read. */
    unreadableDays: [] as number[],
  };
  const send = async ({ url }: CallRequest) => {
    const filter = new URL(url).searchParams.get('filter') ?? '';
    const [, since = ''] = /"(.*)"/.exec(filter) ?? [];
    const points = [...state.days, ...state.unreadableDays].map((daysBefore) => {
      const startTime = new Date(start.getTime() - daysBefore * dayMs).toISOString();
      const isUnreadable = state.unreadableDays.includes(daysBefore);
      const endTime = isUnreadable
        ? 'x'
        : new Date(Date.parse(startTime) + 1_800_000).toISOString();
      const interval = { startTime, startUtcOffset: '0s', endTime };
      return { name: `x/${daysBefore}`, exercise: { interval, exerciseType: 'RUNNING' } };
    });
    const dataPoints = points.filter(
      ({ exercise }) => exercise.interval.startTime >= since,
    );
    const text = JSON.stringify({ dataPoints });
    return success({ status: 200, text, header: () => undefined });
  };
  const { syncAfter, findConnection } = await connect('google_health', send);
  const countUnreadable = async () => (await findConnection())?.unreadable_workouts;
  await syncAfter(0);
  return { state, syncAfter, countUnreadable };
}

describe('a workout that was deleted at a provider without a request for one workout', () => {
  it('is removed after two lists, a day apart, that have others before and after it', async () => {
    const { syncAfter, listIds, remove } = await connectWithings();
    remove(2);
    await syncAfter(1);
    await syncAfter(1.9);
    expect(await listIds()).toEqual(['1', '2', '3']);
    await syncAfter(2);
    expect(await listIds()).toEqual(['1', '3']);
  });

  it('is removed although 71 others were deleted too, and new ones are imported', async () => {
    const { state, syncAfter, listIds } = await connectWithings();
    const kept = [1, 2, 3, 4].map((id) => createWorkout(id, id === 4 ? 9 : 6 - id));
    const deleted = Array.from({ length: 72 }, (_, index) =>
      createWorkout(100 + index, 8.9 - index * 0.05),
    );
    const modified = start.getTime() / 1000 + 3600;
    state.workouts = [...kept, ...deleted].map((each) => ({ ...each, modified }));
    await syncAfter(0.1);
    expect(await listIds()).toHaveLength(76);
    state.workouts = [...kept, createWorkout(5, -0.5)];
    await syncAfter(1);
    expect(await listIds()).toContain('5');
    for (const day of [2, 3]) await syncAfter(day);
    expect(await listIds()).toEqual(['1', '2', '3', '4', '5']);
  });

  it('stays while no other workout is newer', async () => {
    const { state, syncAfter, listIds, remove } = await connectWithings();
    remove(3);
    for (const day of [1, 2, 3]) await syncAfter(day);
    expect(await listIds()).toEqual(['1', '2', '3']);
    state.workouts.push(createWorkout(4, -3));
    for (const day of [4, 5, 6]) await syncAfter(day);
    expect(await listIds()).toEqual(['1', '2', '4']);
  });

  it('is no workout that only empty lists do not have', async () => {
    const { state, syncAfter, listIds } = await connectWithings();
    state.lists = [[], [], []];
    for (const day of [1, 2, 3, 4]) await syncAfter(day);
    expect(await listIds()).toEqual(['1', '2', '3']);
  });

  it('is no workout that a list has again', async () => {
    const { state, syncAfter, listIds } = await connectWithings();
    const incomplete = state.workouts.filter((workout) => workout?.id !== 2);
    state.lists = [incomplete, [...state.workouts], incomplete];
    for (const day of [1, 2, 3]) await syncAfter(day);
    expect(await listIds()).toEqual(['1', '2', '3']);
  });

  it('is removed a day later although later lists begin after it', async () => {
    const { state, syncAfter } = await connectGoogleHealth();
    // So long after the first import that lists go back seven days only.
    for (const day of [3.1, 4]) await syncAfter(day);
    state.days = state.days.filter((day) => day !== 2 && day !== 3);
    expect(await syncAfter(4.5)).toMatchObject({ counts: { removed: 0 } });
    // A webhook starts a sync whose list begins later.
    expect(await syncAfter(4.9)).toMatchObject({ counts: { removed: 0 } });
    expect(await syncAfter(5.5)).toMatchObject({ counts: { removed: 2 } });
  });
});

it('a list goes back to the workouts that a webhook reports without their ids', async () => {
  const { state, syncAfter } = await connectGoogleHealth();
  for (const day of [3.1, 4]) await syncAfter(day);
  state.days = state.days.filter((day) => day !== 9);
  expect(await syncAfter(5)).toMatchObject({ counts: { removed: 0 } });
  const changed_since = new Date(start.getTime() - 9 * dayMs).toISOString();
  await syncAfter(5.1, { reason: 'push', changed_since });
  state.days.push(11);
  expect(await syncAfter(6.2)).toMatchObject({ counts: { created: 1, removed: 1 } });
});

describe('an unreadable workout of a provider without a request for one workout', () => {
  it('is not forgotten after two empty lists, a day apart', async () => {
    const { state, syncAfter, countUnreadable } = await connectGoogleHealth();
    state.unreadableDays = [0.5];
    await syncAfter(0.1);
    expect(await countUnreadable()).toBe(1);
    const { days } = state;
    Object.assign(state, { days: [], unreadableDays: [] });
    for (const day of [1, 2.1]) await syncAfter(day);
    expect(await countUnreadable()).toBe(1);
    state.days = [...days, 0.5];
    expect(await syncAfter(3.2)).toMatchObject({ counts: { created: 1 } });
    expect(await countUnreadable()).toBe(0);
  });

  it('is forgotten after two lists, a day apart, with older and newer ones', async () => {
    const { state, syncAfter, countUnreadable } = await connectGoogleHealth();
    state.unreadableDays = [0.5];
    await syncAfter(0.1);
    state.unreadableDays = [];
    await syncAfter(1);
    await syncAfter(2.1);
    expect(await countUnreadable()).toBe(1);
    state.days.push(-2.5);
    await syncAfter(3.2);
    expect(await countUnreadable()).toBe(1);
    await syncAfter(4.3);
    expect(await countUnreadable()).toBe(0);
  });
});
