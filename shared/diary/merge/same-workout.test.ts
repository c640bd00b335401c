import { describe, expect, it } from 'vitest';
import { compact } from '../../runtime/compact.ts';
import { type ComparedFacts, findMatchRule } from './same-workout.ts';

const hour = 3600;
/** Changes of facts, of which undefined removes one. */
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
  it.each<[string, Changes, ReturnType<typeof findMatchRule>]>([
    ['overlap by 80 percent of the shorter one', { start: run.start + 720 }, 'overlap'],
    ['overlap by less than 80 percent', { start: run.start + 721 }, undefined],
    ['are one within the other', { start: run.start + 900, duration: 1800 }, 'overlap'],
    ['do not overlap', { start: run.start + 2 * hour }, undefined],
    ['have the same root', { activity_type_id: '25' }, 'overlap'],
    ['have different roots', { activity_type_id: '11', root_id: '11' }, undefined],
    [
      'overlap, one of an unknown kind',
      { activity_type_id: '1', root_id: undefined },
      'overlap',
    ],
    ['have distances that differ by a tenth', { distance: 9000 }, 'overlap'],
    ['have distances that differ by more', { distance: 8999 }, undefined],
    ['overlap, one without a distance', { distance: undefined }, 'overlap'],
    ['have adjacent days', { date: '2026-11-21' }, 'overlap'],
    ['have days that are further apart', { date: '2026-11-22' }, undefined],
  ])('that %s', (_, changes, rule) => {
    const other = compact({ ...run, ...changes }) as ComparedFacts;
    expect(findMatchRule(run, other)).toBe(rule);
    expect(findMatchRule(other, run)).toBe(rule);
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
