import { expect, it } from 'vitest';
import { readMeasurements } from '#functions/diary/measurement/readings.ts';
import { expectSuccess, prepareProvider } from '#kit/provider-context.ts';
import { googleMeasurements } from './measurements.ts';

const account = { access_token: 'a', remote_id: 'h1' };
const days = { first: '2026-11-13', last: '2026-11-21' };
const date = { year: 2026, month: 11, day: 2 };

/** Reads a kind from one page. Returns what is kept, and the request. */
async function readKind(name: string, body: object) {
  const { context, requests } = prepareProvider({ body });
  const kind = googleMeasurements.find((each) => each.name === name);
  if (!kind) throw new Error(`There is no kind ${name}.`);
  const page = await expectSuccess(kind.list(context, account, days));
  const [request] = requests;
  const query = new URL(request?.url ?? '').searchParams;
  return { values: readMeasurements(page.readings), page, request, query };
}

const interval = {
  startTime: '2026-11-19T22:30:00Z',
  startUtcOffset: '3600s',
  endTime: '2026-11-20T06:30:00Z',
  endUtcOffset: '3600s',
};
const night = {
  interval,
  type: 'STAGES',
  metadata: { processed: true, mainSleep: true },
  summary: {
    minutesInSleepPeriod: '480',
    minutesAsleep: '432',
    minutesAwake: '48',
    stagesSummary: [
      { type: 'AWAKE', minutes: '48', count: '9' },
      { type: 'LIGHT', minutes: '240', count: '20' },
      { type: 'DEEP', minutes: '92', count: '4' },
      { type: 'REM', minutes: '100', count: '5' },
    ],
  },
};

it('reads sleep on the local day of waking, and naps and unspecified sleep as what they are', async () => {
  const nap = {
    ...night,
    interval: {
      ...interval,
      startTime: '2026-11-20T13:00:00Z',
      endTime: '2026-11-20T14:00:00Z',
    },
    metadata: { nap: true },
    summary: {
      minutesInSleepPeriod: '60',
      minutesAsleep: '50',
      stagesSummary: [
        { type: 'ASLEEP', minutes: '50' },
        { type: 'RESTLESS', minutes: '10' },
      ],
    },
  };
  const { values, query } = await readKind('sleep', {
    dataPoints: [{ sleep: night }, { sleep: nap }, { sleep: {} }, null],
  });
  expect(values).toEqual([
    {
      type: 'sleep',
      date: '2026-11-20',
      time: '2026-11-19T23:30:00+01:00',
      value: 25_920,
      sleep: {
        end: '2026-11-20T07:30:00+01:00',
        in_bed: 28_800,
        awake: 2880,
        light: 14_400,
        deep: 5520,
        rem: 6000,
      },
    },
    {
      type: 'sleep',
      date: '2026-11-20',
      time: '2026-11-20T14:00:00+01:00',
      value: 3000,
      sleep: { end: '2026-11-20T15:00:00+01:00', in_bed: 3600, is_nap: true },
    },
  ]);
  expect(query.get('filter')).toBe(
    'sleep.interval.civil_end_time >= "2026-11-13" AND sleep.interval.civil_end_time < "2026-11-22"',
  );
});

it('reads the steps of each day, which Google sums without overlaps', async () => {
  const rollupDataPoints = [
    { civilStartTime: { date }, steps: { countSum: '9321' } },
    { civilStartTime: { date: { ...date, day: 3 } }, steps: { countSum: '0' } },
  ];
  const { values, request } = await readKind('steps', { rollupDataPoints });
  expect(values).toEqual([{ type: 'steps', date: '2026-11-02', value: 9321 }]);
  expect(request).toMatchObject({
    method: 'POST',
    json: {
      range: {
        start: { date: { year: 2026, month: 11, day: 13 } },
        end: { date: { year: 2026, month: 11, day: 22 } },
      },
      windowSizeDays: 1,
    },
  });
});

const sampleTime = { physicalTime: '2026-11-20T06:10:30.5Z', utcOffset: '3600s' };
const at = { date: '2026-11-20', time: '2026-11-20T07:10:30+01:00' };

it.each([
  ['weight', 'weight', { weightGrams: 82_310 }, { type: 'weight', ...at, value: 82.31 }],
  [
    'blood-glucose',
    'bloodGlucose',
    { bloodGlucoseMilligramsPerDeciliter: 90 },
    { type: 'blood_glucose', ...at, value: 4.996 },
  ],
  [
    'core-body-temperature',
    'coreBodyTemperature',
    { temperatureCelsius: 36.8 },
    { type: 'body_temperature', ...at, value: 36.8 },
  ],
  [
    'body-fat',
    'bodyFat',
    { percentage: 18.5 },
    { type: 'body_fat', date: at.date, value: 18.5 },
  ],
])('reads a point of %s at its time', async (name, member, stated, value) => {
  const dataPoints = [{ [member]: { sampleTime, ...stated } }];
  const { values, page, query } = await readKind(name, {
    dataPoints,
    nextPageToken: 'p2',
  });
  expect(values).toEqual([value]);
  expect(page.next).toBe('p2');
  const path = `${name.replaceAll('-', '_')}.sample_time.civil_time`;
  expect(query.get('filter')).toBe(`${path} >= "2026-11-13" AND ${path} < "2026-11-22"`);
});

it.each([
  ['daily-resting-heart-rate', 'dailyRestingHeartRate', { beatsPerMinute: '57' }, 57],
  [
    'daily-heart-rate-variability',
    'dailyHeartRateVariability',
    { averageHeartRateVariabilityMilliseconds: 42.5 },
    42.5,
  ],
  ['daily-oxygen-saturation', 'dailyOxygenSaturation', { averagePercentage: 96.4 }, 96.4],
  ['daily-respiratory-rate', 'dailyRespiratoryRate', { breathsPerMinute: 14.2 }, 14.2],
  ['daily-vo2-max', 'dailyVo2Max', { vo2Max: 44.1, estimated: true }, 44.1],
])('reads the value of a day of %s', async (name, member, stated, value) => {
  const dataPoints = [{ [member]: { date, ...stated } }, { [member]: { date } }];
  const { values, query } = await readKind(name, { dataPoints });
  expect(values).toMatchObject([{ date: '2026-11-02', value }]);
  expect(query.get('filter')).toContain(
    `${name.replaceAll('-', '_')}.date >= "2026-11-13"`,
  );
});
