import { describe, expect, it } from 'vitest';
import { readPush } from './read-push.ts';

const now = new Date('2026-09-21T06:00:00Z');
const read = (message: unknown, zone = 'Europe/Berlin') => {
  const { values, unread, ...push } = readPush(message, { zone, now });
  return { ...push, values, unread: Object.fromEntries(unread) };
};

/** A message of Health Auto Export with one metric. */
const metric = (name: string, units: string, rows: object[]) =>
  read({ data: { metrics: [{ name, units, data: rows }] } }).values;

describe('a message of Health Auto Export', () => {
  it('has weights in pounds with their time, in the clock of either kind of phone', () => {
    const rows = [
      { date: '2026-09-20 07:10:00 +0300', qty: 176.37, source: 'Scale|My\u00a0phone' },
      { date: '2026-09-20 7:10:00 PM +0300', qty: 176.4 },
    ];
    expect(metric('weight_body_mass', 'lb', rows)).toEqual([
      {
        type: 'weight',
        date: '2026-09-20',
        time: '2026-09-20T07:10:00+03:00',
        value: 80,
        source_name: 'My phone, Scale',
      },
      expect.objectContaining({ time: '2026-09-20T19:10:00+03:00', value: 80.014 }),
    ]);
  });

  it('has percentages as fractions or not', () => {
    const rows = (qty: number) => [{ date: '2026-09-20 00:00:00 +0200', qty }];
    const expected = [{ type: 'body_fat', date: '2026-09-20', value: 18.5 }];
    expect(metric('body_fat_percentage', '%', rows(0.185))).toEqual(expected);
    expect(metric('body_fat_percentage', '%', rows(18.5))).toEqual(expected);
  });

  it('has the steps of a day from the source with most of them, and no day without any', () => {
    const steps = (date: string, qty: number, source: string) => ({ date, qty, source });
    const rows = [
      steps('2026-09-20 08:00:00 +0200', 1000, 'Watch'),
      steps('2026-09-20 09:00:00 +0200', 500.4, 'Watch'),
      steps('2026-09-20 08:00:00 +0200', 1200, 'Phone'),
      steps('2026-09-19 08:00:00 +0200', 0, 'Phone'),
    ];
    expect(metric('step_count', 'count', rows)).toEqual([
      { type: 'steps', date: '2026-09-20', value: 1500, source_name: 'Watch' },
    ]);
  });

  it('has the sum of the steps of hours, in which several sources are counted once', () => {
    const rows = ['Watch|Phone', 'Watch', 'Phone'].map((source, hour) => ({
      date: `2026-09-20 0${hour}:00:00 +0200`,
      qty: 1000,
      source,
    }));
    expect(metric('step_count', 'count', rows)).toMatchObject([{ value: 3000 }]);
  });

  it('has the variability, glucose and blood pressure of Apple', () => {
    const date = '2026-09-20 07:00:00 +0200';
    const variability = metric('heart_rate_variability', 'ms', [{ date, qty: 48.25 }]);
    expect(variability).toMatchObject([{ type: 'hrv_sdnn', value: 48.25 }]);
    const glucose = metric('blood_glucose', 'mg/dL', [{ date, qty: 99.088 }]);
    expect(glucose).toMatchObject([{ type: 'blood_glucose', value: 5.5 }]);
    const unit = 'mmol<180.1558800000541>/L';
    expect(metric('blood_glucose', unit, [{ date, qty: 5.5 }])).toEqual(glucose);
    const pressure = metric('blood_pressure', 'mmHg', [
      { date, systolic: 120, diastolic: 80 },
    ]);
    expect(pressure).toMatchObject([{ value: 120, diastolic: 80 }]);
  });

  const night = {
    date: '2026-09-19 00:00:00 +0200',
    totalSleep: 7.5,
    core: 4,
    deep: 1.5,
    rem: 2,
    awake: 0.25,
    inBed: 0,
    sleepStart: '2026-09-19 23:00:00 +0200',
    sleepEnd: '2026-09-20 07:00:00 +0200',
  };

  it('has a night of the day of waking, whose unspecified stages are none', () => {
    expect(metric('sleep_analysis', 'hr', [night])).toEqual([
      {
        type: 'sleep',
        date: '2026-09-20',
        time: '2026-09-19T23:00:00+02:00',
        value: 27_000,
        external_id: 'night-2026-09-20',
        sleep: {
          end: '2026-09-20T07:00:00+02:00',
          awake: 900,
          light: 14_400,
          deep: 5400,
          rem: 7200,
        },
      },
    ]);
    const unspecified = { ...night, totalSleep: 0, asleep: 7, core: 0, deep: 0, rem: 0 };
    expect(metric('sleep_analysis', 'hr', [unspecified])).toMatchObject([
      { value: 25_200, sleep: { end: '2026-09-20T07:00:00+02:00' } },
    ]);
  });

  it('has one night of two sources: the one with stages, which is no nap', () => {
    const longer = {
      ...night,
      ...{ totalSleep: 7.8, core: 0, deep: 0, rem: 0, awake: 0 },
      ...{
        sleepStart: '2026-09-19 22:30:00 +0200',
        sleepEnd: '2026-09-20 07:30:00 +0200',
      },
    };
    const [first, ...others] = metric('sleep_analysis', 'hr', [longer, night]);
    expect(others).toEqual([]);
    expect(first?.sleep).toMatchObject({ light: 14_400 });
    expect(first?.sleep).not.toHaveProperty('is_nap');
  });

  it('has a night without stages rather than minutes of it with stages', () => {
    const long = { ...night, core: 0, deep: 0, rem: 0, awake: 0 };
    const minutes = { totalSleep: 0.4, core: 0.3, deep: 0.1, rem: 0, awake: 0 };
    const short = { ...night, ...minutes, sleepEnd: '2026-09-20 00:30:00 +0200' };
    for (const rows of [
      [short, long],
      [long, short],
    ])
      expect(metric('sleep_analysis', 'hr', rows)).toMatchObject([{ value: 27_000 }]);
  });

  it('has the longest of several nights that overlap and have no stages', () => {
    const long = { ...night, core: 0, deep: 0, rem: 0, awake: 0 };
    const short = { ...long, totalSleep: 1, sleepEnd: '2026-09-20 00:30:00 +0200' };
    for (const rows of [
      [short, long],
      [long, short],
    ])
      expect(metric('sleep_analysis', 'hr', rows)).toMatchObject([{ value: 27_000 }]);
  });

  it('has a night in spite of another source whose night is not plausible', () => {
    const hours = { totalSleep: 9, core: 6, deep: 3, rem: 0 };
    const metrics = [{ name: 'sleep_analysis', data: [{ ...night, ...hours }, night] }];
    const { values, unread } = read({ data: { metrics } });
    expect(values).toMatchObject([{ value: 27_000, external_id: 'night-2026-09-20' }]);
    expect(unread).toEqual({ 'sleep: times of the sleep do not fit': 1 });
  });

  it('has one of two sleeps that overlap and end on different days', () => {
    const evening = { ...night, sleepEnd: '2026-09-19 23:30:00 +0200' };
    const short = { ...evening, totalSleep: 0.5, core: 0, deep: 0, rem: 0 };
    expect(metric('sleep_analysis', 'hr', [short, night])).toMatchObject([
      { date: '2026-09-20', external_id: 'night-2026-09-20' },
    ]);
  });

  it('has no stage of less than nothing', () => {
    const stage = 40 / 3600;
    const short = {
      ...{ core: stage, deep: stage, rem: stage, totalSleep: 60 / 3600 },
      ...{
        sleepStart: '2026-09-20 06:00:00 +0200',
        sleepEnd: '2026-09-20 06:01:00 +0200',
      },
    };
    const [read] = metric('sleep_analysis', 'hr', [short]);
    expect(read).toMatchObject({ value: 60 });
    expect(read?.sleep).toEqual({ end: '2026-09-20T06:01:00+02:00' });
  });

  it('keeps a night whose stages are rounded up, and without those that are too long', () => {
    const rounded = { ...night, core: 4.26, totalSleep: 7.76 };
    expect(metric('sleep_analysis', 'hr', [rounded])).toMatchObject([
      { value: 27_936, sleep: { awake: 900, light: 15_300, deep: 5400, rem: 7200 } },
    ]);
    const long = metric('sleep_analysis', 'hr', [{ ...night, awake: 1 }]);
    expect(long.map(({ value, sleep }) => ({ value, sleep }))).toEqual([
      { value: 27_000, sleep: { end: '2026-09-20T07:00:00+02:00' } },
    ]);
  });

  it('has single samples of sleep as one night and a nap', () => {
    const sample = (start: string, end: string, value: string, source = 'Watch') => ({
      startDate: `2026-09-${start}:00 +0200`,
      endDate: `2026-09-${end}:00 +0200`,
      value,
      source,
    });
    const rows = [
      sample('19 22:50', '20 07:10', 'In Bed', 'Phone'),
      sample('19 22:50', '20 07:00', 'Asleep', 'Phone'),
      sample('19 23:00', '20 03:00', 'Core'),
      sample('20 03:00', '20 03:30', 'Awake'),
      sample('20 03:30', '20 07:00', 'AsleepREM'),
      sample('20 03:30', '20 07:00', 'Asleep'),
      sample('20 14:00', '20 14:30', 'Asleep'),
    ];
    const read = metric('sleep_analysis', 'hr', rows);
    expect(read).toMatchObject([
      { value: 27_000, sleep: { light: 14_400, rem: 12_600, awake: 1800 } },
      { value: 1800, sleep: { is_nap: true } },
    ]);
  });

  it('has the mean of percentages and fractions of a day', () => {
    const rows = [0.97, 97].map((qty) => ({ date: '2026-09-20 07:00:00 +0200', qty }));
    expect(metric('blood_oxygen_saturation', '%', rows)).toMatchObject([{ value: 97 }]);
  });

  it('counts what is not kept, by its name', () => {
    const rows = [{ date: '2026-09-20 07:00:00 +0200', qty: 1 }];
    const data = {
      metrics: [
        { name: 'active_energy', units: 'kcal', data: rows },
        { name: 'weight_body_mass', units: 'st', data: rows },
        { name: 'flights_climbed', data: [] },
        { name: 'sleep_analysis', units: 'hr', data: [night, { totalSleep: 7 }] },
      ],
      workouts: [{}],
    };
    const { unread } = read({ data });
    expect(unread).toEqual({
      active_energy: 1,
      'sleep: no readable value or time': 1,
      'weight: unknown unit: st': 1,
      'workouts: no plausible start and duration': 1,
    });
    expect(read({ data: {} })).toMatchObject({ values: [], unread: {} });
  });
});

describe('a message of Life Dashboard Companion', () => {
  const message = {
    timestamp: '2026-09-20T07:15:02.481Z',
    source: 'health_connect',
    sequence: 7,
    daily_totals: [{ date: '2026-09-20', steps: 1204, active_calories: 58.2 }],
    weight: [
      { kilograms: 80.1, time: '2026-09-19T22:30:00.123Z', uuid: 'w', source: 'a.b' },
    ],
    body_fat: [{ percentage: 18.5, time: '2026-09-20T05:00:00Z', uuid: 'f' }],
    steps: [{ count: 412 }],
    heart_rate: [{ bpm: 61, time: '2026-09-20T06:58:00Z', uuid: 'h#1' }],
    deleted_records: [
      { type: 'weight', uuid: 'old' },
      { type: 'nutrition', uuid: 'x' },
    ],
    _diagnostics: {},
  };

  it('has the records of its day at the place of the person, with their ids', () => {
    const time = '2026-09-20T00:30:00+02:00';
    expect(read(message)).toEqual({
      app: 'companion',
      sequence: 7,
      values: [
        { type: 'steps', date: '2026-09-20', value: 1204, sequence: 7 },
        {
          type: 'weight',
          date: '2026-09-20',
          time,
          value: 80.1,
          external_id: 'w',
          sequence: 7,
          source_name: 'a.b',
        },
        {
          type: 'body_fat',
          date: '2026-09-20',
          time: '2026-09-20T07:00:00+02:00',
          value: 18.5,
          external_id: 'f',
          sequence: 7,
        },
      ],
      workouts: [],
      deletions: [{ type: 'weight', external_id: 'old' }],
      unread: { heart_rate: 1 },
    });
  });

  it('has the place that a record states', () => {
    const weight = [{ ...message.weight[0], metadata: { zone_offset: '-07:00' } }];
    expect(read({ source: 'health_connect', weight }).values).toMatchObject([
      { date: '2026-09-19', time: '2026-09-19T15:30:00-07:00' },
    ]);
  });

  it('has a sleep whose start is its end less its duration', () => {
    const stage = (name: string, from: number, to: number) => ({
      stage: name,
      start_time: `2026-09-20T0${from}:00:00Z`,
      end_time: `2026-09-20T0${to}:00:00Z`,
    });
    const sleep = [
      {
        uuid: 's',
        session_end_time: '2026-09-20T06:00:00Z',
        duration_seconds: 28_800,
        stages: [stage('light', 0, 3), stage('awake', 3, 4), stage('rem', 4, 6)],
      },
      { uuid: 'n', session_end_time: '2026-09-21T06:00:00Z', duration_seconds: 3600 },
    ];
    expect(read({ source: 'health_connect', sleep }).values).toMatchObject([
      {
        date: '2026-09-20',
        time: '2026-09-20T00:00:00+02:00',
        value: 18_000,
        sleep: { light: 10_800, rem: 7200, awake: 3600 },
      },
      { value: 3600, sleep: { end: '2026-09-21T08:00:00+02:00' } },
    ]);
  });

  it('can be of HC Webhook, whose records have no ids and another name of their source', () => {
    const weight = [{ kilograms: 80, time: '2026-09-20T05:00:00Z', data_origin: 'a.b' }];
    const { values } = read({ timestamp: '2026-09-20T06:00:00Z', weight });
    expect(values).toMatchObject([{ value: 80, source_name: 'a.b' }]);
  });

  it('has no sleep of a session that is awake', () => {
    const times = {
      start_time: '2026-09-20T00:00:00Z',
      end_time: '2026-09-20T06:00:00Z',
    };
    const session = { session_end_time: times.end_time, duration_seconds: 21_600 };
    const { values, unread } = read({
      sleep: [{ ...session, stages: [{ stage: 'awake', ...times }] }],
    });
    expect([values, unread]).toEqual([[], { 'sleep: value is out of bounds': 1 }]);
  });

  it('has another variability from an iPhone', () => {
    const record = { time: '2026-09-20T06:00:00Z', heart_rate_variability_millis: 40 };
    const from = (source: string) =>
      read({ source, heart_rate_variability: [record] }).values[0]?.type;
    expect(from('health_connect')).toBe('hrv_rmssd');
    expect(from('healthkit_ios')).toBe('hrv_sdnn');
  });

  it('can be a test', () => {
    expect(read({ test: true, source: 'health_connect' })).toMatchObject({
      isTest: true,
      values: [],
    });
  });
});

describe('plain values', () => {
  it('are of now without a time, and at the place of the person without an offset', () => {
    const values = [
      { type: 'weight', value: 176.37, unit: 'lbs' },
      { type: 'weight', value: 80, time: '2026-09-20T07:10:00' },
      { type: 'steps', value: 900, date: '2026-09-20' },
    ];
    const expected = [
      {
        type: 'weight',
        date: '2026-09-21',
        time: '2026-09-21T08:00:00+02:00',
        value: 80,
      },
      {
        type: 'weight',
        date: '2026-09-20',
        time: '2026-09-20T07:10:00+02:00',
        value: 80,
      },
      { type: 'steps', date: '2026-09-20', value: 900 },
    ];
    expect(read(values).values).toEqual(expected);
    expect(read({ items: values }).values).toEqual(expected);
    expect(read(values[2]).values).toEqual([expected[2]]);
  });

  it('say why they are not kept', () => {
    const values = [
      { type: 'weight', value: 'heavy' },
      { type: 'weight', value: 8000 },
      { type: 'steps', value: 1, date: '0900-01-01' },
      { type: 'mood', value: 1 },
      { type: 'sleep', value: 3600, sleep: { end: 'later' } },
      7,
    ];
    expect(read(values).unread).toEqual({
      'weight: value must be a number': 1,
      'weight: value is out of bounds': 1,
      'steps: date is too far away': 1,
      'mood: unknown type': 1,
      'sleep: times of the sleep do not fit': 1,
      'a value without type and value': 1,
    });
  });
});

it.each([null, 7, 'text', {}, { data: [] }])('%j is of an unknown kind', (message) => {
  expect(read(message)).toMatchObject({
    values: [],
    unread: { 'a message of an unknown kind': 1 },
  });
});

describe('a message with impossible values', () => {
  const deep = JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`);
  const sleep = { session_end_time: '2026-09-20T05:00:00Z', uuid: 'a' };
  const instant = { time: '2026-09-20T05:00:00Z', uuid: 'a' };
  const start = '2026-09-20T00:00:00Z';

  it.each<[string, object]>([
    ['a unit', { type: 'weight', value: 80, unit: { toString: 1 } }],
    ['a deep unit', { type: 'weight', value: 80, unit: deep }],
    ['a source', { source: { toString: 1 }, sleep: [] }],
    ['a long sleep', { sleep: [{ ...sleep, duration_seconds: 1e300 }] }],
    ['a sleep before time', { sleep: [{ ...sleep, duration_seconds: -1e16 }] }],
    [
      'stages',
      {
        sleep: [
          { ...sleep, duration_seconds: 1, stages: [{ start_time: { toString: 1 } }] },
        ],
      },
    ],
    [
      'a pressure',
      { blood_pressure: [{ ...instant, systolic: 120, diastolic: -1e300 }] },
    ],
    ['a time', { type: 'weight', value: 80, time: '2026-11-20T24:00:00+01:00' }],
  ])('has none of them, but is read: %s', (_, message) => {
    expect(read(message).values).toEqual([]);
  });

  it('has no time after the last year of the calendar', () => {
    const sleep = { end: '9999-12-31T23:30:00Z' };
    const steps = { type: 'steps', value: 900, date: '2026-09-20' };
    expect(read({ ...steps, sleep }).values).toEqual([steps]);
  });

  it('has no number of its order, and durations of few decimals', () => {
    const steps = { daily_totals: [{ date: '2026-09-20', steps: 100 }], sequence: 1e300 };
    expect(read(steps)).toMatchObject({ sequence: undefined, values: [{ value: 100 }] });
    const night = { end: '2026-09-20T05:00:00Z', awake: 1e-300, deep: 0.123_456_7 };
    const { values } = read({ type: 'sleep', value: 3600, time: start, sleep: night });
    expect(values).toMatchObject([{ sleep: { awake: 0, deep: 0.123 } }]);
  });

  it('is at the place of the person if its own offset is none', () => {
    const metadata = { zone_offset: '+99:99' };
    const weight = [{ time: '2026-09-20T23:00:00Z', kilograms: 80, metadata }];
    expect(read({ weight }).values).toMatchObject([{ date: '2026-09-21' }]);
  });
});
