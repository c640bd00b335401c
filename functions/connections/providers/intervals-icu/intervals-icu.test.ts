import { describe, expect, it } from 'vitest';
import type { WorkoutPage } from '#functions/connections/provider-definition/provider.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import { expectSuccess, prepareProvider } from '#kit/provider-context.ts';
import intervalsIcu from './provider.ts';

const account = { access_token: 'k-1', remote_id: 'i7' };
const from = new Date('2025-12-21T10:07:00Z');

const activity = {
  id: 'i100',
  source: 'GARMIN_CONNECT',
  type: 'TrailRun',
  start_date: '2026-01-18T06:30:00Z',
  start_date_local: '2026-01-18T08:30:00',
  elapsed_time: 3700,
  moving_time: 3600,
  distance: 10_020.5,
  total_elevation_gain: 210,
  average_heartrate: 148,
  max_heartrate: 171,
  calories: 720,
  device_name: 'Garmin Forerunner 945',
};
const stub = {
  id: '123',
  source: 'STRAVA',
  start_date_local: '2026-01-17T08:30:00',
  _note: 'not available',
};

/** Lists a page of what the provider responds with. */
async function list(rows: readonly object[], cursor?: string) {
  const { context, requests } = prepareProvider({ body: rows });
  const range = cursor === undefined ? { from } : { from, cursor };
  const page = await expectSuccess(intervalsIcu.listWorkouts(context, account, range));
  const url = new URL(requests[0]?.url ?? '');
  return { page, query: Object.fromEntries(url.searchParams), request: requests[0] };
}

describe('a key of Intervals.icu', () => {
  it('is the password of Basic, and tells the account', async () => {
    const { context, requests } = prepareProvider({ body: { id: 'i7', name: 'Ann' } });
    expect(await expectSuccess(intervalsIcu.checkKey(context, 'k-1'))).toBe('i7');
    expect(requests).toMatchObject([
      {
        url: 'https://intervals.icu/api/v1/athlete/0',
        authorization: `Basic ${btoa('API_KEY:k-1')}`,
      },
    ]);
  });

  it.each([
    { status: 401, body: { status: 401, error: 'Auth failed' }, kind: 'unauthorized' },
    { status: 403, body: { status: 403, error: 'Access denied' }, kind: 'unauthorized' },
    { status: 403, body: '<html>', kind: 'unavailable' },
    { status: 429, body: {}, kind: 'rate_limited', retry_after: 60 },
    { status: 502, body: '<html>', kind: 'unavailable' },
    { status: 200, body: { name: 'Ann' }, kind: 'malformed' },
  ])('gets $kind for $status', async ({ status, body, ...failure }) => {
    const { context } = prepareProvider({ status, body });
    const checked = await intervalsIcu.checkKey(context, 'k-1');
    expect(!checked.ok && checked.error).toMatchObject(failure);
  });
});

describe('a list of Intervals.icu', () => {
  it('has workouts in our units, at the offset of the place', async () => {
    const { page, query } = await list([activity]);
    expect(query).toMatchObject({ oldest: '2025-12-20', newest: '2026-01-21' });
    expect(page).toMatchObject({ hasMore: false, unreadable: [], withheld: [] });
    expect(page.workouts).toEqual([
      {
        remote_id: 'i100',
        start_time: '2026-01-18T06:30:00.000Z',
        utc_offset: 7200,
        duration: 3600,
        elapsed: 3700,
        energy: 720,
        distance: 10_020.5,
        avg_heart_rate: 148,
        max_heart_rate: 171,
        elevation_gain: 210,
        activity_type_id: expect.any(String),
        remote_activity: 'TrailRun',
        device: { manufacturer: 'Garmin', model: 'Forerunner 945' },
        is_relayed: true,
        has_file: true,
      },
    ]);
  });

  it('counts what Strava withholds, and reads the rest', async () => {
    const { page } = await list([activity, stub, { ...stub, id: '124', source: null }]);
    expect(page.workouts).toHaveLength(1);
    expect(page.withheld).toEqual([stub.start_date_local, stub.start_date_local]);
    expect(page).toMatchObject({ unreadable: [], hasUnknown: false });
  });

  it('keeps the time of the place if that is all it has', async () => {
    const { start_date: _, ...local } = { ...activity, source: 'MANUAL' };
    const { page } = await list([local, { ...activity, id: 'i8', start_date: null }]);
    const floating = { start_time: '2026-01-18T08:30:00.000Z', has_floating_start: true };
    expect(page.workouts).toMatchObject([floating, floating]);
    expect(page.workouts[0]).not.toHaveProperty('is_relayed');
  });

  it('leaves out what has no start, sport or duration', async () => {
    const without = (name: keyof typeof activity, id: string) => ({
      ...activity,
      id,
      [name]: null,
    });
    const rows = [{ ...activity, id: 'i1', start_date: 'x', start_date_local: 'y' }];
    const { page } = await list([
      ...rows,
      { ...without('moving_time', 'i2'), elapsed_time: 0 },
    ]);
    expect(page).toMatchObject({ workouts: [], unreadable: ['i1', 'i2'] });
  });

  // A provider that ignores the days would fill each list, so the walk over the days has to end.
  it.each([
    { title: 'has the rest in further lists of fewer days', isFull: false },
    { title: 'comes to an end even if each list is full', isFull: true },
  ])('that is full $title', async ({ isFull }) => {
    const full = Array.from({ length: 200 }, (_, index) => ({
      ...activity,
      id: `i${index}`,
    }));
    const listed: { oldest: string; newest: string }[] = [];
    let cursor: string | undefined;
    let page: WorkoutPage | undefined;
    do {
      const isFirst = listed.length === 0;
      const answer = await list(isFull || isFirst ? full : [activity], cursor);
      const { oldest = '', newest = '' } = answer.query;
      listed.push({ oldest, newest });
      page = answer.page;
      cursor = page.cursor;
    } while (page.hasMore);
    expect(listed.length).toBeLessThan(isFull ? 200 : 4);
    // Every day is in a list that was short, or of this day alone.
    const read = new Set<string>();
    for (const [index, { oldest, newest }] of listed.entries())
      if (oldest === newest || (!isFull && index > 0))
        for (let day = oldest; day <= newest; day = addDays(day, 1)) read.add(day);
    expect([...read].sort()).toHaveLength(33);
  });
});

it('values of the body are those of the day, without carried ones', async () => {
  const day = {
    id: '2026-01-18',
    updated: '2026-01-18T09:00:00Z',
    weight: 80.1,
    tempWeight: false,
    restingHR: 48,
    tempRestingHR: true,
    hrv: 62.4,
    hrvSDNN: null,
    sleepSecs: 27_000,
    steps: 9000,
    bloodGlucose: 5,
    systolic: 120,
    diastolic: 80,
  };
  const carried = { id: '2026-01-19', weight: 80.1, tempWeight: true, steps: 0 };
  const { context, requests } = prepareProvider({ body: [day, carried, { id: 'x' }] });
  const [kind] = intervalsIcu.measurements ?? [];
  const days = { first: '2026-01-13', last: '2026-01-21' };
  const listed = kind && (await expectSuccess(kind.list(context, account, days)));
  expect(requests[0]?.url).toMatch(/\/wellness\?oldest=2026-01-13&newest=2026-01-21$/);
  const values = listed?.readings.filter(({ value }) => value !== undefined);
  const date = day.id;
  expect(values).toMatchObject([
    { type: 'weight', date, value: 80.1 },
    { type: 'hrv_rmssd', date, value: 62.4 },
    { type: 'steps', date, value: 9000 },
    { type: 'blood_pressure', date, value: 120, diastolic: 80 },
  ]);
});
