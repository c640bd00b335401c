import { describe, expect, it } from 'vitest';
import { type ImportFacts, toSourceKey } from '#functions/diary/entry/origin.ts';
import { groupByWorkout } from './group-entries.ts';
import type { ImportedEntry } from './imported-entry.ts';
import { roots } from './same-workout.ts';

/** Returns the entry of a provider about a run, between two minutes of a day. */
function newEntry(
  name: string,
  from: number,
  to: number,
  facts: Partial<ImportFacts> = {},
): ImportedEntry {
  const [provider = ''] = name.split(' ');
  const duration = 60 * (to - from);
  return {
    id: name,
    type: 'exercise',
    date: '2026-11-20',
    exercise: { id: roots.run },
    duration,
    energy: { unit: 'calories', value: 0 },
    source: {
      remote_connection_type: provider,
      remote_connection_id: provider,
      remote_id: name,
      remote_activity: 'run',
      data_source_id: null,
    },
    imported: {
      date: '2026-11-20',
      start: 1_795_000_000 + 60 * from,
      duration,
      activity_type_id: roots.run,
      root_id: roots.run,
      read_at: 0,
      digest: '',
      ...facts,
    },
  };
}

/** Returns the names of the entries of each group, which the order must not change. */
function group(...entries: ImportedEntry[]): string[] {
  const list = (groups: readonly (readonly ImportedEntry[])[]) =>
    groups
      .map((each) =>
        each
          .map(({ id }) => id)
          .sort()
          .join(' + '),
      )
      .sort();
  const groups = list(groupByWorkout(entries));
  expect(list(groupByWorkout(entries.toReversed()))).toEqual(groups);
  return groups;
}

describe('a workout that one provider has split', () => {
  it('is one with its parts', () => {
    expect(
      group(
        newEntry('a', 0, 75),
        newEntry('b 1', 0, 43),
        newEntry('b 2', 44, 75),
        newEntry('c', 7, 75),
      ),
    ).toEqual(['a + b 1 + b 2 + c']);
  });

  it('is one with its parts if a long break was between them', () => {
    const whole = newEntry('a', 0, 100, { duration: 60 * 75, elapsed: 60 * 105 });
    expect(group(whole, newEntry('b 1', 0, 43), newEntry('b 2', 73, 105))).toEqual([
      'a + b 1 + b 2',
    ]);
  });

  it('is several if its parts are less than half of it', () => {
    const entries = [
      newEntry('a', 0, 80),
      newEntry('b 1', 0, 20),
      newEntry('b 2', 50, 70),
    ];
    expect(group(...entries)).toEqual(['a + b 1 + b 2']);
    const shorter = newEntry('b 2', 50, 69);
    expect(group(...entries.slice(0, 2), shorter)).toEqual(['a', 'b 1', 'b 2']);
  });

  it('is several if parts of another kind are less than 80 percent of it', () => {
    const whole = newEntry('a', 0, 80, { root_id: 'strength' });
    const parts = [newEntry('b 1', 0, 44), newEntry('b 2', 60, 80)];
    expect(group(whole, ...parts)).toEqual(['a + b 1 + b 2']);
    expect(group(whole, ...parts.slice(0, 1), newEntry('b 2', 61, 80))).toEqual([
      'a',
      'b 1',
      'b 2',
    ]);
  });

  it('is several if its parts are of different kinds', () => {
    const whole = newEntry('a', 0, 75, { root_id: 'multi' });
    const ride = newEntry('b 1', 0, 43, { root_id: 'ride' });
    const run = newEntry('b 2', 44, 75);
    expect(group(whole, ride, run)).toEqual(['a', 'b 1', 'b 2']);
    const sameKind = newEntry('a', 0, 75, { root_id: 'ride' });
    expect(group(sameKind, ride, run)).toEqual(['a + b 1', 'b 2']);
  });

  it('is the one of two that its parts fill more', () => {
    const wholes = [newEntry('a 1', 0, 100), newEntry('a 2', 0, 80)];
    const parts = [newEntry('b 1', 0, 40), newEntry('b 2', 41, 80)];
    expect(group(...wholes, ...parts)).toEqual(['a 1', 'a 2 + b 1 + b 2']);
  });

  it('is several if two providers have the same parts', () => {
    expect(
      group(
        newEntry('a 1', 0, 43),
        newEntry('a 2', 44, 75),
        newEntry('b 1', 0, 43),
        newEntry('b 2', 44, 75),
        newEntry('c', 0, 75),
      ),
    ).toEqual(['a 1 + b 1', 'a 2 + b 2', 'c']);
  });
});

describe('two entries of one provider', () => {
  it('are two workouts, and another provider’s entry is one with the closer of them', () => {
    expect(
      group(newEntry('a 1', 0, 60), newEntry('a 2', 1, 61), newEntry('b', 1, 61)),
    ).toEqual(['a 1', 'a 2 + b']);
  });

  it('are two workouts, even if they follow each other and the clock of another is wrong', () => {
    expect(
      group(
        newEntry('a 1', 0, 5),
        newEntry('a 2', 6, 11),
        newEntry('b 1', 2, 7),
        newEntry('b 2', 8, 13),
      ),
    ).toEqual(['a 1 + b 1', 'a 2 + b 2']);
  });
});

describe('a third entry', () => {
  it('joins two that are not the same by their own facts', () => {
    const hike = { root_id: roots.hike };
    const ride = { root_id: 'ride' };
    const entries = [newEntry('a', 0, 40, ride), newEntry('b', 12, 60, hike)];
    expect(group(...entries)).toEqual(['a', 'b']);
    expect(group(...entries, newEntry('c', 0, 60))).toEqual(['a + b + c']);
  });

  it('joins neither two that only touch nor two that the person has separated', () => {
    const after = newEntry('b', 38, 60);
    expect(group(newEntry('a', 0, 40), after, newEntry('c', 0, 60))).toEqual([
      'a + c',
      'b',
    ]);
    const separated = { ...newEntry('b', 0, 60), separated: { 'a a': true } as const };
    expect(group(newEntry('a', 0, 60), separated, newEntry('c', 0, 58))).toEqual([
      'a + c',
      'b',
    ]);
  });
});

it('a walk of the whole day is none of the workouts of the day', () => {
  const walk = newEntry('a', 0, 600, { root_id: roots.walk });
  const workouts = [
    newEntry('b 1', 60, 120),
    newEntry('b 2', 400, 500),
    newEntry('c', 61, 119),
  ];
  expect(group(walk, ...workouts)).toEqual(['a', 'b 1 + c', 'b 2']);
});

/** Returns an entry that the person has joined with another one. */
function join(entry: ImportedEntry, other: ImportedEntry): ImportedEntry {
  const key = toSourceKey(other.source);
  return { ...entry, joined: { ...entry.joined, [key]: true } };
}

describe('two workouts that the person has joined', () => {
  const [one, other] = [newEntry('a 1', 0, 40), newEntry('a 2', 100, 140)];

  it('are one with all that each of them is one with', () => {
    const entries = [one, newEntry('b 1', 0, 40), newEntry('b 2', 100, 140)];
    expect(group(...entries, other)).toEqual(['a 1 + b 1', 'a 2 + b 2']);
    expect(group(...entries, join(other, one))).toEqual(['a 1 + a 2 + b 1 + b 2']);
  });

  it('are one with what either of them was joined with', () => {
    const third = newEntry('c', 300, 340);
    expect(group(one, join(other, one), join(third, other))).toEqual(['a 1 + a 2 + c']);
  });

  it('are not one with a workout that the person has separated from one of them', () => {
    const same = newEntry('b', 0, 40, { root_id: roots.ride });
    const separated = { ...same, separated: { 'a a 2': true } as const };
    expect(group(one, join(other, one), same)).toEqual(['a 1 + a 2 + b']);
    expect(group(one, join(other, one), separated)).toEqual(['a 1 + a 2', 'b']);
  });

  it('are not one with a third that was joined with the one and separated from the other', () => {
    const third = join(newEntry('c', 300, 340), other);
    const separated = { ...third, separated: { 'a a 1': true } as const };
    expect(group(one, join(other, one), separated)).toEqual(['a 1 + a 2', 'c']);
  });

  it('are two as long as their days are not adjacent', () => {
    const later = newEntry('a 2', 100, 140, { date: '2026-11-22' });
    expect(group(one, join(later, one))).toEqual(['a 1', 'a 2']);
  });

  it('can be of an unknown place', () => {
    const floating = newEntry('b', 0, 40, { has_floating_start: true });
    expect(group(one, floating)).toEqual(['a 1', 'b']);
    expect(group(join(one, floating), floating)).toEqual(['a 1 + b']);
  });
});
