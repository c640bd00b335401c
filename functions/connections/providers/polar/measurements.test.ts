import { expect, it } from 'vitest';
import { readMeasurements } from '#functions/diary/measurement/readings.ts';
import { expectSuccess, prepareProvider } from '#kit/provider-context.ts';
import { polarMeasurements } from './measurements.ts';

const account = { access_token: 'a', remote_id: '475' };
const days = { first: '2026-11-13', last: '2026-11-21' };

async function readKind(name: string, response: { status?: number; body?: unknown }) {
  const { context, requests } = prepareProvider(response);
  const kind = polarMeasurements.find((each) => each.name === name);
  if (!kind) throw new Error(`There is no kind ${name}.`);
  const page = await expectSuccess(kind.list(context, account, days));
  return { values: readMeasurements(page.readings), url: requests[0]?.url };
}

const night = {
  date: '2026-11-20',
  sleep_start_time: '2026-11-20T00:39:07+03:00',
  sleep_end_time: '2026-11-20T08:39:07.5+03:00',
  light_sleep: 14_000,
  deep_sleep: 6000,
  rem_sleep: 5000,
  unrecognized_sleep_stage: 600,
  total_interruption_duration: 1200,
};

it('reads nights, whose time asleep has what Polar could not tell apart', async () => {
  const stages = { light_sleep: 0, deep_sleep: 0, rem_sleep: 0 };
  const unknown = {
    ...night,
    ...stages,
    sleep_start_time: '2026-11-18T23:00:00+03:00',
    sleep_end_time: '2026-11-19T06:00:00+03:00',
    unrecognized_sleep_stage: 21_600,
  };
  const { values } = await readKind('sleep', { body: { nights: [night, unknown] } });
  expect(values).toEqual([
    {
      type: 'sleep',
      date: '2026-11-20',
      time: '2026-11-20T00:39:07+03:00',
      value: 25_600,
      sleep: {
        end: '2026-11-20T08:39:07+03:00',
        light: 14_000,
        deep: 6000,
        rem: 5000,
        awake: 1200,
      },
    },
    {
      type: 'sleep',
      date: '2026-11-19',
      time: '2026-11-18T23:00:00+03:00',
      value: 21_600,
      sleep: { end: '2026-11-19T06:00:00+03:00' },
    },
  ]);
});

it('reads what was measured in the night, and the steps of days', async () => {
  const recharges = [
    { date: '2026-11-20', heart_rate_variability_avg: 28, breathing_rate_avg: 14.1 },
  ];
  const recharge = await readKind('recharge', { body: { recharges } });
  expect(recharge.values).toEqual([
    { type: 'hrv_rmssd', date: '2026-11-20', value: 28 },
    { type: 'respiratory_rate', date: '2026-11-20', value: 14.1 },
  ]);
  const body = [
    { start_time: '2026-11-19T00:00:00', steps: 8823 },
    { start_time: '2026-11-20T00:00:00', steps: 0 },
  ];
  const steps = await readKind('steps', { body });
  expect(steps.values).toEqual([{ type: 'steps', date: '2026-11-19', value: 8823 }]);
  expect(steps.url).toBe(
    'https://www.polaraccesslink.com/v3/users/activities?from=2026-11-13',
  );
});

it.each(['sleep', 'recharge', 'steps'])(
  'has no %s if the list is empty',
  async (name) => {
    expect((await readKind(name, { status: 204 })).values).toEqual([]);
  },
);
