import { expect, it } from 'vitest';
import type { PlacedMeasurement } from '#functions/diary/measurement/measurement.ts';
import { averageRanges, computeMeans, listNights } from './measured-days.ts';

const place = { month: '2026-11', origin: 'person', source: { kind: 'person' } } as const;

function newSleep(date: string, value: number, stages = {}): PlacedMeasurement {
  const sleep = { end: `${date}T07:00:00+01:00`, ...stages };
  return { ...place, type: 'sleep', slot: date, measured: { date, value, sleep } };
}

it('averages the days with a value among the seven that end with a day', () => {
  const days = [
    { date: '2026-11-01', amount: 80 },
    { date: '2026-11-07', amount: 82 },
    { date: '2026-11-08', amount: 84 },
  ];
  expect(computeMeans(days).map(({ amount }) => amount)).toEqual([80, 81, 83]);
});

it('has no average of days without a value', () => {
  const days = [
    { date: '2026-11-02', amount: 8000 },
    { date: '2026-11-03', amount: 0 },
  ];
  const ranges = [
    { first: '2026-10-26', last: '2026-11-01' },
    { first: '2026-11-02', last: '2026-11-08' },
  ];
  expect(averageRanges(days, ranges)).toEqual([null, 4000]);
});

it('adds the parts of a night, without naps, and knows what has no stages', () => {
  const staged = { deep: 5400, rem: 5400, light: 14_340, is_nap: false };
  const nights = listNights([
    newSleep('2026-11-02', 25_200, staged),
    newSleep('2026-11-03', 18_000),
    newSleep('2026-11-03', 3600),
    newSleep('2026-11-03', 1200, { is_nap: true }),
  ]);
  expect(nights).toEqual([
    {
      date: '2026-11-02',
      amount: 25_200,
      stages: { deep: 5400, rem: 5400, light: 14_340, unspecified: 0 },
    },
    {
      date: '2026-11-03',
      amount: 21_600,
      stages: { deep: 0, rem: 0, light: 0, unspecified: 21_600 },
    },
  ]);
});
