import * as z from 'zod/mini';
import type { SpeedMets } from '#shared/reference-data/activity-types.ts';
import { Flag, Key, nullIfEmpty, Text } from './cells.ts';
import { findProblems, type Rule, requireNoProblems } from './source.ts';

const decimal = /^(0|[1-9]\d*)(\.\d+)?$/;
const Decimal = z.string().check(z.regex(decimal, 'must be a decimal number'));
const subject = '{user.name} ';

/** What a person did, without the name at the start. */
const Phrase = z.pipe(
  Text.check(z.startsWith(subject, `must start with ${subject}`)),
  z.transform((phrase: string) => phrase.slice(subject.length)),
);

const speeds = /^([\d.]+:[\d.]+(\|[\d.]+:[\d.]+)*)?$/;

/** `<m/s>:<METs>` pairs joined by `|`. */
const Speeds = z.pipe(
  z.string().check(z.regex(speeds, 'must be speed:mets pairs joined by |')),
  z.transform(toSpeeds),
);

function toSpeeds(cell: string): SpeedMets[] {
  const pairs = cell === '' ? [] : cell.split('|');
  return pairs.map((pair) => {
    const [speed = '', mets = ''] = pair.split(':');
    return { mets, speed: Number(speed) };
  });
}

const compendiumCode = /^Compendium(2011|2024):\d{5}(,\d{5})*$/;
const CompendiumCode = z.string().check(z.regex(compendiumCode));

/** A row of data/activities.csv; data/README.md documents its columns. */
export const ActivityTypeSource = z.strictObject({
  key: Key,
  name: Text,
  short_name: nullIfEmpty(Text),
  parent: nullIfEmpty(Key),
  icon: nullIfEmpty(z.string().check(z.regex(/^[a-z0-9-]+$/))),
  mets: z.pipe(Decimal, z.transform(Number)),
  mets_speed: Speeds,
  location_aware: Flag,
  import_only: Flag,
  user_action_past: Phrase,
  user_action_present: Phrase,
  activities_are: nullIfEmpty(Text),
  mets_basis: z.enum(['direct', 'proxy', 'assumption']),
  mets_source: nullIfEmpty(CompendiumCode),
  mets_speed_source: nullIfEmpty(CompendiumCode),
  note: nullIfEmpty(Text),
});
export type ActivityTypeSource = z.infer<typeof ActivityTypeSource>;

type Rows = ReadonlyMap<string, ActivityTypeSource>;

/** Tells whether a type is its own ancestor. */
function isInCycle(rows: Rows, key: string): boolean {
  const ancestors = new Set<string>();
  let parent = rows.get(key)?.parent;
  while (parent && !ancestors.has(parent)) {
    ancestors.add(parent);
    parent = rows.get(parent)?.parent;
  }
  return ancestors.has(key);
}

/** Tells whether every item and its successor meet a condition. */
function pairwise<T>(items: readonly T[], isMet: (item: T, next: T) => boolean): boolean {
  return items.slice(1).every((next, i) => isMet(items[i] as T, next));
}

const rules: readonly Rule<ActivityTypeSource, Rows>[] = [
  {
    problem: 'its parent does not exist',
    isMet: ({ parent }, rows) => parent === null || rows.has(parent),
  },
  {
    problem: 'it is its own ancestor',
    isMet: ({ key }, rows) => !isInCycle(rows, key),
  },
  {
    problem: 'a root must have an icon, and no other type may have one',
    isMet: ({ parent, icon }) => (parent === null) === (icon !== null),
  },
  {
    problem: 'its METs must be above 0 and at most 25',
    isMet: ({ mets }) => mets > 0 && mets <= 25,
  },
  {
    problem: 'its speeds do not ascend',
    isMet: ({ mets_speed }) => pairwise(mets_speed, (one, next) => one.speed < next.speed),
  },
  {
    problem: 'its METs fall as the speed rises',
    isMet: ({ mets_speed }) =>
      pairwise(mets_speed, (one, next) => Number(one.mets) <= Number(next.mets)),
  },
  {
    problem: 'it must have both or neither of mets_speed and mets_speed_source',
    isMet: (row) => row.mets_speed.length > 0 === (row.mets_speed_source !== null),
  },
  {
    problem: 'it must have a mets_source unless its METs are an assumption',
    isMet: (row) => (row.mets_basis === 'assumption') === (row.mets_source === null),
  },
];

/** Throws an error that lists every rule that the activity types break. */
export function checkActivityTypes(path: string, sources: readonly ActivityTypeSource[]): void {
  const rows = new Map(sources.map((row) => [row.key, row]));
  const problems = findProblems(sources, rules, rows);
  if (rows.size < sources.length) problems.unshift('two rows have the same key');
  requireNoProblems(path, problems);
}
