import { expect, it } from 'vitest';
import { sumRanges } from './period.ts';

it('sums the known values of a range in calories', () => {
  const unknown = { energy_in: null, energy_unknown: 0, distance: null };
  const day = { ...unknown, duration: 60, nutrients: {} };
  // 418.4 kJ are 100 kcal.
  const days = [
    {
      ...day,
      date: '2026-11-16',
      energy_out: { unit: 'kilojoules' as const, value: 418.4 },
    },
    {
      ...day,
      date: '2026-11-22',
      energy_out: { unit: 'calories' as const, value: 1 },
      distance: 5,
    },
  ];
  const ranges = [
    { first: '2026-11-09', last: '2026-11-15' },
    { first: '2026-11-16', last: '2026-11-22' },
  ];
  expect(sumRanges(days, ranges)).toMatchObject([
    { hasEntries: false, energyOut: null, duration: 0, distance: null },
    { hasEntries: true, energyIn: null, energyOut: 101, duration: 120, distance: 5 },
  ]);
});

it('knows no energy of days that know none', () => {
  const date = '2026-11-16';
  const unknown = {
    energy_in: null,
    energy_out: null,
    energy_unknown: 2,
    distance: null,
  };
  const day = { date, ...unknown, duration: 60, nutrients: {} };
  const [total] = sumRanges([day], [{ first: date, last: date }]);
  expect(total).toMatchObject({ hasEntries: true, energyOut: null });
});
