import { describe, expect, it } from 'vitest';
import { countDays } from '#functions/diary/entry/dates.ts';
import {
  findComparedRange,
  findLaterDate,
  joinRanges,
  listRanges,
  type Period,
} from './period.ts';

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

describe('the ranges of a chart', () => {
  it('are days, weeks from Monday to Sunday, and months', () => {
    const lastRanges = (['day', 'week', 'month'] as const).map((period) =>
      listRanges(period, '2028-02-20').at(-1),
    );
    expect(lastRanges).toEqual([
      { first: '2028-02-20', last: '2028-02-20' },
      { first: '2028-02-14', last: '2028-02-20' },
      { first: '2028-02-01', last: '2028-02-29' },
    ]);
  });

  it.each([
    ['monday', '2028-02-14'],
    ['sunday', '2028-02-20'],
    ['saturday', '2028-02-19'],
  ] as const)('are weeks that begin on %s', (firstWeekday, first) => {
    const ranges = listRanges('week', '2028-02-20', firstWeekday);
    expect(ranges.at(-1)?.first).toBe(first);
    const days = ranges.map((range) => countDays(range.first, range.last) + 1);
    expect(days).toEqual(Array.from({ length: 12 }, () => 7));
  });

  it('follow each other without a gap', () => {
    expect(listRanges('month', '2026-03-31').map(({ first }) => first)).toEqual([
      ...['04', '05', '06', '07', '08', '09', '10', '11', '12'].map(
        (month) => `2025-${month}-01`,
      ),
      ...['01', '02', '03'].map((month) => `2026-${month}-01`),
    ]);
    expect(listRanges('day', '2026-03-01')[0]?.first).toBe('2026-01-31');
  });
});

describe('the days of a page', () => {
  it('are seven, or those of the month of a date', () => {
    expect(joinRanges(listRanges('seven_days', '2026-11-22'))).toEqual({
      first: '2026-11-16',
      last: '2026-11-22',
    });
    const days = listRanges('days_of_month', '2028-02-20');
    expect(days).toHaveLength(29);
    expect(joinRanges(days)).toEqual({ first: '2028-02-01', last: '2028-02-29' });
  });

  it('are the months of a year, whatever date of it', () => {
    for (const date of ['2028-01-01', '2028-02-29', '2028-12-31']) {
      const months = listRanges('year', date);
      expect(months).toHaveLength(12);
      expect(joinRanges(months)).toEqual({ first: '2028-01-01', last: '2028-12-31' });
    }
  });

  it('are followed by the days of the next month', () => {
    const find = (last: string, today: string) =>
      findLaterDate('days_of_month', { last, today, hasEntriesAfter: false });
    expect(find('2028-01-31', '2028-06-01')).toBe('2028-02-28');
    expect(find('2028-01-31', '2028-02-03')).toBe('2028-02-03');
  });
});

describe('a page is compared', () => {
  const compare = (period: Period, date: string, dates: readonly string[] = []) =>
    findComparedRange({
      period,
      range: joinRanges(listRanges(period, date)),
      dates,
      today: '2026-11-26',
    });

  it.each([
    ['seven_days', '2026-11-26', '2026-11-13', '2026-11-19'],
    ['day', '2026-11-26', '2026-09-28', '2026-10-27'],
    ['week', '2026-11-22', '2026-06-08', '2026-08-30'],
    ['month', '2026-10-31', '2024-11-01', '2025-10-31'],
    ['days_of_month', '2026-10-31', '2026-09-01', '2026-09-30'],
  ] as const)('with the days before: %s to %s', (period, date, first, last) => {
    expect(compare(period, date)).toEqual({ first, last, isPart: false });
  });

  it.each([
    ['seven_days', '2026-11-29', '2026-11-16', '2026-11-19'],
    ['week', '2026-11-26', '2026-06-15', '2026-09-03'],
    ['month', '2026-11-26', '2024-12-01', '2025-11-26'],
    ['year', '2026-11-26', '2025-01-01', '2025-11-26'],
    ['days_of_month', '2026-11-26', '2026-10-01', '2026-10-26'],
  ] as const)('with as many days as have come: %s to %s', (period, date, first, last) => {
    expect(compare(period, date)).toEqual({ first, last, isPart: true });
  });

  it('with the whole month before if that is shorter', () => {
    const range = { first: '2026-03-01', last: '2026-03-31' };
    const page = {
      period: 'days_of_month',
      range,
      dates: [],
      today: '2026-03-30',
    } as const;
    expect(findComparedRange(page)).toMatchObject({
      first: '2026-02-01',
      last: '2026-02-28',
    });
  });

  it('with one day more if tomorrow has entries', () => {
    expect(compare('seven_days', '2026-11-29', ['2026-11-27']).last).toBe('2026-11-20');
  });
});
