import { describe, expect, it } from 'vitest';
import {
  type ActivityTypeKey,
  getActivityTypeId,
} from '#shared/reference-data/activity-type-keys.ts';
import { compact } from '#shared/runtime/compact.ts';
import { type ComparedFacts, findMatch, roots } from './same-workout.ts';

const hour = 3600;
/** Changes of facts. A fact that is undefined is removed. */
type Changes = { [Fact in keyof ComparedFacts]?: ComparedFacts[Fact] | undefined };

const strength = getActivityTypeId('strength');
const { run, walk, hike, ride } = roots;

const workout: ComparedFacts = {
  date: '2026-11-20',
  start: 1_795_000_000,
  duration: hour,
  root_id: run,
};

function change(changes: Changes): ComparedFacts {
  return compact({ ...workout, ...changes }) as ComparedFacts;
}

/** Returns the rule for the two, and checks that their order makes no difference. */
function findRule(one: Changes, other: Changes) {
  const match = findMatch(change(one), change(other));
  expect(findMatch(change(other), change(one))).toEqual(match);
  return match?.rule;
}

const later = (seconds: number, duration = hour) => ({
  start: workout.start + seconds,
  duration,
});

it('the roots are those of the catalogue', () => {
  const keys: ActivityTypeKey[] = ['run', 'walk', 'hike', 'ride', 'swim'];
  const ids = keys.map((key) => [key, getActivityTypeId(key)] as const);
  expect(Object.fromEntries(ids)).toEqual(roots);
});

describe('two workouts of different kinds', () => {
  it.each<[string, Changes, string | undefined]>([
    ['are the same if 80 percent are common', later(0.2 * hour), 'overlap'],
    ['are different if less is common', later(0.2 * hour + 1), undefined],
    [
      'are the same if one is half of the other',
      later(0.5 * hour, 0.5 * hour),
      'overlap',
    ],
    ['are different if one is less', later(0.5 * hour + 1, 0.5 * hour - 1), undefined],
    ['are different if they only touch', later(hour - 60), undefined],
    ['are different if they do not overlap', later(2 * hour), undefined],
    ['are the same if their days are adjacent', { date: '2026-11-21' }, 'overlap'],
    ['are different if their days are not', { date: '2026-11-22' }, undefined],
    [
      'are different if the place of one is unknown',
      { has_floating_start: true },
      undefined,
    ],
  ])('%s', (_, other, rule) => {
    expect(findRule({ root_id: ride }, { root_id: strength, ...other })).toBe(rule);
  });
});

it('two workouts that nobody mistakes are different unless 80 percent of both are common', () => {
  const [one, other] = [{ root_id: ride }, { root_id: run }];
  expect(findRule(one, { ...other, ...later(0, 0.8 * hour) })).toBe('overlap');
  expect(findRule(one, { ...other, ...later(0, 0.8 * hour - 1) })).toBeUndefined();
});

describe('two workouts that have half of the longer one in common', () => {
  const pairs: [string, string | undefined, string | undefined, string | undefined][] = [
    ['are the same if both are on foot', hike, run, 'start_time'],
    ['are the same if both are rides', ride, ride, 'start_time'],
    ['are the same if one is of an unknown kind', ride, undefined, 'start_time'],
    ['are different if one is a ride', ride, walk, undefined],
  ];
  it.each(pairs)('%s', (_, one, other, rule) => {
    const shifted = { ...later(0.5 * hour), root_id: other };
    expect(findRule({ root_id: one }, shifted)).toBe(rule);
    expect(findRule({ root_id: one }, { ...shifted, ...later(1801) })).toBeUndefined();
  });
});

describe('of a workout that is more than twice as long,', () => {
  const quarter = later(900, 900);
  it.each<[string, Changes, Changes, string | undefined]>([
    ['a walk is a part', { root_id: ride }, { root_id: walk }, 'part'],
    [
      'a walk is no part if it is too short',
      {},
      { ...later(900, 899), root_id: walk },
      undefined,
    ],
    ['one of the same kind is a part', { root_id: ride }, { root_id: ride }, 'part'],
    ['one of another kind is no part', { root_id: ride }, { root_id: run }, undefined],
    ['one of an unknown kind is no part', {}, { root_id: undefined }, undefined],
    ['a walk has no parts', { root_id: walk }, { root_id: walk }, undefined],
  ])('%s', (_, whole, part, rule) => {
    expect(findRule(whole, { ...quarter, ...part })).toBe(rule);
  });
});

it('pauses belong to the time of a workout if they are known', () => {
  const withPauses = { elapsed: 2 * hour };
  const afterThem = later(1.2 * hour, 0.8 * hour);
  expect(findRule(withPauses, { ...withPauses, duration: 2 * hour })).toBe('overlap');
  expect(findRule(withPauses, afterThem)).toBe('part');
  expect(findRule({}, afterThem)).toBeUndefined();
});
