import * as z from 'zod/mini';
import type { SpeedMets } from '#shared/reference-data/activity-types.ts';
import { Flag, matching, nullIfEmpty, SourceKey, Text } from './cells.ts';
import { findProblems, type Rule, requireNoProblems } from './source.ts';

const decimal = /^(0|[1-9]\d*)(\.\d+)?$/;
const Decimal = matching(decimal, 'must be a decimal number');
const subject = '{user.name} ';

/** What a person did, without the name at the start. */
const Phrase = z.pipe(
  Text.check(z.startsWith(subject, `must start with ${subject}`)),
  z.transform((phrase: string) => phrase.slice(subject.length)),
);

const speedPairs = /^([\d.]+:[\d.]+(\|[\d.]+:[\d.]+)*)?$/;

/** `<m/s>:<METs>` pairs joined by `|`. */
const Speeds = z.pipe(
  matching(speedPairs, 'must be speed:mets pairs joined by |'),
  z.transform(toSpeeds),
);

function toSpeeds(cell: string): SpeedMets[] {
  const pairs = cell === '' ? [] : cell.split('|');
  return pairs.map((pair) => {
    const [speed = '', mets = ''] = pair.split(':');
    return { mets, speed: Number(speed) };
  });
}

/** Codes of an edition of the Compendium of Physical Activities, e.g. `Compendium2024:12150`. */
const compendiumCode = /^Compendium(2011|2024):\d{5}(,\d{5})*$/;
const CompendiumCode = matching(compendiumCode);
const iconName = /^[a-z0-9-]+$/;

/** A row of data/activities.csv; data/README.md documents its columns. */
export const ActivityTypeSource = z.strictObject({
  key: SourceKey,
  name: Text,
  short_name: nullIfEmpty(Text),
  parent: nullIfEmpty(SourceKey),
  icon: nullIfEmpty(matching(iconName)),
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

/** Returns whether a type is its own ancestor. */
function isInCycle(rows: Rows, key: string): boolean {
  const ancestors = new Set<string>();
  let parent = rows.get(key)?.parent;
  while (parent && !ancestors.has(parent)) {
    ancestors.add(parent);
    parent = rows.get(parent)?.parent;
  }
  return ancestors.has(key);
}

/** Returns whether numbers are in ascending order. */
function isSorted(values: readonly number[]): boolean {
  const sorted = values.toSorted((one, other) => one - other);
  return values.every((value, i) => value === sorted[i]);
}

function hasAscendingSpeeds({ mets_speed }: ActivityTypeSource): boolean {
  const speeds = mets_speed.map(({ speed }) => speed);
  const isDistinct = new Set(speeds).size === speeds.length;
  return isDistinct && isSorted(speeds);
}

function hasAscendingMets({ mets_speed }: ActivityTypeSource): boolean {
  return isSorted(mets_speed.map(({ mets }) => Number(mets)));
}

function hasIconIfRoot({ parent, icon }: ActivityTypeSource): boolean {
  const isRoot = parent === null;
  const hasIcon = icon !== null;
  return isRoot === hasIcon;
}

function hasSpeedsWithSource(row: ActivityTypeSource): boolean {
  const hasSpeeds = row.mets_speed.length > 0;
  const hasSource = row.mets_speed_source !== null;
  return hasSpeeds === hasSource;
}

function hasSourceUnlessAssumed(row: ActivityTypeSource): boolean {
  const isAssumed = row.mets_basis === 'assumption';
  const hasSource = row.mets_source !== null;
  return isAssumed !== hasSource;
}

/** A higher value is a typing error, because no activity of the Compendium reaches it. */
const maxMets = 25;

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
    isMet: hasIconIfRoot,
  },
  {
    problem: `its METs must be above 0 and at most ${maxMets}`,
    isMet: ({ mets }) => mets > 0 && mets <= maxMets,
  },
  {
    problem: 'its speeds do not ascend',
    isMet: hasAscendingSpeeds,
  },
  {
    problem: 'its METs fall as the speed rises',
    isMet: hasAscendingMets,
  },
  {
    problem: 'it must have both or neither of mets_speed and mets_speed_source',
    isMet: hasSpeedsWithSource,
  },
  {
    problem: 'it must have a mets_source unless its METs are an assumption',
    isMet: hasSourceUnlessAssumed,
  },
];

/** Throws an error that lists every rule that the activity types break. */
export function requireValidActivityTypes(
  path: string,
  sources: readonly ActivityTypeSource[],
): void {
  const rows = new Map(sources.map((row) => [row.key, row]));
  const problems = findProblems(sources, rules, rows);
  if (rows.size < sources.length) problems.unshift('two rows have the same key');
  requireNoProblems(path, problems);
}
