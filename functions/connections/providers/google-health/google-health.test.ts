import { describe, expect, it } from 'vitest';
import { buildAuthorizationUrl } from '#functions/connections/provider-definition/oauth.ts';
import {
  buildWebhook,
  expectSuccess,
  prepareProvider,
  providerTime,
} from '#kit/provider-context.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import google from './provider.ts';

const account = { access_token: 'a', remote_id: 'h1' };
const from = new Date('2025-12-21T10:07:00Z');
const [[scope = ''] = []] = google.requiredScopes;

const dataPoint = {
  name: 'users/me/dataTypes/exercise/dataPoints/123',
  dataSource: { platform: 'FITBIT', device: { displayName: 'Charge 6' } },
  exercise: {
    interval: {
      startTime: '2026-01-12T16:03:00Z',
      startUtcOffset: '7200s',
      endTime: '2026-01-12T16:46:00Z',
      endUtcOffset: '7200s',
    },
    exerciseType: 'RUNNING',
    activeDuration: '2450s',
    metricsSummary: {
      caloriesKcal: 412,
      distanceMillimeters: 7100000,
      steps: '6900',
      averageSpeedMillimetersPerSecond: 2890,
      averageHeartRateBeatsPerMinute: '148',
      elevationGainMillimeters: 31000,
    },
  },
};

describe('connecting to Google Health', () => {
  it('asks for offline access and consent, with PKCE', () => {
    const details = {
      client_id: '1',
      redirect_uri: 'https://a.example/cb',
      state: 's',
      code_challenge: 'ch',
    };
    const url = new URL(buildAuthorizationUrl(google.oauth, details, 'direct'));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      scope,
      access_type: 'offline',
      prompt: 'consent',
      code_challenge: 'ch',
      code_challenge_method: 'S256',
    });
  });

  it('sends the code verifier and reads the id that notifications name', async () => {
    const tokens = {
      access_token: 'ya29',
      expires_in: 3599,
      refresh_token: '1//0',
      scope,
    };
    const { context, requests } = prepareProvider(
      { body: tokens },
      { body: { healthUserId: 'h1', legacyUserId: 'ABC' } },
    );
    const exchange = {
      code: '4/0A',
      redirect_uri: 'https://a.example/cb',
      code_verifier: 'v',
    };
    expect(await expectSuccess(google.exchangeCode(context, exchange))).toEqual({
      tokens: { access_token: 'ya29', refresh_token: '1//0', expires_at: 1768907219 },
      remote_id: 'h1',
      scopes: [scope],
    });
    expect(requests[0]?.form?.code_verifier).toBe('v');
  });

  it('keeps the refresh token, which a refresh does not return', async () => {
    const { context } = prepareProvider({
      body: { access_token: 'n', expires_in: 3599 },
    });
    const refreshed = await google.refreshTokens?.(context, '1//0');
    expect(refreshed?.ok && refreshed.value.refresh_token).toBe('1//0');
  });
});

describe('workouts of Google Health', () => {
  it('are read in our units', async () => {
    const { context, requests } = prepareProvider({
      body: { dataPoints: [dataPoint], nextPageToken: 'p2' },
    });
    const page = await expectSuccess(google.listWorkouts(context, account, { from }));
    expect(page.hasMore).toBe(true);
    expect(page.workouts).toEqual([
      {
        remote_id: '123',
        start_time: '2026-01-12T16:03:00.000Z',
        utc_offset: 7200,
        duration: 2450,
        elapsed: 2580,
        energy: 412,
        distance: 7100,
        avg_heart_rate: 148,
        elevation_gain: 31,
        activity_type_id: getActivityTypeId('run'),
        remote_activity: 'RUNNING',
        device: { model: 'Charge 6' },
      },
    ]);
    // A day before `from`, because the filter compares local times.
    expect(new URL(requests[0]?.url ?? '').searchParams.get('filter')).toBe(
      'exercise.interval.civil_start_time >= "2025-12-20T10:07:00"',
    );
  });

  it('are read without a summary or a known device', async () => {
    const { interval } = dataPoint.exercise;
    const absent = { exerciseType: null, activeDuration: null, metricsSummary: null };
    const exercise = { interval, ...absent };
    const bare = { name: 'x/7', dataSource: { device: [] }, exercise };
    const { context } = prepareProvider(
      { body: { dataPoints: [bare], nextPageToken: null } },
      { body: { dataPoints: null } },
    );
    const page = await expectSuccess(google.listWorkouts(context, account, { from }));
    expect(page.workouts[0]).toMatchObject({ remote_id: '7', duration: 2580 });
    const empty = await expectSuccess(google.listWorkouts(context, account, { from }));
    expect(empty.workouts).toEqual([]);
  });

  it.each([
    [401, { error: { code: 401, status: 'UNAUTHENTICATED' } }, 'unauthorized'],
    [403, { error: { code: 403 } }, 'insufficient_scope'],
    [400, { error: { code: 400 } }, 'rejected'],
    [401, { message: 'Unauthorized' }, 'unavailable'],
    [403, { status: 403, error: 'Forbidden' }, 'unavailable'],
    [404, { message: 'Not Found' }, 'unavailable'],
    [403, '<html>', 'unavailable'],
  ])('are not listed after the response %i %j: %s', async (status, body, kind) => {
    const { context } = prepareProvider({ status, body });
    const result = await google.listWorkouts(context, account, { from });
    expect(result.ok === false && result.error.kind).toBe(kind);
  });
});

describe('webhooks of Google Health', () => {
  const verification = {
    client_secret: 's',
    webhook_secret: 'Bearer w',
    now: providerTime,
  };
  const notification = {
    data: { version: '1', healthUserId: 'h1', operation: 'UPSERT', dataType: 'exercise' },
  };
  const receive = (body: unknown, authorization = 'Bearer w') =>
    google.receiveWebhook(buildWebhook(body, { authorization }), verification);

  it('respond to the verification with 201, and to everything without the secret with 403', () => {
    expect(receive({ type: 'verification' }).status).toBe(201);
    for (const body of [{ type: 'verification' }, [notification]])
      for (const guess of ['', 'Bearer', 'Bearer x'])
        expect(receive(body, guess)).toEqual({ status: 403, events: [] });
  });

  it('report a change although others beside it cannot be read', () => {
    const { healthUserId: _, ...nobody } = notification.data;
    const unknown = { data: { ...notification.data, operation: 'MERGE' } };
    const others = [{ data: nobody }, unknown, null, 'x'];
    expect(receive([...others, notification])).toEqual({
      status: 204,
      events: [{ kind: 'changed', remote_id: 'h1' }],
    });
  });

  it('report changes and deletions with 204, or Google would deliver them again', () => {
    const steps = { data: { ...notification.data, dataType: 'steps' } };
    const intervals = ['2026-01-12T16:03:00+02:00', '2026-01-12T15:03:00Z'].map(
      (startTime) => ({ physicalTimeInterval: { startTime, endTime: startTime } }),
    );
    const deleted = { data: { ...notification.data, operation: 'DELETE', intervals } };
    const sleep = { data: { ...deleted.data, dataType: 'sleep' } };
    expect(receive([notification, steps, sleep, deleted])).toEqual({
      status: 204,
      events: [
        { kind: 'changed', remote_id: 'h1' },
        {
          kind: 'changed',
          remote_id: 'h1',
          measurement_kind: 'sleep',
          changed_since: '2026-01-12T14:03:00.000Z',
        },
        { kind: 'deleted', remote_id: 'h1', changed_since: '2026-01-12T14:03:00.000Z' },
      ],
    });
  });
});
