import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { getLocalDay } from '#functions/diary/workout-import/workout.ts';
import {
  buildWebhook,
  expectSuccess,
  prepareProvider,
  providerTime,
} from '#kit/provider-context.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import polar from './provider.ts';

const account = { access_token: 'a', remote_id: '10579' };
const from = new Date('2025-12-21T10:07:00Z');
const exchange = { code: 'c', redirect_uri: 'https://a.example/cb' };
const tokens = {
  access_token: '2YotnFZ',
  token_type: 'bearer',
  expires_in: 31_535_999,
  x_user_id: 10579,
};

const exercise = {
  id: '2AC312F',
  upload_time: '2026-01-13T10:40:02.000Z',
  polar_user: 'https://www.polaraccesslink/v3/users/1',
  device: 'Polar Vantage V3',
  start_time: '2026-01-13T00:40:02',
  start_time_utc_offset: 120,
  duration: 'PT2H44M',
  calories: 530,
  distance: 1600.2,
  heart_rate: { average: 129, maximum: 147 },
  sport: 'OTHER',
  detailed_sport_info: 'TRAIL_RUNNING',
  has_route: true,
  'running-index': 51,
};

describe('connecting to Polar', () => {
  it('authenticates by Basic, registers the person, and keeps no expiry', async () => {
    const { context, requests } = prepareProvider(
      { body: tokens },
      { body: { 'polar-user-id': 10579 } },
    );
    expect(await expectSuccess(polar.exchangeCode(context, exchange))).toEqual({
      tokens: { access_token: '2YotnFZ' },
      remote_id: '10579',
    });
    expect(requests[0]?.authorization).toBe(`Basic ${btoa('12345:s')}`);
    expect(requests[0]?.form).not.toHaveProperty('client_secret');
    expect(requests[1]).toMatchObject({ json: { 'member-id': '10579' } });
    expect(polar.refreshTokens).toBeUndefined();
  });

  it('accepts a person who is registered already, but not one without consents', async () => {
    const registered = prepareProvider({ body: tokens }, { status: 409 });
    expect((await polar.exchangeCode(registered.context, exchange)).ok).toBe(true);
    const consents = { status: 403, body: { error: { error_type: 'consent_missing' } } };
    const refused = prepareProvider({ body: tokens }, consents);
    expect(await polar.exchangeCode(refused.context, exchange)).toEqual({
      ok: false,
      error: { kind: 'insufficient_scope' },
    });
  });
});

describe('workouts of Polar', () => {
  it('are read from a local time and an offset to subtract', async () => {
    const { context } = prepareProvider({ body: [exercise] });
    const page = await expectSuccess(polar.listWorkouts(context, account, { from }));
    expect(page.workouts).toEqual([
      {
        remote_id: '2AC312F',
        start_time: '2026-01-12T22:40:02.000Z',
        utc_offset: 7200,
        duration: 9840,
        energy: 530,
        distance: 1600.2,
        avg_heart_rate: 129,
        max_heart_rate: 147,
        activity_type_id: getActivityTypeId('run_trail'),
        remote_activity: 'TRAIL_RUNNING',
        sensors: ['positions'],
        device: { manufacturer: 'Polar', model: 'Vantage V3' },
      },
    ]);
  });

  it.each([
    ['ORIENTEERING', 'run_orienteering'],
    ['FUTSAL', 'team_futsal'],
    ['BEACH_VOLLEY', 'team_volleyball_beach'],
    ['LES_MILLS_BODYPUMP', 'strength_circuit'],
    ['MOTORSPORTS_SNOCROSS', 'winter_snowmobile'],
    ['BEACH_VOLLEYBALL', 'team_volleyball_beach'],
  ] as const)('of the sport %s have our type %s', async (detailed_sport_info, key) => {
    const { context } = prepareProvider({ body: [{ ...exercise, detailed_sport_info }] });
    const page = await expectSuccess(polar.listWorkouts(context, account, { from }));
    expect(page.workouts).toMatchObject([{ activity_type_id: getActivityTypeId(key) }]);
  });

  it('without an offset start on the local day, at a time unknown in UTC', async () => {
    const { start_time_utc_offset: _, ...unplaced } = exercise;
    const body = [unplaced, { ...exercise, start_time_utc_offset: null }];
    const { context } = prepareProvider({ body });
    const page = await expectSuccess(polar.listWorkouts(context, account, { from }));
    expect([page.workouts.length, page.unreadable]).toEqual([2, []]);
    for (const workout of page.workouts) {
      expect(getLocalDay(workout)).toBe('2026-01-13');
      expect(workout).not.toHaveProperty('utc_offset');
      expect(workout.has_floating_start).toBe(true);
    }
  });

  it('do not prove that a workout missing from the list was deleted', async () => {
    const { context } = prepareProvider({ status: 204 });
    const page = await expectSuccess(polar.listWorkouts(context, account, { from }));
    expect(page.workouts).toEqual([]);
    expect(page.listedInterval).toBeUndefined();
  });

  it.each(['PT0S', '2H', ''])('are unreadable with the duration %j', async (duration) => {
    const { context } = prepareProvider({ body: [{ ...exercise, duration }] });
    const page = await expectSuccess(polar.listWorkouts(context, account, { from }));
    expect(page.unreadable).toEqual([exercise.id]);
  });

  it.each([
    [{ error: { status: 404, error_type: 'not_found' } }, { kind: 'not_found' }],
    ['', { kind: 'unavailable', cause: 'proxy' }],
    ['<html>', { kind: 'unavailable', cause: 'proxy' }],
  ])(
    'are deleted only if Polar itself says so, after 404 with %j',
    async (body, error) => {
      const { context } = prepareProvider({ status: 404, body });
      const result = await polar.fetchWorkout?.(context, account, '2AC312F');
      expect(result).toEqual({ ok: false, error });
    },
  );
});

describe('webhooks of Polar', () => {
  const verification = { client_secret: 's', webhook_secret: 'w', now: providerTime };
  const event = { event: 'EXERCISE', user_id: 475, entity_id: 'aQlC83', timestamp: 't' };
  const sign = (body: unknown, secret = 'w') => ({
    'Polar-Webhook-Signature': createHmac('sha256', secret)
      .update(JSON.stringify(body))
      .digest('hex'),
  });

  it('report a signed exercise', () => {
    expect(polar.receiveWebhook(buildWebhook(event, sign(event)), verification)).toEqual({
      status: 200,
      events: [{ kind: 'changed', remote_id: '475', workout_id: 'aQlC83' }],
    });
  });

  it('report a night, with which its recovery arrives', () => {
    const night = { event: 'SLEEP', user_id: 475, date: '2026-01-15', timestamp: 't' };
    const reported = { kind: 'changed', remote_id: '475' };
    const changed_since = '2026-01-15T00:00:00.000Z';
    expect(polar.receiveWebhook(buildWebhook(night, sign(night)), verification)).toEqual({
      status: 200,
      events: [
        { ...reported, measurement_kind: 'sleep', changed_since },
        { ...reported, measurement_kind: 'recharge', changed_since },
      ],
    });
  });

  it('are confirmed if they are a ping, even before the secret is known', () => {
    const ping = buildWebhook({ timestamp: 't', event: 'PING' });
    expect(polar.receiveWebhook(ping, verification)).toEqual({ status: 200, events: [] });
  });

  it('are rejected without a valid signature, and before the secret is known', () => {
    const receive = (headers: Record<string, string>, webhook_secret = 'w') =>
      polar.receiveWebhook(buildWebhook(event, headers), {
        ...verification,
        webhook_secret,
      });
    expect(receive({}).status).toBe(403);
    expect(receive(sign(event, 'other')).status).toBe(403);
    expect(receive(sign({ ...event, user_id: 476 })).status).toBe(403);
    expect(receive(sign(event, ''), '').status).toBe(403);
  });
});
