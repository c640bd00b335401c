import { describe, expect, it } from 'vitest';
import { createFormats } from '#functions/account/formats.ts';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import type { Period } from './period.ts';
import type { Statistics } from './statistics.ts';
import { renderComparedStatistics } from './statistics-section.ts';

const pages = getPageUrls({ auth: 'https://auth.example.com' }, 'v7.1');
const english = {
  language: 'en',
  formats: createFormats({ locale: 'en' }),
  pages,
} as const;
const german = {
  language: 'de',
  formats: createFormats({
    locale: 'de-DE',
    distance_unit: 'miles',
    energy_unit: 'kilojoules',
  }),
  pages,
} as const;

const none: Statistics = {
  workouts: 0,
  duration: 0,
  longestWorkout: undefined,
  distance: 0,
  energyOut: 0,
  averageEnergyIn: null,
};
const week: Statistics = {
  workouts: 3,
  duration: 9000,
  longestWorkout: { id: 'run', duration: 4500 },
  distance: 30_000,
  energyOut: 1500,
  averageEnergyIn: 2000,
};

interface Compared {
  shown?: Partial<Statistics>;
  before?: Partial<Statistics>;
  period?: Period;
  isPart?: boolean;
}

/** Returns what a statistic says: its value and its comparison, in plain text. */
function read(
  name: keyof Statistics,
  { shown, before, period = 'seven_days', isPart = false }: Compared,
  account: typeof english | typeof german = english,
): string | undefined {
  const compared = {
    period,
    isPart,
    shown: { ...week, ...shown },
    before: { ...week, ...before },
  };
  const markup = renderComparedStatistics(account, compared, [name])?.html;
  const value = /<dd>(.*)<\/dd>/s.exec(markup ?? '')?.[1];
  return value?.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
}

describe('a statistic is compared with the days before', () => {
  it.each([
    ['distance', { distance: 33_600 }, '33.6 km 12% more than in the 7 days before'],
    ['distance', { distance: 15_000 }, '15 km 50% less than in the 7 days before'],
    ['distance', { distance: 30_010 }, '30 km as in the 7 days before'],
    ['distance', { distance: 0 }, '0 km 30 km in the 7 days before'],
    ['distance', { distance: null }, '– 30 km in the 7 days before'],
    ['distance', { distance: 120_000 }, '120 km 300% more than in the 7 days before'],
    ['distance', { distance: 121_000 }, '121 km 30 km in the 7 days before'],
    ['duration', { duration: 4500 }, '1 h 15 min 50% less than in the 7 days before'],
    ['workouts', { workouts: 5 }, '5 2 more than in the 7 days before'],
    ['workouts', { workouts: 2 }, '2 1 fewer than in the 7 days before'],
    ['workouts', {}, '3 as in the 7 days before'],
    ['averageEnergyIn', { averageEnergyIn: null }, '– 2,000 kcal in the 7 days before'],
  ] as const)('in words: %s, %o', (name, shown, text) => {
    expect(read(name, { shown })).toBe(text);
  });

  it('of which some have nothing', () => {
    const before = { distance: null, longestWorkout: undefined };
    expect(read('distance', { before })).toBe('30 km nothing in the 7 days before');
    expect(read('longestWorkout', { before })).toBe(
      '1 h 15 min nothing in the 7 days before',
    );
  });

  it('unless they have no entries at all', () => {
    expect(read('distance', { before: none })).toBe('30 km');
  });

  it.each([
    ['seven_days', false, 'in the 7 days before'],
    ['day', false, 'in the 30 days before'],
    ['week', true, 'on the same days of the 12 weeks before'],
    ['month', true, 'on the same days of the 12 months before'],
    ['days_of_month', true, 'on the same days of the month before'],
  ] as const)('which are those of the page: %s', (period, isPart, days) => {
    expect(read('workouts', { period, isPart })).toBe(`3 as ${days}`);
  });

  it('in the units and the language of the person', () => {
    const shown = { distance: 33_600, energyOut: 1000, longestWorkout: undefined };
    const texts = (['distance', 'energyOut', 'longestWorkout'] as const).map((name) =>
      read(name, { shown }, german),
    );
    expect(texts).toEqual([
      '20,9 mi 12 % mehr als in den 7 Tagen davor',
      '4.184 kJ 33 % weniger als in den 7 Tagen davor',
      '0 min 1 h 15 min in den 7 Tagen davor',
    ]);
  });
});

it('leaves out a statistic that is unknown or zero, and was', () => {
  expect(read('distance', { shown: none, before: none })).toBeUndefined();
  expect(read('averageEnergyIn', { shown: none, before: none })).toBeUndefined();
});

it('leads from the longest workout to its page', () => {
  const compared = { period: 'day', isPart: false, shown: week, before: week } as const;
  const markup = renderComparedStatistics(english, compared, ['longestWorkout']);
  expect(markup?.html).toContain(
    '<a href="https://auth.example.com/v7.1/oauth2/account/data/workout/?id=run">',
  );
});
