import { describe, expect, it } from 'vitest';
import { compact } from '#shared/runtime/compact.ts';
import { type ComparedFacts, findMatchRule } from './same-workout.ts';

const hour = 3600;
/** Changes of facts. A fact that is undefined is removed. */
type Changes = { [Fact in keyof ComparedFacts]?: ComparedFacts[Fact] | undefined };

const run: ComparedFacts = {
  date: '2026-11-20',
  start: 1_795_000_000,
  duration: hour,
  activity_type_id: '16',
  root_id: '16',
  distance: 10_000,
};

describe('two imported workouts', () => {
  it.each<[string, Changes]>([
    ['overlap by 80 percent of the shorter one', { start: run.start + 0.2 * hour }],
    ['are one within the other', { start: run.start + 900, duration: 1800 }],
    ['have types with the same root', { activity_type_id: '25' }],
    ['overlap, one of an unknown kind', { activity_type_id: '1', root_id: undefined }],
    ['have distances that differ by a tenth', { distance: 9000 }],
    ['overlap, one without a distance', { distance: undefined }],
    ['have adjacent days', { date: '2026-11-21' }],
  ])('that %s are the same', (_, changes) => {
    const other = compact({ ...run, ...changes }) as ComparedFacts;
    expect(findMatchRule(run, other)).toBe('overlap');
    expect(findMatchRule(other, run)).toBe('overlap');
  });

  it.each<[string, Changes]>([
    ['overlap by less than 80 percent', { start: run.start + 0.2 * hour + 1 }],
    ['do not overlap', { start: run.start + 2 * hour }],
    ['have types with different roots', { activity_type_id: '11', root_id: '11' }],
    ['have distances that differ by more than a tenth', { distance: 8999 }],
    ['have days that are two days apart', { date: '2026-11-22' }],
  ])('that %s are different', (_, changes) => {
    const other = { ...run, ...changes } as ComparedFacts;
    expect(findMatchRule(run, other)).toBeUndefined();
    expect(findMatchRule(other, run)).toBeUndefined();
  });

  it('that start within three minutes are the same if their durations are similar', () => {
    const short = { ...run, duration: 300 };
    const later = (seconds: number, duration = 300) => ({
      ...short,
      start: short.start + seconds,
      duration,
    });
    expect(findMatchRule(short, later(180))).toBe('start_time');
    expect(findMatchRule(short, later(181))).toBeUndefined();
    expect(findMatchRule(short, later(180, 270))).toBe('start_time');
    expect(findMatchRule(short, later(180, 269))).toBeUndefined();
  });

  it('under ten minutes are the same only if their kind is equal', () => {
    const short = { ...run, duration: 599 };
    expect(findMatchRule(short, { ...short, activity_type_id: '25' })).toBeUndefined();
    expect(findMatchRule(short, short)).toBe('overlap');
    const long = { ...run, duration: 600 };
    expect(findMatchRule(long, { ...long, activity_type_id: '25' })).toBe('overlap');
  });
});
