import { expect, it } from 'vitest';
import { connectionKeys } from '#functions/connections/connection/remote-connection.keys.ts';
import type { SyncRequest } from '#functions/connections/connection/sync-request.store.ts';
import { parseDueTime } from '#functions/connections/connection/sync-state.ts';
import { table } from '#kit/fixtures.ts';
import { getTestClient, setTestClient } from '#kit/provider-clients.ts';
import { connectSynced } from '#kit/synced-account.ts';
import type { CallRequest } from '#shared/outgoing/outgoing.ts';
import { failure, success } from '#shared/runtime/result.ts';

const start = new Date('2126-08-20T12:00:00Z');

/** Connects an account at Google Health with a workout on each of two pages. */
async function connect() {
  await setTestClient(getTestClient('google_health'));
  const state = {
    /** The tokens of second pages, the latest of which Google accepts. */
    tokens: ['first'],
    isAvailable: true,
    /** Whether the second page leads to itself. */
    isRepeated: false,
    /** The number of empty pages before the workout. */
    emptyPages: 0,
    /** The number of pages with a workout each, in place of the two pages. */
    longPages: 0,
    /** The number of workouts that are on the first of these pages instead. */
    onFirstPage: 1,
    /** Returns the day of the workout on one of these pages. */
    toDay: (page: number) => page,
    /** A call during the next request. */
    meanwhile: async (): Promise<unknown> => undefined,
    pages: [] as (string | null)[],
  };
  const respond = (status: number, body: unknown) => {
    const response = { status, text: JSON.stringify(body), header: () => undefined };
    return status === 200
      ? success(response)
      : failure({ kind: 'status', response } as const);
  };
  const send = async ({ url }: CallRequest) => {
    if (!url.includes('/exercise/')) return respond(200, {});
    const page = new URL(url).searchParams.get('pageToken');
    state.pages.push(page);
    await state.meanwhile();
    if (state.longPages > 0) {
      const number = Number(page ?? 1);
      const next = number < state.longPages ? { nextPageToken: `${number + 1}` } : {};
      const numbers = page
        ? [number]
        : Array.from({ length: state.onFirstPage }, (_, i) => i + 1);
      const dataPoints = numbers.map((each) => toPoint(state.toDay(each)));
      return respond(200, { dataPoints, ...next });
    }
    const nextPageToken = state.tokens.at(-1);
    if (state.emptyPages > 0) {
      state.emptyPages -= 1;
      return respond(200, { nextPageToken: `empty ${state.emptyPages}` });
    }
    if (page?.startsWith('empty')) return respond(200, { dataPoints: [toPoint(1)] });
    if (page === null) return respond(200, { dataPoints: [toPoint(1)], nextPageToken });
    if (!state.isAvailable) return respond(503, {});
    if (page !== nextPageToken) return respond(400, { error: { code: 400 } });
    const next = state.isRepeated ? { nextPageToken } : {};
    return respond(200, { dataPoints: [toPoint(20)], ...next });
  };
  const connection = { type: 'google_health' };
  return { state, ...(await connectSynced({ connection, send, at: start })) };
}

/** Returns the workout that started some days before the account was connected. */
function toPoint(daysBefore: number) {
  const startedAt = start.getTime() - daysBefore * 86_400_000;
  const interval = {
    startTime: new Date(startedAt).toISOString(),
    startUtcOffset: '0s',
    endTime: new Date(startedAt + 1_800_000).toISOString(),
  };
  return { name: `x/${daysBefore}`, exercise: { interval, exerciseType: 'RUNNING' } };
}

it('a list begins again if the provider no longer accepts where a sync stopped', async () => {
  const { state, clock, sync } = await connect();
  state.isAvailable = false;
  expect(await sync()).toMatchObject({ outcome: 'failed', counts: { created: 1 } });

  Object.assign(state, { isAvailable: true, tokens: ['first', 'second'], pages: [] });
  // So late that a new list would not go back to the workout of the second page.
  clock.now = new Date(start.getTime() + 5 * 86_400_000);
  expect(await sync()).toMatchObject({ outcome: 'synchronized', counts: { created: 1 } });
  expect(state.pages).toEqual(['first', null, 'second']);
});

it('a list that repeats a page is tried again, ever later', async () => {
  const { state, clock, sync, findConnection } = await connect();
  state.isRepeated = true;
  expect(await sync()).toMatchObject({ outcome: 'synchronized', counts: { created: 2 } });
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 10; attempt += 1) {
    state.pages = [];
    const failure = { kind: 'malformed' };
    expect(await sync()).toMatchObject({ outcome: 'failed', failure });
    expect(state.pages).toEqual(['first']);
    const { collection_sk = '' } = (await findConnection()) ?? {};
    const next = parseDueTime(collection_sk);
    pauses.push((next.getTime() - clock.now.getTime()) / 60_000);
    clock.now = next;
  }
  expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 360, 360]);
  expect(await findConnection()).toMatchObject({ sync_problem: 'unreadable' });

  state.isRepeated = false;
  expect(await sync()).toMatchObject({ report: { isComplete: true } });
});

it('a list of empty pages is read on after pauses', async () => {
  const { state, clock, sync, findConnection } = await connect();
  state.emptyPages = 45;
  const outcomes: string[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    outcomes.push((await sync()).outcome);
    const { collection_sk = '' } = (await findConnection()) ?? {};
    clock.now = parseDueTime(collection_sk);
  }
  expect(outcomes).toEqual(['failed', 'failed', 'synchronized']);
  expect(await findConnection()).toMatchObject({ sync_imported: 1, status: 'connected' });
});

it('a long list of workouts that the diary has is read to its end', async () => {
  const { state, sync } = await connect();
  state.longPages = 22;
  expect(await sync()).toMatchObject({ report: { isComplete: false } });
  expect(await sync()).toMatchObject({ report: { isComplete: true } });
  state.pages = [];
  const counts = { created: 0, updated: 0 };
  expect(await sync()).toMatchObject({ counts, report: { isComplete: true } });
  expect(state.pages).toHaveLength(22);
});

it('a list of more workouts that the diary has is read on after a pause', async () => {
  const { state, clock, sync, findConnection } = await connect();
  Object.assign(state, { longPages: 1, onFirstPage: 65 });
  expect(await sync()).toMatchObject({ report: { isComplete: true } });
  Object.assign(state, { longPages: 65, onFirstPage: 1, pages: [] });
  expect(await sync()).toMatchObject({ outcome: 'failed' });
  expect(state.pages).toHaveLength(60);
  const { collection_sk = '' } = (await findConnection()) ?? {};
  clock.now = parseDueTime(collection_sk);
  expect(await sync()).toMatchObject({ report: { isComplete: true } });
  expect(state.pages).toHaveLength(65);
  expect(await findConnection()).toMatchObject({ sync_imported: 65 });
});

it('a list whose pages have the same workouts is not read for ever', async () => {
  const { state, sync } = await connect();
  Object.assign(state, { longPages: Number.POSITIVE_INFINITY, toDay: () => 1 });
  expect(await sync()).toMatchObject({ outcome: 'synchronized', counts: { created: 1 } });
  state.pages = [];
  const failure = { kind: 'malformed' };
  expect(await sync()).toMatchObject({ outcome: 'failed', failure });
  expect(state.pages).toHaveLength(21);
});

it('the sync that continues a list also takes what webhooks report meanwhile', async () => {
  const { state, user_id, sync, syncWith } = await connect();
  state.longPages = 22;
  const reports = [{ reason: 'push' } as const];
  state.meanwhile = async () => {
    for (const report of reports.splice(0)) await syncWith({}, report);
  };
  expect(await sync()).toMatchObject({ report: { isComplete: false } });
  const requests = await table().query<SyncRequest>(connectionKeys.syncRequests(user_id));
  expect(requests.map(({ reason }) => reason)).toEqual(['continued']);
});
