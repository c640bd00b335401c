import { describe, expect, it } from 'vitest';
import { createFormats } from '#functions/account/formats.ts';
import { buildCharts } from './charts.ts';
import { dataTexts } from './data.texts.ts';
import { listSpans, type Period } from './period.ts';

type Amounts = readonly (number | null)[];

interface Shown {
  period: Period;
  distances?: Amounts;
  durations?: Amounts;
  language?: 'en' | 'de';
}

/** Builds the charts of the spans until the last Sunday of November. */
function build({ period, distances = [], durations = [], language = 'en' }: Shown) {
  const spans = listSpans(period, '2026-11-29');
  return buildCharts({
    period,
    totals: spans.map((span, index) => ({
      ...span,
      hasEntries: true,
      energyIn: null,
      energyOut: null,
      duration: durations[index] ?? 0,
      distance: distances[index] ?? null,
    })),
    labels: dataTexts[language],
    formats: createFormats({ locale: language === 'de' ? 'de-DE' : 'en' }),
    firstWeekday: undefined,
    getSpanUrl: ({ first }) => `#${first}`,
  });
}

const tell = (shown: Shown) => build(shown)[0]?.series[0]?.story;
const listTicks = (period: Period) =>
  build({ period, distances: [1] })[0]?.positions.flatMap(({ tick }) => tick ?? []);

describe('the sentence of a chart', () => {
  const distances = [null, 4000, 0, 6000, 3000, null, 3000];

  it('has the highest, the average of those that are known, and the trend', () => {
    expect(tell({ period: 'seven_days', distances })).toBe(
      'Highest 6 km (Thu, Nov 26), average of 4 days 4 km.',
    );
    const more = [1000, 1000, 1000, null, 1500, 1500, null];
    expect(tell({ period: 'seven_days', distances: more })).toBe(
      'Highest 1.5 km (Fri, Nov 27), average of 5 days 1.2 km, 50% more in the second half.',
    );
    expect(tell({ period: 'seven_days', distances: more.toReversed() })).toContain(
      ', 33% less in the second half.',
    );
    const same = [2000, 2000, 2000, 2000, 2000, 2000, 2000];
    expect(tell({ period: 'seven_days', distances: same })).toContain(
      ', the same in the second half.',
    );
  });

  it('has no average of one value', () => {
    expect(tell({ period: 'month', distances: [5000] })).toBe('Highest 5 km (Dec 2025).');
  });

  it('names the week, in the language of the person', () => {
    expect(tell({ period: 'week', distances: [4000, 2000], language: 'de' })).toBe(
      'Am meisten 4 km (Woche ab 7.\u00a0Sept.), im Schnitt von 2 Wochen 3 km.',
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

  it('are whole hours or minutes at the axis of time', () => {
    const [chart] = build({ period: 'seven_days', durations: [600, 7000] });
    expect([7200, 3600, 1800, 300, 0].map((tick) => chart?.formatTick?.(tick))).toEqual([
      '2 h',
      '1 h',
      '30 min',
      '5 min',
      '0 h',
    ]);
  });
});

it('leaves out a chart without any amount', () => {
  const charts = build({ period: 'seven_days', durations: [600] });
  expect(charts.map(({ id }) => id)).toEqual(['duration']);
});
