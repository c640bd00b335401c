import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  buildWebhook,
  expectSuccess,
  prepareProvider,
  providerClient,
  providerTime,
} from '#kit/provider-context.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import whoop from './provider.ts';

const account = { access_token: 'a', remote_id: '10129' };
const from = new Date('2025-12-21T10:07:00Z');
const exchange = { code: 'c', redirect_uri: 'https://a.example/cb' };
const tokens = {
  access_token: 'a1',
  refresh_token: 'r1',
  expires_in: 3600,
  scope: 'offline read:workout read:profile',
  token_type: 'bearer',
};

const workout = {
  id: 'ecfc6a15-4661-442f-a9a4-f160dd7afae8',
  v1_id: null,
  user_id: 10129,
  created_at: '2026-01-18T12:00:00.000Z',
  updated_at: '2026-01-18T13:00:00.000Z',
  start: '2026-01-18T02:25:44.774Z',
  end: '2026-01-18T03:10:44.774Z',
  timezone_offset: '-05:00',
  sport_name: 'running',
  score_state: 'SCORED',
  score: {
    strain: 8.2463,
    average_heart_rate: 123,
    max_heart_rate: 146,
    kilojoule: 1569.34,
    percent_recorded: 1.0,
    distance_meter: 7200.5,
    altitude_gain_meter: 46.6,
    altitude_change_meter: -0.8,
    zone_durations: { zone_zero_milli: 300000 },
  },
};

describe('connecting to WHOOP', () => {
  it('reads the account from the profile after the code is redeemed', async () => {
    const profile = {
      user_id: 10129,
      email: 'a@example.com',
      first_name: 'A',
      last_name: 'B',
    };
    const { context, requests } = prepareProvider({ body: tokens }, { body: profile });
    expect(await expectSuccess(whoop.exchangeCode(context, exchange))).toEqual({
      tokens: { access_token: 'a1', refresh_token: 'r1', expires_at: 1768907220 },
      remote_id: '10129',
      scopes: ['offline', 'read:workout', 'read:profile'],
    });
    expect(requests[1]?.authorization).toBe('Bearer a1');
  });

  it('refreshes with the scope offline, as the documentation of WHOOP does', async () => {
    const { context, requests } = prepareProvider({ body: tokens });
    await whoop.refreshTokens?.(context, 'r0');
    expect(requests[0]?.form).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'r0',
      scope: 'offline',
      ...providerClient,
    });
  });

  it.each([
    [
      400,
      { error: 'invalid_grant', error_description: 'x', status_code: 400 },
      'invalid_grant',
    ],
    [400, { error: 'invalid_request' }, 'invalid_grant'],
    [401, { error: 'invalid_client' }, 'invalid_client'],
    [400, { error: 'server_error' }, 'rejected'],
    [401, '', 'unavailable'],
    [400, '<html>', 'unavailable'],
    [401, '<html>', 'unavailable'],
    [403, '<html>', 'unavailable'],
    [404, '', 'unavailable'],
    [401, { message: 'Unauthorized' }, 'unavailable'],
    [400, { error: { code: 400 } }, 'unavailable'],
    [502, '<html>', 'unavailable'],
    [200, '{"access_token":', 'malformed'],
  ])('fails after the response %i %j to a refresh as %s', async (status, body, kind) => {
    const { context } = prepareProvider({ status, body });
    const result = await whoop.refreshTokens?.(context, 'r0');
    expect(result?.ok === false && result.error.kind).toBe(kind);
  });
});

it.each([
  { expires_in: null, refresh_token: null, scope: null },
  { expires_in: 'soon', refresh_token: '', scope: ['offline'] },
  { expires_in: 1e300 },
  { expires_in: -5 },
])('a refresh with the unreadable members %j is not lost', async (members) => {
  const { context } = prepareProvider({ body: { access_token: 'a1', ...members } });
  const refreshed = await whoop.refreshTokens?.(context, 'r0');
  expect(refreshed).toEqual({ ok: true, value: { access_token: 'a1' } });
});

describe('workouts of WHOOP', () => {
  it('are read in our units', async () => {
    const { context } = prepareProvider({ body: { records: [workout] } });
    const page = await expectSuccess(whoop.listWorkouts(context, account, { from }));
    expect(page.hasMore).toBe(false);
    expect(page.workouts).toEqual([
      {
        remote_id: workout.id,
        start_time: '2026-01-18T02:25:44.774Z',
        utc_offset: -18000,
        duration: 2700,
        energy: 375.08,
        distance: 7200.5,
        avg_heart_rate: 123,
        max_heart_rate: 146,
        elevation_gain: 46.6,
        activity_type_id: getActivityTypeId('run'),
        remote_activity: 'running',
      },
    ]);
  });

  it('are read newest first, each page from the start of the last workout before', async () => {
    const newer = { ...workout, id: 'b', start: '2026-01-19T02:25:44.774Z' };
    const { context, requests } = prepareProvider(
      { body: { records: [newer, workout], next_token: 'MTIz' } },
      { body: { records: [] } },
    );
    const first = await expectSuccess(whoop.listWorkouts(context, account, { from }));
    const range = { from, cursor: first.cursor };
    const last = await expectSuccess(whoop.listWorkouts(context, account, range));
    expect([first.hasMore, last.hasMore]).toEqual([true, false]);
    const queries = requests.map(({ url }) =>
      Object.fromEntries(new URL(url).searchParams),
    );
    // WHOOP excludes the time `end` itself, so the last workout is on both pages.
    expect(queries[1]).toEqual({ ...queries[0], end: '2026-01-18T02:25:44.775Z' });
    expect(queries[0]).toMatchObject({ limit: '25', start: from.toISOString() });
  });

  it('are read on, although a page has only one', async () => {
    const { context, requests } = prepareProvider(
      { body: { records: [workout], next_token: 'MTIz' } },
      { body: { records: [workout], next_token: 'MTIz' } },
    );
    const first = await expectSuccess(whoop.listWorkouts(context, account, { from }));
    const range = { from, cursor: first.cursor };
    const last = await expectSuccess(whoop.listWorkouts(context, account, range));
    // The second response has nothing of what is left.
    expect([first.hasMore, last.hasMore]).toEqual([true, false]);
    const queries = requests.map(({ url }) =>
      Object.fromEntries(new URL(url).searchParams),
    );
    expect(queries[1]).toEqual({ ...queries[0], end: '2026-01-18T02:25:43.775Z' });
  });

  it('are not read on after an empty page, whose workouts would be lost', async () => {
    const empty = { records: [], next_token: 'MTIz' };
    const { context } = prepareProvider({ body: empty });
    const page = await whoop.listWorkouts(context, account, { from });
    expect(page).toMatchObject({ ok: false, error: { kind: 'malformed' } });
  });

  it.each([
    'sauna',
    'Sauna',
    'ice bath',
    'Ice-Bath',
    'massage_therapy',
    'air-compression',
    'percussive-massage',
  ])('do not include the period of rest %s', async (sport_name) => {
    const { context } = prepareProvider({
      body: { records: [{ ...workout, sport_name }] },
    });
    const page = await expectSuccess(whoop.listWorkouts(context, account, { from }));
    expect([page.workouts, page.unreadable]).toEqual([[], []]);
  });

  it.each([
    ['hiking-rucking', 'hike'],
    ['Hiking/Rucking', 'hike'],
    ['track-field', 'athletics'],
    ['Track & Field', 'athletics'],
    ['water-skiing', 'water_ski'],
    ['wakeboarding', 'water_ski'],
    ['wrestling', 'combat_wrestling'],
    ['fencing', 'combat_fencing'],
    ['lacrosse', 'team_lacrosse'],
    ['gymnastics', 'strength_gymnastic'],
    ['disc-golf', 'target_disc_golf'],
    ['diving', 'water_dive_board'],
    ['skipping', 'other_import'],
  ] as const)('of the sport %s have our type %s', async (sport_name, key) => {
    const { context } = prepareProvider({
      body: { records: [{ ...workout, sport_name }] },
    });
    const page = await expectSuccess(whoop.listWorkouts(context, account, { from }));
    const activity_type_id = getActivityTypeId(key);
    expect(page.workouts).toMatchObject([
      { activity_type_id, remote_activity: sport_name },
    ]);
  });

  it('are read without a score while it is pending', async () => {
    const { score: _, ...pending } = workout;
    const unreadable = { id: 7 };
    const records = [{ ...pending, score_state: 'PENDING_SCORE' }, unreadable];
    const { context } = prepareProvider({ body: { records } });
    const page = await expectSuccess(whoop.listWorkouts(context, account, { from }));
    expect([page.workouts.length, page.unreadable]).toEqual([1, ['7']]);
    expect(page.workouts[0]).not.toHaveProperty('energy');
  });

  it.each([
    [401, 'Authorization was not valid', 'unauthorized'],
    [401, '<html>', 'unavailable'],
    [403, { message: 'Forbidden' }, 'insufficient_scope'],
    [403, '<html>', 'unavailable'],
    [404, { message: 'Not Found' }, 'not_found'],
    [404, '<html>', 'unavailable'],
    [410, '', 'unavailable'],
    [302, '<html>', 'unavailable'],
  ])('are not fetched after the response %i %j: %s', async (status, body, kind) => {
    const { context } = prepareProvider({ status, body });
    const result = await whoop.fetchWorkout?.(context, account, workout.id);
    expect(result?.ok === false && result.error.kind).toBe(kind);
  });

  it('fail with the seconds until the rate limit is reset', async () => {
    const headers = { 'X-RateLimit-Reset': '17' };
    const { context } = prepareProvider({ status: 429, headers });
    const result = await whoop.listWorkouts(context, account, { from });
    expect(result).toEqual({
      ok: false,
      error: { kind: 'rate_limited', retry_after: 17 },
    });
  });
});

describe('webhooks of WHOOP', () => {
  const verification = { client_secret: 's', webhook_secret: 'w', now: providerTime };
  const event = {
    user_id: 10129,
    id: workout.id,
    type: 'workout.updated',
    trace_id: 't',
  };
  const sign = (
    body: unknown,
    timestamp = String(providerTime.getTime()),
    secret = 's',
  ) => ({
    'X-WHOOP-Signature': createHmac('sha256', secret)
      .update(timestamp + JSON.stringify(body))
      .digest('base64'),
    'X-WHOOP-Signature-Timestamp': timestamp,
  });
  const receive = (body: unknown, headers = sign(body)) =>
    whoop.receiveWebhook(buildWebhook(body, headers), verification);

  it.each([
    ['workout.updated', { kind: 'changed', workout_id: workout.id }],
    ['workout.deleted', { kind: 'deleted', workout_id: workout.id }],
    ['sleep.updated', { kind: 'changed', measurement_kind: 'sleep' }],
    ['recovery.deleted', { kind: 'changed', measurement_kind: 'recovery' }],
    ['cycle.updated', undefined],
  ])('of the type %s report %j', (type, reported) => {
    const events = reported ? [{ remote_id: '10129', ...reported }] : [];
    expect(receive({ ...event, type })).toEqual({ status: 200, events });
  });

  it.each([-15, 15])('are accepted if our clock differs by %i minutes', (minutes) => {
    const signedAt = String(providerTime.getTime() + minutes * 60_000);
    expect(receive(event, sign(event, signedAt))?.status).toBe(200);
  });

  it('are rejected without a valid and recent signature', () => {
    const old = String(providerTime.getTime() - 3 * 3_600_000);
    expect(receive(event, sign(event, undefined, 'other'))?.status).toBe(403);
    expect(receive(event, sign(event, old))?.status).toBe(403);
    expect(whoop.receiveWebhook(buildWebhook(event), verification).status).toBe(403);
  });
});
