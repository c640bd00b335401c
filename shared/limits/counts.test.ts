import { describe, expect, it } from 'vitest';
import { type Counts, isDue, joinCounts, noCounts, toTally } from './counts.ts';
import { countRead } from './read-marks.ts';

const now = new Date('2026-11-27T09:15:00Z');
const justNow = now.getTime() - 1000;

const answered = (status: number, amount: number): Counts => ({
  amounts: { [`GET /diary ${status}`]: amount },
  members: {},
});

describe('counts that wait', () => {
  it('add up, and keep the ends of dates and the last 20 errors', () => {
    const errors = Array.from({ length: 30 }, (_, index) => `09:15:${10 + index}`);
    const counts = [
      countRead('diary', ['2026-11-20', '2026-11-22']),
      countRead('diary', ['2026-11-21']),
      { amounts: {}, members: { errors } },
    ].reduce(joinCounts, noCounts);
    expect(counts).toEqual({
      amounts: { reads_diary: 2 },
      members: { dates_diary: ['2026-11-20', '2026-11-22'], errors: errors.slice(10) },
    });
  });

  it('are written with one change, which removes dates that are no longer an end', () => {
    const seen = {
      reads_diary: 3,
      dates_diary_a: new Set(['2026-11-20', '2026-11-21', '2026-11-22']),
    };
    expect(toTally(countRead('diary', ['2026-11-19']), seen)).toEqual({
      increment: { reads_diary: 1 },
      include: { dates_diary_b: ['2026-11-19'] },
      exclude: { dates_diary_a: ['2026-11-20', '2026-11-21'] },
    });
  });
});

describe('counts are due at the end of a request', () => {
  const seen = {
    'GET /diary 200': 5,
    'GET /diary 429': 5,
    reads_diary: 5,
    dates_diary_a: new Set(['2026-11-01', '2026-11-20']),
  };
  const isDueNow = (counts: Counts, writtenAt = justNow) =>
    isDue({ counts, seen, writtenAt }, now);

  it('if nothing was written before', () => {
    expect(isDue({ counts: answered(200, 1), seen: undefined, writtenAt: 0 }, now)).toBe(
      true,
    );
  });

  it('if nothing was written for a minute', () => {
    expect(isDueNow(answered(200, 1))).toBe(false);
    expect(isDueNow(answered(200, 1), now.getTime() - 60_000)).toBe(true);
    expect(isDueNow(noCounts, 0)).toBe(false);
  });

  it('if twenty requests wait, unless they were refused by the limits', () => {
    expect(isDueNow(answered(200, 19))).toBe(false);
    expect(isDueNow(answered(200, 20))).toBe(true);
    const { 'GET /diary 429': _, ...before } = seen;
    const refusals = { counts: answered(429, 500), writtenAt: justNow };
    expect(isDue({ ...refusals, seen }, now)).toBe(false);
    expect(isDue({ ...refusals, seen: before }, now)).toBe(false);
  });

  it('if an outcome, a kind of data or a user is new today', () => {
    expect(isDueNow(answered(500, 1))).toBe(true);
    expect(isDueNow(countRead('profile', []))).toBe(true);
    expect(isDueNow({ amounts: { people: 1 }, members: {} })).toBe(true);
  });

  it('if the dates read grow', () => {
    expect(isDueNow(countRead('diary', ['2026-11-10']))).toBe(false);
    expect(isDueNow(countRead('diary', ['2026-11-21']))).toBe(true);
  });
});
