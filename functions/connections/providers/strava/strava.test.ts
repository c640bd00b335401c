import { describe, expect, it } from 'vitest';
import {
  buildAuthorizationUrl,
  hasRequiredScopes,
} from '#functions/connections/provider-definition/oauth.ts';
import { getLocalDay } from '#functions/diary/workout-import/workout.ts';
import {
  buildWebhook,
  expectSuccess,
  prepareProvider,
  providerClient,
  providerTime,
} from '#kit/provider-context.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import strava from './provider.ts';

const account = { access_token: 'cd34', remote_id: '134815' };
const from = new Date('2025-12-21T10:07:00Z');

/** A fault as Strava sends it. */
const fault = (resource: string, field: string, code: string) => ({
  message: 'Bad Request',
  errors: [{ resource, field, code }],
});

const activity = {
  id: 1360128428,
  sport_type: 'TrailRun',
  type: 'Run',
  start_date: '2026-01-18T02:31:57Z',
  start_date_local: '2026-01-17T21:31:57Z',
  timezone: '(GMT-05:00) America/Toronto',
  utc_offset: -18000.0,
  elapsed_time: 4000,
  moving_time: 3600,
  distance: 10012.4,
  total_elevation_gain: 120.5,
  max_speed: 5.2,
  has_heartrate: true,
  average_heartrate: 141.6,
  max_heartrate: 171,
};

describe('connecting to Strava', () => {
  it('asks for the scopes that imports need, separated by commas', () => {
    const details = {
      client_id: '12345',
      redirect_uri: 'https://a.example/cb',
      state: 's',
    };
    const url = new URL(buildAuthorizationUrl(strava.oauth, details, 'direct'));
    expect(url.origin + url.pathname).toBe('https://www.strava.com/oauth/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      scope: 'read,activity:read_all',
      ...details,
    });
  });

  it('redeems a code with credentials in the form, and keeps the granted scopes', async () => {
    const { context, requests } = prepareProvider({
      body: {
        token_type: 'Bearer',
        expires_at: 1768925220,
        expires_in: 21600,
        refresh_token: 'ab12',
        access_token: 'cd34',
        athlete: { id: 134815, username: 'ann' },
      },
    });
    const exchange = { code: 'c', redirect_uri: 'https://a.example/cb', scope: 'read' };
    expect(await expectSuccess(strava.exchangeCode(context, exchange))).toEqual({
      tokens: { access_token: 'cd34', refresh_token: 'ab12', expires_at: 1768925220 },
      remote_id: '134815',
      scopes: ['read'],
    });
    expect(requests[0]?.form).toEqual({
      grant_type: 'authorization_code',
      code: 'c',
      redirect_uri: 'https://a.example/cb',
      ...providerClient,
    });
    expect(hasRequiredScopes(strava, ['read'])).toBe(false);
    expect(hasRequiredScopes(strava, ['read', 'activity:read'])).toBe(true);
  });

  it.each([
    [400, fault('RefreshToken', 'refresh_token', 'invalid'), { kind: 'invalid_grant' }],
    [400, fault('Application', 'client_id', 'invalid'), { kind: 'invalid_client' }],
    [401, fault('Application', '', 'invalid'), { kind: 'invalid_client' }],
    [
      429,
      fault('Application', 'rate limit', 'exceeded'),
      // The time until the quarter of an hour ends: from 10:07 to 10:15.
      { kind: 'rate_limited', retry_after: 480 },
    ],
    [503, '<html>', { kind: 'unavailable', cause: 'status' }],
    [400, '<html>', { kind: 'unavailable', cause: 'proxy' }],
    [401, '', { kind: 'unavailable', cause: 'proxy' }],
  ])('fails after the response %i %j to a refresh', async (status, body, error) => {
    const { context } = prepareProvider({ status, body });
    const result = await strava.refreshTokens?.(context, 'ab12');
    expect(result).toEqual({ ok: false, error });
  });

  it('keeps the old refresh token if a refresh returns none', async () => {
    const { context } = prepareProvider({
      body: { access_token: 'new', expires_in: 21600 },
    });
    const result = await strava.refreshTokens?.(context, 'ab12');
    expect(result?.ok && result.value.refresh_token).toBe('ab12');
  });
});

describe('workouts of Strava', () => {
  it('are read in our units, with the local day', async () => {
    const { context, requests } = prepareProvider({ body: [activity] });
    const { workouts } = await expectSuccess(
      strava.listWorkouts(context, account, { from }),
    );
    expect(workouts).toEqual([
      {
        remote_id: '1360128428',
        start_time: '2026-01-18T02:31:57.000Z',
        utc_offset: -18000,
        duration: 3600,
        elapsed: 4000,
        distance: 10012.4,
        avg_heart_rate: 142,
        max_heart_rate: 171,
        max_speed: 5.2,
        elevation_gain: 120.5,
        activity_type_id: getActivityTypeId('run_trail'),
        remote_activity: 'TrailRun',
        isSummary: true,
      },
    ]);
    const [workout] = workouts;
    expect(workout && getLocalDay(workout)).toBe('2026-01-17');
    expect(requests[0]?.authorization).toBe('Bearer cd34');
    // One second before `from`, because Strava excludes the second of `after` itself.
    expect(requests[0]?.url).toContain('after=1766311619');
  });

  it.each([
    ['2026-01-17T21:31:57Z', -18_000, '2026-01-17'],
    ['2026-01-18T15:31:57Z', 46_800, '2026-01-18'],
    ['2026-01-17T21:31:57', -18_000, '2026-01-17'],
    [undefined, undefined, '2026-01-18'],
    ['soon', undefined, '2026-01-18'],
  ])('without an offset start at the local time %s', async (local, offset, day) => {
    const { utc_offset: _, ...unplaced } = activity;
    const { context } = prepareProvider({
      body: [{ ...unplaced, start_date_local: local }],
    });
    const listed = await expectSuccess(strava.listWorkouts(context, account, { from }));
    const [workout] = listed.workouts;
    expect(workout?.utc_offset).toBe(offset);
    expect(workout && getLocalDay(workout)).toBe(day);
  });

  it('are listed page by page until an empty one, then again with an overlap', async () => {
    const { context, requests } = prepareProvider(
      { body: [activity] },
      { body: [] },
      { body: [] },
    );
    const list = (cursor?: string, at = context) =>
      expectSuccess(strava.listWorkouts(at, account, { from, cursor }));
    const first = await list();
    expect(first.hasMore).toBe(true);
    const second = await list(first.cursor);
    expect(second.hasMore).toBe(false);
    expect(second.listedInterval).toEqual({
      from: from.toISOString(),
      to: providerTime.toISOString(),
    });

    await list(second.cursor, { ...context, now: new Date('2026-01-24T10:07:00Z') });
    const queries = requests.map(({ url }) => new URL(url).searchParams);
    // The second request begins after the activity. The third one, some days later, reads the seven
    // days before the end of the first window again.
    expect(queries.map((query) => Number(query.get('after')))).toEqual([
      1766311619, 1768703517, 1768298819,
    ]);
  });

  it('do not hide each other if one is not as documented', async () => {
    const { context } = prepareProvider({
      body: [{ id: 1 }, activity, { ...activity, moving_time: 0, elapsed_time: 0 }],
    });
    const listed = await expectSuccess(strava.listWorkouts(context, account, { from }));
    expect(listed.workouts).toHaveLength(1);
    expect(listed.unreadable).toEqual(['1', '1360128428']);
  });

  it('have calories and a device if they are fetched one by one', async () => {
    const detail = { ...activity, calories: 730.2, device_name: 'Garmin Forerunner 935' };
    const { context } = prepareProvider({ body: detail });
    const result = await strava.fetchWorkout?.(context, account, '1360128428');
    const workout = result?.ok ? result.value : undefined;
    expect(workout).toMatchObject({
      energy: 730.2,
      device: { manufacturer: 'Garmin', model: 'Forerunner 935' },
      is_relayed: true,
    });
    expect(workout).not.toHaveProperty('isSummary');
  });

  it.each([
    [401, fault('Athlete', 'access_token', 'invalid'), 'unauthorized'],
    [
      401,
      fault('AccessToken', 'activity:read_permission', 'missing'),
      'insufficient_scope',
    ],
    [403, { message: 'Forbidden', errors: [] }, 'invalid_client'],
    [404, fault('Activity', 'id', 'not found'), 'not_found'],
    [401, '<html>', 'unavailable'],
    [403, { message: 'Forbidden' }, 'unavailable'],
    [404, { message: 'Not Found' }, 'unavailable'],
    [404, '', 'unavailable'],
    [410, '<html>', 'unavailable'],
  ])('are not fetched after the response %i %j: %s', async (status, body, kind) => {
    const { context } = prepareProvider({ status, body });
    const result = await strava.fetchWorkout?.(context, account, '1');
    expect(result?.ok === false && result.error.kind).toBe(kind);
  });
});

describe('webhooks of Strava', () => {
  const verification = { client_secret: 's', webhook_secret: 'w', now: providerTime };
  const receive = (body: unknown) =>
    strava.receiveWebhook(buildWebhook(body), verification);
  const event = {
    object_type: 'activity',
    object_id: 1360128428,
    aspect_type: 'update',
    updates: { title: 'Evening' },
    owner_id: 134815,
    subscription_id: 120475,
    event_time: 1768900000,
  };

  it('are confirmed if they verify a subscription with our token', () => {
    const query = {
      'hub.mode': 'subscribe',
      'hub.challenge': '15f7',
      'hub.verify_token': 'w',
    };
    const request = { ...buildWebhook('', {}, 'GET'), query };
    expect(strava.receiveWebhook(request, verification)).toEqual({
      status: 200,
      body: { 'hub.challenge': '15f7' },
      events: [],
    });
    const foreign = { ...request, query: { ...query, 'hub.verify_token': 'x' } };
    expect(strava.receiveWebhook(foreign, verification)).toEqual({
      status: 403,
      events: [],
    });
  });

  it.each([
    [event, { kind: 'changed', remote_id: '134815', workout_id: '1360128428' }],
    [
      { ...event, aspect_type: 'delete' },
      { kind: 'deleted', remote_id: '134815', workout_id: '1360128428' },
    ],
    [
      {
        ...event,
        object_type: 'athlete',
        object_id: 134815,
        updates: { authorized: 'false' },
      },
      { kind: 'disconnected', remote_id: '134815', withdrawn_at: 1768900000 },
    ],
  ])('with the body %j report %j', (body, expected) => {
    expect(receive(body)).toEqual({ status: 200, events: [expected] });
  });

  it.each(['', '{', '[]', '{"object_type":"route"}'])(
    'with the body %j are rejected',
    (body) => {
      expect(receive(body)).toEqual({ status: 400, events: [] });
    },
  );

  it.each(['..', '.', '', '%2e%2e', '../athlete', 'a/b', 'a?b', 'a b'])(
    'are rejected if the id %j could lead to another address',
    (object_id) => {
      expect(receive({ ...event, object_id })).toEqual({ status: 400, events: [] });
    },
  );
});
