import { expect, it } from 'vitest';
import { readMeasurements } from '#functions/diary/measurement/readings.ts';
import { expectSuccess, prepareProvider } from '#kit/provider-context.ts';
import { whoopMeasurements } from './measurements.ts';

const account = { access_token: 'a', remote_id: '10129' };
const days = { first: '2026-11-13', last: '2026-11-21' };

async function readKind(name: string, records: readonly object[], next_token?: string) {
  const { context, requests } = prepareProvider({ body: { records, next_token } });
  const kind = whoopMeasurements.find((each) => each.name === name);
  if (!kind) throw new Error(`There is no kind ${name}.`);
  const page = await expectSuccess(kind.list(context, account, days, 'p1'));
  const query = Object.fromEntries(new URL(requests[0]?.url ?? '').searchParams);
  return { values: readMeasurements(page.readings), page, query };
}

const night = {
  id: 'ecfc6a15-4661-442f-a9a4-f160dd7afae8',
  start: '2026-11-20T03:18:00.000Z',
  end: '2026-11-20T10:51:00.000Z',
  timezone_offset: '-05:00',
  nap: false,
  score_state: 'SCORED',
  score: {
    stage_summary: {
      total_in_bed_time_milli: 27_180_000,
      total_awake_time_milli: 1_380_999,
      total_no_data_time_milli: 0,
      total_light_sleep_time_milli: 13_560_000,
      total_slow_wave_sleep_time_milli: 6_120_000,
      total_rem_sleep_time_milli: 6_118_000,
    },
    respiratory_rate: 15.86,
  },
};

it('reads a night on the local day of waking, and a nap without its respiratory rate', async () => {
  const start = '2026-11-20T19:00:00.000Z';
  const stage_summary = { total_light_sleep_time_milli: 1_800_000 };
  const nap = {
    ...night,
    id: 'nap-1',
    start,
    end: '2026-11-20T20:00:00.000Z',
    nap: true,
    score: { stage_summary, respiratory_rate: 13 },
  };
  const { score: _, ...unscored } = { ...night, score_state: 'PENDING_SCORE' };
  const { values, query, page } = await readKind('sleep', [night, nap, unscored], 'p2');
  expect(values).toEqual([
    { type: 'respiratory_rate', date: '2026-11-20', value: 15.86 },
    {
      type: 'sleep',
      date: '2026-11-20',
      time: '2026-11-19T22:18:00-05:00',
      value: 25_798,
      sleep: {
        end: '2026-11-20T05:51:00-05:00',
        in_bed: 27_180,
        awake: 1380,
        light: 13_560,
        deep: 6120,
        rem: 6118,
      },
      external_id: night.id,
    },
    {
      type: 'sleep',
      date: '2026-11-20',
      time: '2026-11-20T14:00:00-05:00',
      value: 1800,
      sleep: { end: '2026-11-20T15:00:00-05:00', light: 1800, is_nap: true },
      external_id: 'nap-1',
    },
  ]);
  expect(query).toEqual({
    start: '2026-11-12T00:00:00.000Z',
    end: '2026-11-23T00:00:00.000Z',
    limit: '25',
    nextToken: 'p1',
  });
  expect(page.next).toBe('p2');
});

it('reads what was measured for a recovery, and not its score', async () => {
  const score = { recovery_score: 72, resting_heart_rate: 51, hrv_rmssd_milli: 68.4 };
  const created_at = '2026-11-20T10:52:00.000Z';
  const recovery = { sleep_id: night.id, created_at, score };
  const { score: _, ...unscored } = recovery;
  const { values, page } = await readKind('recovery', [recovery, unscored]);
  expect(values).toEqual([
    { type: 'resting_heart_rate', date: '2026-11-20', value: 51 },
    { type: 'hrv_rmssd', date: '2026-11-20', value: 68.4 },
  ]);
  expect(page.readings[0]).toMatchObject({ sleep_id: night.id });
});
