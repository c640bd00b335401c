import { describe, expect, it } from 'vitest';
import { createFormats } from '#functions/account/formats.ts';
import { buildChart } from './charts.ts';
import { dataTexts } from './data.texts.ts';
import { listRanges, type Period } from './period.ts';
import type { SportTotals } from './sports.ts';

type Amounts = readonly (number | null)[];

interface Shown {
  period: Period;
  /** Calories. */
  energies?: Amounts;
  durations?: Amounts;
  sports?: readonly SportTotals[];
  language?: 'en' | 'de';
}

/** Builds the chart of the ranges until the last Sunday of November. */
function build({
  period,
  energies = [],
  durations = [],
  sports = [],
  language = 'en',
}: Shown) {
  const ranges = listRanges(period, '2026-11-29');
  return buildChart({
    period,
    totals: ranges.map((range, index) => ({
      ...range,
      hasEntries: true,
      energyIn: energies[index] ?? null,
      energyOut: null,
      energyOutEstimated: null,
      duration: durations[index] ?? 0,
      distance: null,
    })),
    sports,
    labels: dataTexts[language],
    language,
    formats: createFormats({ locale: language === 'de' ? 'de-DE' : 'en' }),
    firstWeekday: undefined,
    getRangeUrl: ({ first }) => `#${first}`,
  });
}

const tell = (shown: Shown) => build(shown)?.story;
const listTicks = (period: Period) =>
  build({ period, energies: [1] })?.positions.flatMap(({ tick }) => tick ?? []);

describe('the sentence of a chart', () => {
  const energies = [null, 4000, 0, 6000, 3000, null, 3000];

  it('has the highest, the average of those that are known, and the trend', () => {
    expect(tell({ period: 'seven_days', energies })).toBe(
      'Highest 6,000 kcal (Thu, Nov 26), average of 4 days 4,000 kcal.',
    );
    const more = [1000, 1000, 1000, null, 1500, 1500, null];
    expect(tell({ period: 'seven_days', energies: more })).toBe(
      'Highest 1,500 kcal (Fri, Nov 27), average of 5 days 1,200 kcal, 50% more in the second half.',
    );
    expect(tell({ period: 'seven_days', energies: more.toReversed() })).toContain(
      ', 33% less in the second half.',
    );
    const same = [2000, 2000, 2000, 2000, 2000, 2000, 2000];
    expect(tell({ period: 'seven_days', energies: same })).toContain(
      ', the same in the second half.',
    );
  });

  it('has no average of one value', () => {
    expect(tell({ period: 'month', energies: [5000] })).toBe(
      'Highest 5,000 kcal (Dec 2025).',
    );
  });

  it('names the week, in the language of the person', () => {
    expect(tell({ period: 'week', energies: [4000, 2000], language: 'de' })).toBe(
      'Am meisten 4.000 kcal (Woche ab 7.\u00a0Sept.), im Schnitt von 2 Wochen 3.000 kcal.',
    );
  });
});

describe('the labels of a chart', () => {
  it('are the weekdays of seven days, the first days of weeks, and months', () => {
    expect(listTicks('seven_days')?.join(' ')).toBe('Mon Tue Wed Thu Fri Sat Sun');
    expect(listTicks('days_of_month')).toEqual([
      'Nov 2',
      'Nov 9',
      'Nov 16',
      'Nov 23',
      'Nov 30',
    ]);
    expect(listTicks('month')?.slice(0, 3)).toEqual(['Dec', 'Jan', 'Feb']);
  });

  it('leave out that of the last day of a month on a phone, which is wider than its place', () => {
    const labels = build({ period: 'days_of_month', energies: [1] })?.positions.filter(
      ({ tick }) => tick,
    );
    expect(labels?.map(({ isMinor }) => isMinor)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  it('are whole hours or minutes at the axis of time', () => {
    const chart = build({ period: 'seven_days', durations: [600, 7000] });
    expect([7200, 3600, 1800, 300, 0].map((tick) => chart?.formatTick?.(tick))).toEqual([
      '2 h',
      '1 h',
      '30 min',
      '5 min',
      '0',
    ]);
  });
});

describe('the bars of a chart', () => {
  const toSport = (id: string, duration: number): SportTotals => ({
    id,
    duration,
    distance: id === '1' ? 5000 : 0,
    durations: new Map([['2026-11-23', duration]]),
  });

  it('are the time of the main sports, with their sums, and of all others', () => {
    const sports = ['1', '51', 'unknown', '126'].map((id, index) =>
      toSport(id, 3600 * (4 - index)),
    );
    const chart = build({ period: 'seven_days', durations: [36_000], sports });
    expect(
      chart?.series.map(({ label, sum, values }) => [label, sum, values[0]]),
    ).toEqual([
      ['Run', '4 h 0 min, 5 km', 14_400],
      ['Ride', '3 h 0 min', 10_800],
      ['Other sports', '3 h 0 min', 10_800],
    ]);
  });

  it('are the energy eaten if there is no exercise', () => {
    expect(build({ period: 'seven_days', energies: [100] })?.id).toBe('energy');
    expect(build({ period: 'seven_days' })).toBeUndefined();
  });
});
