import { describe, expect, it } from 'vitest';
import { createFormats } from '#functions/account/formats.ts';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import type { Period } from './period.ts';
import { computeStatistics, type Statistics } from './statistics.ts';
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
  farthestWorkout: undefined,
  fastestKilometer: undefined,
  distance: 0,
  energyOut: 0,
  averageEnergyIn: null,
};
const week: Statistics = {
  workouts: 3,
  duration: 9000,
  longestWorkout: { id: 'run', amount: 4500, sport: '1' },
  farthestWorkout: { id: 'ride', amount: 15_000, sport: '51' },
  fastestKilometer: { id: 'run', amount: 292, sport: '1' },
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

  it('of which the fastest kilometer is compared with one of the same sport only', () => {
    const ride = { id: 'other', amount: 110, sport: '51' };
    const run = { ...ride, amount: 304, sport: '1' };
    const compareWith = (fastestKilometer: typeof ride) =>
      read('fastestKilometer', { before: { fastestKilometer } });
    expect(compareWith(run)).toBe('4:52 min 0:12 min faster than in the 7 days before');
    expect(compareWith(ride)).toBe('4:52 min nothing in the 7 days before');
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

it('finds the best workouts, and prefers the kilometer of a run', () => {
  const buildWorkout = (id: string, duration: number, distance: number, km1?: number) => {
    const date = '2026-11-24';
    const facts = {
      date,
      start: 0,
      duration,
      activity_type_id: id,
      read_at: 0,
      digest: '',
    };
    const imported = km1 === undefined ? facts : { ...facts, best: { km1 } };
    const energy = { unit: 'calories', value: 1 } as const;
    const members = { type: 'exercise', date, exercise: { id }, energy } as const;
    return { id: `${id} ${duration}`, ...members, duration, distance, imported };
  };
  const recordedTwice = {
    ...{ id: '7', remote_connection_type: 'polar', remote_connection_id: '1' },
    ...{ remote_id: '1', remote_activity: 'run', data_source_id: null },
    ...{ matched_by: 'overlap', decided_by: 'edited', best: { km1: 290 } },
  } as const;
  const rides = [buildWorkout('52', 7200, 60_000, 95), buildWorkout('51', 9000, 50_000)];
  const best = (id: string, amount: number) => {
    return { id, amount, sport: expect.any(String) };
  };
  expect(computeStatistics(rides)).toMatchObject({
    longestWorkout: best('51 9000', 9000),
    farthestWorkout: best('52 7200', 60_000),
    fastestKilometer: best('52 7200', 95),
  });
  const runs = [buildWorkout('1', 1800, 5000, 300), buildWorkout('6', 1800, 5000)];
  // The recording of a workout that is hidden may have what the shown one lacks.
  const joined = runs.map((one) => ({ ...one, duplicates: [recordedTwice] }));
  expect(computeStatistics([...rides, ...joined]).fastestKilometer).toEqual({
    ...best('6 1800', 290),
    sport: '1',
  });
});
