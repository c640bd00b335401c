import { expect, it } from 'vitest';
import { createFailingTable } from '#kit/failing-table.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { setStravaClient } from '#kit/provider-clients.ts';
import { standInClient } from '#kit/provider-stand-ins/start.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import * as dataSources from '#shared/data-source/data-source.store.ts';
import { openDataKeys } from '#shared/encryption/configured-data-keys.ts';
import type { CallRequest, CallResponse } from '#shared/outgoing/outgoing.ts';
import { setClient } from '#shared/provider-client/client-secrets.store.ts';
import { parseDueConnection } from '#shared/remote-connection/due-index.ts';
import { findCredentials } from '#shared/remote-connection/provider-credentials.store.ts';
import * as syncs from '#shared/remote-connection/sync-state.store.ts';
import { failure, success } from '#shared/runtime/result.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { keys } from '#shared/table/keys.ts';
import * as entries from '../storage/entry.store.ts';
import { runSync } from './run-sync.ts';

const now = new Date('2026-11-22T12:00:00Z');

interface Activity {
  id: number;
  sport_type: string;
  start_date: string;
  utc_offset: number;
  moving_time: number;
  calories: number;
  device_name?: string;
}

const run: Activity = {
  id: 1,
  sport_type: 'Run',
  start_date: '2026-11-20T17:00:00Z',
  utc_offset: 0,
  moving_time: 1800,
  calories: 300,
};

/** A response of the stand-in. */
interface StandInResponse {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** Stands in for Strava: one account with activities, whose access token can expire. */
function createStrava() {
  const state = {
    activities: [run] as Activity[],
    access_token: 'access-1',
    refresh_token: 'refresh-1',
    refreshes: 0,
    /** Responses to the next calls, in place of the usual ones. */
    next: [] as StandInResponse[],
    calls: [] as string[],
  };

  function answer({ url, authorization, form }: CallRequest): StandInResponse {
    const { pathname, searchParams } = new URL(url);
    state.calls.push(pathname);
    const planned = state.next.shift();
    if (planned) return planned;
    if (pathname === '/oauth/token') return refresh(form?.refresh_token);
    if (authorization !== `Bearer ${state.access_token}`) {
      return { status: 401, body: { message: 'Authorization Error' } };
    }
    const [, id] = /\/activities\/(\d+)$/.exec(pathname) ?? [];
    if (id) {
      const activity = state.activities.find((known) => known.id === Number(id));
      if (activity) return { status: 200, body: activity };
      return { status: 404, body: { message: 'Record Not Found' } };
    }
    const isFirst = searchParams.get('page') === '1';
    return { status: 200, body: isFirst ? state.activities : [] };
  }

  function refresh(refresh_token: string | undefined): StandInResponse {
    if (refresh_token !== state.refresh_token) {
      const error = { resource: 'RefreshToken', field: 'refresh_token', code: 'invalid' };
      return { status: 400, body: { message: 'Bad Request', errors: [error] } };
    }
    state.refreshes += 1;
    state.access_token = `access-${state.refreshes + 1}`;
    state.refresh_token = `refresh-${state.refreshes + 1}`;
    const { access_token } = state;
    const body = {
      token_type: 'Bearer',
      access_token,
      refresh_token: state.refresh_token,
      expires_at: toEpochSeconds(now) + 21_600,
      expires_in: 21_600,
    };
    return { status: 200, body };
  }

  async function send(request: CallRequest) {
    const { status, body, headers = {} } = answer(request);
    const response: CallResponse = {
      status,
      text: JSON.stringify(body),
      header: (name) => headers[name.toLowerCase()],
    };
    return status < 300
      ? success(response)
      : failure({ kind: 'status', response } as const);
  }
  return { state, send };
}

/** Prepares a person who has just connected an account. */
async function arrange() {
  const dataKeys = openDataKeys();
  await setStravaClient();
  const { user_id } = await newPerson();
  const tokens = { access_token: 'access-1', refresh_token: 'refresh-1' };
  const connection = { type: 'strava', ...tokens } as const;
  const id = await addRemoteConnection(user_id, connection, now);
  const strava = createStrava();
  const clock = { now };
  const deps = {
    table: table(),
    dataKeys,
    getSend: () => strava.send,
    getNow: () => clock.now,
    mainUrl: 'https://api.example.com',
  };
  const sync = (workout_id?: string) =>
    runSync(
      deps,
      user_id,
      workout_id === undefined
        ? { remote_connection_id: id }
        : { remote_connection_id: id, workout_id },
    );
  const listDay = (date: string) => entries.list({ table: table(), user_id }, date);
  const findConnection = () =>
    table().get<syncs.LeasedConnection>(keys.remoteConnection(user_id, id));
  return {
    user_id,
    id,
    strava: strava.state,
    clock,
    deps,
    sync,
    listDay,
    findConnection,
  };
}

it('imports the workouts of the last 30 days, records the sync and plans the next (R7)', async () => {
  const { user_id, id, sync, listDay, findConnection } = await arrange();
  expect(await sync()).toMatchObject({
    result: 'synchronized',
    counts: { created: 1 },
    report: { isComplete: true },
  });
  expect(await listDay('2026-11-20')).toMatchObject([
    {
      duration: 1800,
      energy: { unit: 'calories', value: 300 },
      source: { remote_connection_id: id, remote_id: '1', remote_activity: 'Run' },
    },
  ]);
  const connection = await findConnection();
  expect(connection).toMatchObject({
    status: 'connected',
    last_sync_time: now.toISOString(),
    sync_failures: 0,
  });
  expect(connection).not.toHaveProperty('sync_lease');
  const { collection_sk = '' } = connection ?? {};
  expect(parseDueConnection(collection_sk)).toEqual({
    user_id,
    remote_connection_id: id,
  });
  const [nextSync = ''] = collection_sk.split(' ');
  const hours = (Date.parse(nextSync) - now.getTime()) / 3_600_000;
  expect(hours).toBeGreaterThan(0);
  expect(hours).toBeLessThanOrEqual(24);
});

it('makes a data source for each device that the provider names, once (R8)', async () => {
  const { user_id, strava, sync, listDay } = await arrange();
  const watch = { ...run, device_name: 'Forerunner 55' };
  strava.activities = [watch, { ...watch, id: 2 }, { ...run, id: 3 }];
  await sync();
  await sync();
  const sources = await dataSources.list(table(), user_id);
  const models = sources.map(({ device }) => device.model);
  expect(models.toSorted()).toEqual(['App', 'Forerunner 55']);
  const shown = await listDay('2026-11-20');
  const named = shown.map((entry) => 'source' in entry && entry.source?.data_source_id);
  expect(new Set(named)).toEqual(new Set(sources.map(({ id }) => id)));
});

it('changes and removes entries as the provider does', async () => {
  const { strava, clock, sync, listDay } = await arrange();
  strava.activities.push({ ...run, id: 2, start_date: '2026-11-19T06:00:00Z' });
  await sync();
  strava.activities = [{ ...run, calories: 350 }];
  clock.now = new Date(now.getTime() + 3_600_000);
  expect(await sync()).toMatchObject({ counts: { updated: 1, removed: 1 } });
  expect(await listDay('2026-11-19')).toEqual([]);
  expect(await listDay('2026-11-20')).toMatchObject([{ energy: { value: 350 } }]);
});

it('imports or removes the one workout that a webhook reports', async () => {
  const { strava, sync, listDay, findConnection } = await arrange();
  await sync('1');
  expect(await listDay('2026-11-20')).toHaveLength(1);
  expect(await findConnection()).not.toHaveProperty('last_sync_time');
  strava.activities = [];
  expect(await sync('1')).toMatchObject({ counts: { removed: 1 } });
  expect(await listDay('2026-11-20')).toEqual([]);
});

it('stores new tokens before it uses them, and refreshes once', async () => {
  const { user_id, id, strava, deps, sync } = await arrange();
  strava.access_token = 'another';
  expect(await sync()).toMatchObject({ result: 'synchronized' });
  expect(strava.refreshes).toBe(1);
  expect(await findCredentials(deps, user_id, id)).toMatchObject({
    access_token: 'access-2',
    refresh_token: 'refresh-2',
    expires_at: toEpochSeconds(now) + 21_600,
  });
});

it('refreshes tokens shortly before they expire', async () => {
  const { strava, clock, sync } = await arrange();
  strava.access_token = 'another';
  await sync();
  clock.now = new Date(now.getTime() + 21_400_000);
  await sync();
  expect(strava.refreshes).toBe(2);
});

it('stops asking the provider until the person connects again if it refuses the tokens', async () => {
  const { strava, sync, findConnection } = await arrange();
  strava.access_token = 'another';
  strava.refresh_token = 'another';
  expect(await sync()).toMatchObject({ result: 'failed' });
  const connection = await findConnection();
  expect(connection?.status).toBe('reauthorization_required');
  expect(connection).not.toHaveProperty('collection');
  strava.calls = [];
  expect(await sync()).toMatchObject({ result: 'not_authorized' });
  expect(strava.calls).toEqual([]);
});

it.each([
  ['an error', { status: 503, body: {} }, 'unavailable'],
  ['truncated JSON', { status: 200, body: { oops: true } }, 'malformed'],
])('tries again later after %s', async (_, response, kind) => {
  const { strava, sync, listDay, findConnection } = await arrange();
  strava.next = [response];
  expect(await sync()).toMatchObject({ result: 'failed', failure: { kind } });
  const { collection_sk = '', sync_failures } = (await findConnection()) ?? {};
  expect(collection_sk).toMatch(/^2026-11-22T12:02/);
  expect(sync_failures).toBe(1);
  expect(await sync()).toMatchObject({ result: 'synchronized' });
  expect(await listDay('2026-11-20')).toHaveLength(1);
  expect(await findConnection()).toMatchObject({ sync_failures: 0 });
});

it('imports what it has of a page, and fetches only the rest next time', async () => {
  const { strava, clock, sync, listDay, findConnection } = await arrange();
  // The limit ends a window of all tests, so it is one in which no other test makes requests.
  clock.now = new Date(now.getTime() + 86_400_000);
  strava.activities = [run, { ...run, id: 2 }, { ...run, id: 3 }];
  const list = { status: 200, body: strava.activities };
  const limited = { status: 429, body: {}, headers: { 'retry-after': '300' } };
  strava.next = [list, { status: 200, body: run }, limited];
  expect(await sync()).toMatchObject({
    failure: { kind: 'rate_limited' },
    counts: { created: 1 },
  });
  expect(await listDay('2026-11-20')).toHaveLength(1);
  const limitedConnection = await findConnection();
  expect(limitedConnection).toMatchObject({ sync_fetched: ['1'], sync_failures: 0 });
  expect(limitedConnection?.collection_sk).toMatch(/^2026-11-23T12:05/);

  strava.calls = [];
  clock.now = new Date(clock.now.getTime() + 900_000);
  await sync();
  expect(strava.calls).not.toContain('/api/v3/activities/1');
  expect(await listDay('2026-11-20')).toHaveLength(3);
  expect(await findConnection()).toMatchObject({ sync_fetched: [] });
});

it('keeps what it has imported of a page if it is killed', async () => {
  const { user_id, id, strava, clock, deps, sync } = await arrange();
  strava.activities = Array.from({ length: 25 }, (_, index) => ({
    ...run,
    id: index + 1,
  }));
  const getSend = () => async (request: CallRequest) => {
    if (request.url.endsWith('/24')) throw new Error('killed');
    return deps.getSend()(request);
  };
  const killed = runSync({ ...deps, getSend }, user_id, { remote_connection_id: id });
  await expect(killed).rejects.toThrow('killed');

  strava.calls = [];
  clock.now = new Date(now.getTime() + 181_000);
  expect(await sync()).toMatchObject({ counts: { created: 5 } });
  const fetched = strava.calls.filter((path) => path.startsWith('/api/v3/activities/'));
  expect(fetched).toHaveLength(5);
});

it('makes no request in a window in which the provider has rejected one', async () => {
  const limited = { status: 429, body: {} };
  for (const calls of [1, 0]) {
    const { strava, clock, sync, findConnection } = await arrange();
    clock.now = new Date('2026-11-24T12:10:00Z');
    strava.next = calls > 0 ? [limited] : [];
    expect(await sync()).toMatchObject({ failure: { kind: 'rate_limited' } });
    expect(strava.calls).toHaveLength(calls);
    expect((await findConnection())?.collection_sk).toMatch(/^2026-11-24T12:15/);
  }
});

it('counts requests towards the window in which it makes them', async () => {
  const { user_id, id, strava, clock, deps } = await arrange();
  clock.now = new Date('2026-11-25T12:10:00Z');
  strava.activities = [run, { ...run, id: 2 }, { ...run, id: 3 }];
  const getSend = () => async (request: CallRequest) => {
    if (request.url.endsWith('/1')) clock.now = new Date('2026-11-25T12:20:00Z');
    return deps.getSend()(request);
  };
  await runSync({ ...deps, getSend }, user_id, { remote_connection_id: id });
  const countUsed = async (at: string) => {
    const index = Math.floor(Date.parse(at) / 900_000);
    const key = keys.providerBudget(`strava client 900 ${index}`);
    return (await table().get<{ used: number }>(key))?.used;
  };
  // The list and a group of three before, two activities and the end of the list after.
  expect(await countUsed('2026-11-25T12:10:00Z')).toBe(4);
  expect(await countUsed('2026-11-25T12:20:00Z')).toBe(3);
});

it('runs once at a time for a connection, until the lease of a lost sync ends', async () => {
  const { user_id, id, clock, deps, sync } = await arrange();
  const ids = { user_id, remote_connection_id: id };
  await syncs.lease(deps.table, ids, 'lost', now);
  expect(await sync()).toEqual({ result: 'busy' });
  clock.now = new Date(now.getTime() + 181_000);
  expect(await sync()).toMatchObject({ result: 'synchronized' });
});

it('saves nothing after another sync has taken over its lease', async () => {
  const { user_id, id, clock, deps, strava, findConnection } = await arrange();
  const ids = { user_id, remote_connection_id: id };
  const takeOverAt = (page: string) => ({
    ...deps,
    getSend: () => async (request: CallRequest) => {
      if (new URL(request.url).searchParams.get('page') === page) {
        clock.now = new Date(clock.now.getTime() + 181_000);
        await syncs.lease(deps.table, ids, `other ${page}`, clock.now);
      }
      return deps.getSend()(request);
    },
  });
  // The first page is saved by a write of its own, the last one with the end of the sync.
  for (const page of ['1', '2']) {
    strava.calls = [];
    await runSync(takeOverAt(page), user_id, ids);
    const connection = await findConnection();
    const sync_lease = `other ${page}`;
    expect(connection).toMatchObject({ status: 'syncing', sync_lease });
    const { position } = JSON.parse(connection?.sync_cursor ?? '{}');
    expect(position).toBe(page === '1' ? undefined : page);
    clock.now = new Date(clock.now.getTime() + 181_000);
  }
});

it('does not take workouts of earlier pages for deleted ones after an interruption', async () => {
  const { strava, sync, listDay } = await arrange();
  const list = { status: 200, body: strava.activities };
  strava.next = [list, { status: 200, body: run }, { status: 503, body: {} }];
  expect(await sync()).toMatchObject({ result: 'failed', counts: { created: 1 } });
  expect(await sync()).toMatchObject({ result: 'synchronized', counts: { removed: 0 } });
  expect(await listDay('2026-11-20')).toHaveLength(1);
});

it('imports again what an interrupted sync has read and not stored', async () => {
  const { user_id, id, clock, deps, strava, sync, listDay } = await arrange();
  // So long ago that later syncs do not read it again.
  strava.activities = [{ ...run, start_date: '2026-11-02T17:00:00Z' }];
  for (const number of [10, 12, 14]) {
    const failing = createFailingTable({ number, isWritten: false });
    const request = { remote_connection_id: id };
    await expect(
      runSync({ ...deps, table: failing }, user_id, request),
    ).rejects.toThrow();
    clock.now = new Date(clock.now.getTime() + 181_000);
  }
  await sync();
  expect(await listDay('2026-11-02')).toHaveLength(1);
});

it('ends without a connection', async () => {
  const { deps } = await arrange();
  const request = { remote_connection_id: 'unknown' };
  expect(await runSync(deps, 'unknown', request)).toEqual({ result: 'not_found' });
});

it('does not take a workout that cannot be read for a deleted one', async () => {
  const { strava, sync, listDay } = await arrange();
  await sync();
  strava.activities = [{ ...run, moving_time: 0 }];
  expect(await sync()).toMatchObject({ counts: { removed: 0 } });
  expect(await listDay('2026-11-20')).toHaveLength(1);
});

it('leaves the next sync as planned after a single workout', async () => {
  const { strava, sync, findConnection } = await arrange();
  strava.next = [{ status: 503, body: {} }];
  await sync();
  const planned = await findConnection();
  await sync('1');
  const after = await findConnection();
  expect(after?.collection_sk).toBe(planned?.collection_sk);
  expect(after?.sync_failures).toBe(1);
});

it('tries again in some hours while the operator has set no client', async () => {
  const { user_id } = await newPerson();
  const tokens = { access_token: 'access' };
  const id = await addRemoteConnection(user_id, { type: 'polar', ...tokens }, now);
  const { deps } = await arrange();
  const request = { remote_connection_id: id };
  expect(await runSync(deps, user_id, request)).toEqual({ result: 'not_configured' });
  const connection = await table().get<syncs.LeasedConnection>(
    keys.remoteConnection(user_id, id),
  );
  expect(connection?.collection_sk).toMatch(/^2026-11-22T18:00/);
});

it('subscribes an account to webhooks once, and then polls it daily (R7)', async () => {
  const { deps, clock } = await arrange();
  const stores = { table: table(), dataKeys: deps.dataKeys };
  const client = { type: 'withings', ...standInClient, extra_scopes: [] };
  await setClient(stores, client, now);
  const { user_id } = await newPerson();
  const tokens = { access_token: 'access' };
  const id = await addRemoteConnection(user_id, { type: 'withings', ...tokens }, now);
  const forms: CallRequest['form'][] = [];
  const answers = { accepts: false };
  const send = async ({ url, form }: CallRequest) => {
    const isNotify = url.endsWith('/notify');
    if (isNotify) forms.push(form);
    const status = isNotify && !answers.accepts ? 293 : 0;
    const text = JSON.stringify({ status, body: { series: [], more: false, offset: 0 } });
    return success({ status: 200, text, header: () => undefined });
  };
  const minutesToNext = async () => {
    await runSync({ ...deps, getSend: () => send }, user_id, {
      remote_connection_id: id,
    });
    const key = keys.remoteConnection(user_id, id);
    const { collection_sk = '' } = (await table().get<syncs.LeasedConnection>(key)) ?? {};
    return (Date.parse(collection_sk.slice(0, 24)) - clock.now.getTime()) / 60_000;
  };
  expect(await minutesToNext()).toBeLessThanOrEqual(15);
  answers.accepts = true;
  clock.now = new Date(now.getTime() + 900_000);
  expect(await minutesToNext()).toBeGreaterThan(15);
  await minutesToNext();
  expect(forms.map((form) => form?.appli)).toEqual(['16', '16', '46']);
  expect(forms[0]?.callbackurl).toMatch(
    /^https:\/\/api\.example\.com\/v7\.1\/webhook\/withings\.\w+\/$/,
  );
});
