import { describe, expect, it } from 'vitest';
import { getLocalDay } from '#functions/diary/workout-import/workout.ts';
import {
  buildWebhook,
  expectSuccess,
  prepareProvider,
  providerClient,
  providerTime,
} from '#kit/provider-context.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import withings from './provider.ts';

const account = { access_token: 'a', remote_id: '363' };
const from = new Date('2025-12-21T10:07:00Z');
const exchange = { code: 'c', redirect_uri: 'https://a.example/cb' };
const tokens = {
  userid: '363',
  access_token: 'a075',
  refresh_token: 'f631',
  expires_in: 10_800,
  scope: 'user.activity',
  csrf_token: 'PACn',
  token_type: 'Bearer',
};
const toEnvelope = (body: unknown) => ({ body: { status: 0, body } });

const workout = {
  id: 5001,
  category: 2,
  startdate: 1768698000,
  enddate: 1768701600,
  modified: 1768702000,
  timezone: 'America/New_York',
  date: '2026-01-17',
  model: 93,
  attrib: 0,
  deviceid: '892359876fd8805ac45bab078c4828692f0276b1',
  data: {
    calories: 410,
    distance: 8000,
    elevation: 3,
    hr_average: 140,
    hr_max: 165,
    pause_duration: 300,
    manual_calories: 0,
  },
};

describe('connecting to Withings', () => {
  it('sends an action, and reads the tokens from the envelope', async () => {
    const { context, requests } = prepareProvider(toEnvelope(tokens));
    expect(await expectSuccess(withings.exchangeCode(context, exchange))).toEqual({
      tokens: { access_token: 'a075', refresh_token: 'f631', expires_at: 1768914420 },
      remote_id: '363',
      scopes: ['user.activity'],
    });
    expect(requests[0]?.form).toMatchObject({
      action: 'requesttoken',
      ...providerClient,
    });
  });

  it.each([
    [{ status: 503, body: {}, error: 'Invalid Params: invalid code' }, 'invalid_grant'],
    [
      { status: 503, body: {}, error: 'Invalid Params: invalid client_secret' },
      'invalid_client',
    ],
    [{ status: 401, body: {}, error: 'invalid refresh_token' }, 'invalid_grant'],
    [{ status: 2554, body: {}, error: 'Unknown action' }, 'rejected'],
    [{ status: 601, body: {} }, 'rate_limited'],
    [{ status: 0, body: {} }, 'malformed'],
    ['{"status":0,"bo', 'malformed'],
  ])('fails after %j, with the HTTP status 200, as %s', async (body, kind) => {
    const { context } = prepareProvider({ body });
    const result = await withings.refreshTokens?.(context, 'f631');
    expect(result?.ok === false && result.error.kind).toBe(kind);
  });
});

describe('workouts of Withings', () => {
  it('are read in our units, with the offset of their time zone', async () => {
    const { context } = prepareProvider(
      toEnvelope({ series: [workout], more: false, offset: 0 }),
    );
    const page = await expectSuccess(withings.listWorkouts(context, account, { from }));
    expect(page.workouts).toEqual([
      {
        remote_id: '5001',
        start_time: '2026-01-18T01:00:00.000Z',
        utc_offset: -18000,
        duration: 3300,
        elapsed: 3600,
        energy: 410,
        distance: 8000,
        avg_heart_rate: 140,
        max_heart_rate: 165,
        activity_type_id: getActivityTypeId('run'),
        remote_activity: '2',
      },
    ]);
  });

  it('are listed by change, page by page, and then again with an overlap', async () => {
    const { context, requests } = prepareProvider(
      toEnvelope({ series: [workout], more: true, offset: 300 }),
      toEnvelope({ series: [], more: false, offset: 0 }),
      toEnvelope({ series: [], more: false, offset: 0 }),
    );
    const first = await expectSuccess(withings.listWorkouts(context, account, { from }));
    const second = await expectSuccess(
      withings.listWorkouts(context, account, { from, cursor: first.cursor }),
    );
    await withings.listWorkouts(context, account, { from, cursor: second.cursor });
    const sent = requests.map(({ form }) => [form?.lastupdate, form?.offset]);
    expect([first.hasMore, second.hasMore]).toEqual([true, false]);
    // The third request starts an hour before the first sync, because clocks differ.
    expect(sent).toEqual([
      ['1766311620', undefined],
      ['1766311620', '300'],
      ['1768900020', undefined],
    ]);
  });

  it('are listed by day once a day, because the changes have no deletions', async () => {
    const empty = toEnvelope({ series: [], more: false, offset: 0 });
    const { context, requests } = prepareProvider(empty, empty, empty, empty);
    const list = async (hours: number, cursor?: string) => {
      const now = new Date(providerTime.getTime() + hours * 3_600_000);
      const range = { from, cursor };
      return expectSuccess(withings.listWorkouts({ ...context, now }, account, range));
    };
    const first = await list(0);
    const later = await list(22, first.cursor);
    const daily = await list(24, later.cursor);
    const last = await list(24, daily.cursor);
    expect([first, later, daily, last].map(({ hasMore }) => hasMore)).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect(requests[3]?.form).toMatchObject({
      startdateymd: '2025-12-20',
      enddateymd: '2026-01-22',
    });
    expect(requests[3]?.form).not.toHaveProperty('lastupdate');
    const to = '2026-01-21T10:07:00.000Z';
    expect(last.listedInterval).toEqual({ from: from.toISOString(), to });
    expect(daily).not.toHaveProperty('listedInterval');
  });

  it('go on with the changes if they cannot be listed by day', async () => {
    const cursor = JSON.stringify({
      lastupdate: 1768900000,
      started: 1768903620,
      compared: 1768800000,
      comparedFrom: 1766311620,
    });
    const { context } = prepareProvider({ body: { status: 503, body: {} } });
    const range = { from, cursor };
    const page = await expectSuccess(withings.listWorkouts(context, account, range));
    expect(page).toMatchObject({ workouts: [], hasMore: false });
    expect(page).not.toHaveProperty('listedInterval');
    expect(JSON.parse(page.cursor)).toMatchObject({ compared: 1768903620 });
  });

  it.each([400, 401, 403, 404])(
    'are unavailable after the HTTP status %i',
    async (status) => {
      const { context } = prepareProvider({ status, body: { status: 401, body: {} } });
      const result = await withings.listWorkouts(context, account, { from });
      expect(!result.ok && result.error.kind).toBe('unavailable');
    },
  );

  it('have no values of zero, and are left out if the category is no activity', async () => {
    const data = { calories: 0, manual_calories: 120, distance: 0, hr_average: 0 };
    const series = [
      { ...workout, data },
      { ...workout, category: 128 },
    ];
    const { context } = prepareProvider(toEnvelope({ series, more: false }));
    const { workouts } = await expectSuccess(
      withings.listWorkouts(context, account, { from }),
    );
    expect(workouts).toHaveLength(1);
    expect(workouts[0]).toMatchObject({ energy: 120 });
    expect(workouts[0]).not.toHaveProperty('distance');
  });

  it.each([
    [25, 'water_polo'],
    [31, 'combat_fencing'],
    [32, 'combat_wrestling'],
    [191, 'team_baseball'],
    [192, 'team_handball'],
    [193, 'team_field_hockey'],
    [194, 'team_ice_hockey'],
    [456, 'racket_padel'],
    [494, 'water_kayak'],
    [498, 'run_trail'],
    [521, 'multi_triathlon'],
    [523, 'ride_mountain'],
    [547, 'ride_spin'],
    [548, 'team_cricket'],
    [552, 'mindbody_stretch'],
    [457, 'other_import'],
  ] as const)('of the category %i have our type %s', async (category, key) => {
    const series = [{ ...workout, category }];
    const { context } = prepareProvider(toEnvelope({ series, more: false }));
    const page = await expectSuccess(withings.listWorkouts(context, account, { from }));
    expect(page.workouts).toMatchObject([{ activity_type_id: getActivityTypeId(key) }]);
  });

  it('start on the day that Withings states if it names no known time zone', async () => {
    const unknownZone = { ...workout, timezone: 'Mars/Olympus_Mons' };
    const series = [
      unknownZone,
      { ...unknownZone, timezone: undefined, date: '2026-01-18' },
      // No place on Earth has this day at that time.
      { ...unknownZone, date: '2026-01-27' },
    ];
    const { context } = prepareProvider(toEnvelope({ series, more: false }));
    const page = await expectSuccess(withings.listWorkouts(context, account, { from }));
    const days = ['2026-01-17', '2026-01-18', '2026-01-18'];
    expect(page.workouts.map(getLocalDay)).toEqual(days);
    for (const read of page.workouts) expect(read).not.toHaveProperty('utc_offset');
  });

  it.each([
    [1, 300],
    ['1', '300'],
    ['true', 300],
  ])('are read on after `more` %j with the offset %j', async (more, offset) => {
    const times = { startdate: String(workout.startdate), enddate: workout.enddate };
    const { context, requests } = prepareProvider(
      toEnvelope({ series: [{ ...workout, ...times }], more, offset }),
      toEnvelope({ series: [], more: 0 }),
    );
    const first = await expectSuccess(withings.listWorkouts(context, account, { from }));
    expect([first.workouts.length, first.hasMore]).toEqual([1, true]);
    const range = { from, cursor: first.cursor };
    const last = await expectSuccess(withings.listWorkouts(context, account, range));
    expect(last.hasMore).toBe(false);
    expect(requests[1]?.form?.offset).toBe('300');
  });

  it('are not read on at an unreadable offset', async () => {
    const { context } = prepareProvider(toEnvelope({ series: [workout], more: true }));
    const result = await withings.listWorkouts(context, account, { from });
    expect(!result.ok && result.error.kind).toBe('malformed');
  });

  it('are counted as unreadable if they start at no valid time', async () => {
    const series = [{ ...workout, startdate: 1768698000 * 1e6 }, workout];
    const { context } = prepareProvider(toEnvelope({ series, more: false }));
    const page = await expectSuccess(withings.listWorkouts(context, account, { from }));
    expect([page.workouts.length, page.unreadable]).toEqual([1, ['5001']]);
  });

  it.each([
    [401, 'unauthorized'],
    [214, 'insufficient_scope'],
    [522, 'unavailable'],
    [601, 'rate_limited'],
    [293, 'rejected'],
  ])('are not listed after the status %i in the envelope: %s', async (status, kind) => {
    const { context } = prepareProvider({ body: { status, body: {} } });
    const result = await withings.listWorkouts(context, account, { from });
    expect(!result.ok && result.error.kind).toBe(kind);
  });
});

describe('webhooks of Withings', () => {
  const verification = { client_secret: 's', webhook_secret: 'w', now: providerTime };
  const receive = (body: string, method: 'HEAD' | 'POST' = 'POST') =>
    withings.receiveWebhook(buildWebhook(body, {}, method), verification);

  it.each([
    ['userid=363&appli=16&startdate=1768698000&enddate=1768701600', 'changed'],
    ['userid=363&appli=46&action=unlink', 'disconnected'],
  ])('with the form %s report %s', (body, kind) => {
    expect(receive(body)).toEqual({ status: 200, events: [{ kind, remote_id: '363' }] });
  });

  it.each([
    ['userid=363&appli=1&startdate=1768698000', 'body', '2026-01-18T01:00:00.000Z'],
    ['userid=363&appli=44', 'sleep', undefined],
  ])('with the form %s report values of the kind %s', (body, measurement_kind, since) => {
    const event = { kind: 'changed', remote_id: '363', measurement_kind };
    const changed_since = since === undefined ? {} : { changed_since: since };
    expect(receive(body)).toEqual({
      status: 200,
      events: [{ ...event, ...changed_since }],
    });
  });

  it('are accepted as HEAD, ignored if about other data, and rejected otherwise', () => {
    expect(receive('', 'HEAD')).toEqual({ status: 200, events: [] });
    expect(receive('userid=363&appli=54')).toEqual({ status: 200, events: [] });
    expect(receive('{}')?.status).toBe(400);
  });
});
