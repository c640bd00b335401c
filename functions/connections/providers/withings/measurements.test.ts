import { expect, it } from 'vitest';
import { readMeasurements } from '#functions/diary/measurement/readings.ts';
import { expectSuccess, prepareProvider } from '#kit/provider-context.ts';
import { withingsMeasurements } from './measurements.ts';

const account = { access_token: 'a', remote_id: '363' };
const days = { first: '2026-11-13', last: '2026-11-21' };
const toEnvelope = (body: unknown) => ({ body: { status: 0, body } });

/** Reads a kind from the body of one page. Returns what is kept, and the form of the request. */
async function readKind(name: string, body: object) {
  const { context, requests } = prepareProvider(toEnvelope({ more: false, ...body }));
  const kind = withingsMeasurements.find((each) => each.name === name);
  if (!kind) throw new Error(`There is no kind ${name}.`);
  const page = await expectSuccess(kind.list(context, account, days));
  return { values: readMeasurements(page.readings), form: requests[0]?.form, page };
}

const at = (time: string) => Date.parse(time) / 1000;
const group = { attrib: 0, category: 1, date: at('2026-11-20T06:10:00Z') };
const weight = { type: 1, value: 82_310, unit: -3 };

it('reads measures in our units, on the local day of the person', async () => {
  const late = at('2026-11-20T23:30:00Z');
  const { values, form } = await readKind('body', {
    timezone: 'Europe/Paris',
    measuregrps: [
      { ...group, grpid: 2, date: late, measures: [{ type: 6, value: 181, unit: -1 }] },
      {
        ...group,
        grpid: 1,
        measures: [
          weight,
          { type: 6, value: 192, unit: -1 },
          { type: 76, value: 50, unit: 0 },
        ],
      },
      {
        ...group,
        grpid: 3,
        measures: [
          { type: 9, value: 79, unit: 0 },
          { type: 10, value: 121, unit: 0 },
          { type: 11, value: 60, unit: 0 },
        ],
      },
    ],
  });
  const time = '2026-11-20T07:10:00+01:00';
  const measured = { date: '2026-11-20', time };
  expect(values).toEqual([
    { type: 'weight', ...measured, value: 82.31, external_id: '1' },
    { type: 'blood_pressure', ...measured, value: 121, diastolic: 79, external_id: '3' },
    { type: 'body_fat', date: '2026-11-20', value: 19.2, external_id: '1' },
    { type: 'body_fat', date: '2026-11-21', value: 18.1, external_id: '2' },
  ]);
  expect(form).toEqual({
    action: 'getmeas',
    meastypes: '1,5,6,10,54,71,123,9',
    category: '1',
    startdate: String(at('2026-11-12T00:00:00Z')),
    enddate: String(at('2026-11-23T00:00:00Z')),
  });
});

it.each([
  ['a goal', { category: 2 }],
  ['what may be of somebody else', { attrib: 1 }],
  ['what was entered with the account', { attrib: 4 }],
  ['an impossible weight', { measures: [{ type: 1, value: 9, unit: 5 }] }],
  ['an unreadable time', { date: 1e15 }],
])('leaves out %s', async (_, change) => {
  const measuregrps = [{ ...group, grpid: 1, measures: [weight], ...change }];
  expect((await readKind('body', { measuregrps })).values).toEqual([]);
});

const night = {
  id: 7,
  timezone: 'Europe/Paris',
  model: 32,
  startdate: at('2026-11-19T22:00:00Z'),
  enddate: at('2026-11-20T06:00:00Z'),
  date: '2026-11-20',
  data: {
    total_timeinbed: 28_800,
    total_sleep_time: 25_200,
    lightsleepduration: 12_600,
    deepsleepduration: 7200,
    remsleepduration: 5400,
    wakeupduration: 3600,
    rr_average: 15,
  },
};

it('reads a night on the day of waking, and of two that overlap the one with stages', async () => {
  const nap = {
    ...night,
    id: 8,
    startdate: at('2026-11-20T12:00:00Z'),
    enddate: at('2026-11-20T13:00:00Z'),
    data: { total_sleep_time: 3000, rr_average: 13 },
  };
  const ofWatch = { ...night, id: 9, model: 16, data: { total_sleep_time: 26_000 } };
  const { values, form } = await readKind('sleep', { series: [night, ofWatch, nap] });
  expect(values).toEqual([
    {
      type: 'respiratory_rate',
      date: '2026-11-20',
      value: 15,
      external_id: '7',
    },
    {
      type: 'sleep',
      date: '2026-11-20',
      time: '2026-11-19T23:00:00+01:00',
      value: 25_200,
      sleep: {
        end: '2026-11-20T07:00:00+01:00',
        in_bed: 28_800,
        light: 12_600,
        deep: 7200,
        rem: 5400,
        awake: 3600,
      },
      external_id: '7',
    },
    {
      type: 'sleep',
      date: '2026-11-20',
      time: '2026-11-20T13:00:00+01:00',
      value: 3000,
      sleep: { end: '2026-11-20T14:00:00+01:00' },
      external_id: '8',
    },
  ]);
  expect(form).toMatchObject({ action: 'getsummary', startdateymd: '2026-11-12' });
});

it('reads a night of another service without stages, which are not zero', async () => {
  const stages = {
    lightsleepduration: 0,
    deepsleepduration: null,
    remsleepduration: null,
  };
  const data = { asleepduration: 21_600, ...stages };
  const { values } = await readKind('sleep', { series: [{ ...night, data }] });
  const sleep = { end: '2026-11-20T07:00:00+01:00' };
  expect(values).toMatchObject([{ type: 'sleep', value: 21_600, sleep }]);
  expect(values[0]?.sleep).toEqual(sleep);
});

it('reads the steps of the device that counted most, and none of days without any', async () => {
  const activities = [
    { date: '2026-11-19', steps: 8421 },
    { date: '2026-11-19', steps: 5100, is_tracker: false },
    { date: '2026-11-20', steps: 0 },
    { date: 'soon', steps: 4 },
  ];
  const { values, page } = await readKind('steps', {
    activities,
    more: true,
    offset: 200,
  });
  expect(values).toEqual([{ type: 'steps', date: '2026-11-19', value: 8421 }]);
  expect(page.next).toBe('200');
});
