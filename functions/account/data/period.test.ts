import { describe, expect, it } from 'vitest';
import { countDays } from '#functions/diary/entry/dates.ts';
import { findLaterDate, listSpans } from './period.ts';

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

  it.each([
    ['monday', '2028-02-14'],
    ['sunday', '2028-02-20'],
    ['saturday', '2028-02-19'],
  ] as const)('are weeks that begin on %s', (firstWeekday, first) => {
    const spans = listSpans('week', '2028-02-20', firstWeekday);
    expect(spans.at(-1)?.first).toBe(first);
    const days = spans.map((span) => countDays(span.first, span.last) + 1);
    expect(days).toEqual(Array.from({ length: 12 }, () => 7));
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
