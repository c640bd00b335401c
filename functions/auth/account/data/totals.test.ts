import { describe, expect, it } from 'vitest';
import { findLaterDate, listSpans } from './period.ts';
import { sumSpans } from './totals.ts';

describe('the link to later days', () => {
  const today = '2026-11-20';
  const find = (last: string, hasEntriesAfter = false) =>
    findLaterDate('day', { last, today, hasEntriesAfter });

  it('leads to the next 30 days, but not past today', () => {
    expect(find('2026-09-20')).toBe('2026-10-20');
    expect(find('2026-11-19')).toBe(today);
    expect(find(today)).toBeUndefined();
  });

  it('leads past today if the next day has entries', () => {
    expect(find(today, true)).toBe('2026-11-21');
  });
});

describe('the spans of a chart', () => {
  it('are days, weeks from Monday to Sunday, and months', () => {
    const lastSpans = (['day', 'week', 'month'] as const).map((period) =>
      listSpans(period, '2028-02-20').at(-1),
    );
    expect(lastSpans).toEqual([
      { first: '2028-02-20', last: '2028-02-20' },
      { first: '2028-02-14', last: '2028-02-20' },
      { first: '2028-02-01', last: '2028-02-29' },
    ]);
  });

  it('follow each other without a gap', () => {
    expect(listSpans('month', '2026-03-31').map(({ first }) => first)).toEqual([
      ...['04', '05', '06', '07', '08', '09', '10', '11', '12'].map(
        (month) => `2025-${month}-01`,
      ),
      ...['01', '02', '03'].map((month) => `2026-${month}-01`),
    ]);
    expect(listSpans('day', '2026-03-01')[0]?.first).toBe('2026-01-31');
  });
});

it('sums the known values of a span in calories', () => {
  const day = { energy_in: null, duration: 60, distance: null, nutrients: {} };
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
  const spans = [
    { first: '2026-11-09', last: '2026-11-15' },
    { first: '2026-11-16', last: '2026-11-22' },
  ];
  expect(sumSpans(days, spans)).toMatchObject([
    { hasEntries: false, energyOut: null, duration: 0, distance: null },
    { hasEntries: true, energyIn: null, energyOut: 101, duration: 120, distance: 5 },
  ]);
});
