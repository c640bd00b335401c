import * as z from 'zod/mini';
import type { SpeedMets } from '#shared/reference-data/activity-types.ts';
import {
  Flag,
  findProblems,
  matching,
  nullIfEmpty,
  type RowRule,
  requireNoProblems,
  SourceKey,
  Text,
} from './source.ts';

const decimal = /^(0|[1-9]\d*)(\.\d+)?$/;
const Decimal = matching(decimal, 'must be a decimal number');
const subject = '{user.name} ';

/** A sentence about a person, without the name at the start. */
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

/** A row of data/activities.csv; docs/reference-data.md documents its columns. */
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

function isAscending(values: readonly number[]): boolean {
  return values.every((value, i) => i === 0 || Number(values[i - 1]) <= value);
}

function hasAscendingSpeeds({ mets_speed }: ActivityTypeSource): boolean {
  const speeds = mets_speed.map(({ speed }) => speed);
  return isAscending(speeds) && new Set(speeds).size === speeds.length;
}

/** A higher value is a typing error, because no activity of the Compendium reaches it. */
const maxMets = 25;

const rules: readonly RowRule<ActivityTypeSource, Rows>[] = [
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
    problem: `its METs must be above 0 and at most ${maxMets}`,
    isMet: ({ mets }) => mets > 0 && mets <= maxMets,
  },
  {
    problem: 'its speeds do not ascend',
    isMet: hasAscendingSpeeds,
  },
  {
    problem: 'its METs fall as the speed rises',
    isMet: ({ mets_speed }) => isAscending(mets_speed.map(({ mets }) => Number(mets))),
  },
  {
    problem: 'it must have both or neither of mets_speed and mets_speed_source',
    isMet: ({ mets_speed, mets_speed_source }) =>
      mets_speed.length > 0 === (mets_speed_source !== null),
  },
  {
    problem: 'it must have a mets_source unless its METs are an assumption',
    isMet: ({ mets_basis, mets_source }) =>
      (mets_basis !== 'assumption') === (mets_source !== null),
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

/** A row of data/activity-names-de.csv. */
export const ActivityNameSource = z.strictObject({ key: SourceKey, name: Text });
export type ActivityNameSource = z.infer<typeof ActivityNameSource>;

/** Throws an error that lists the types without exactly one name, and names without a type. */
export function requireNameForEachType(
  path: string,
  names: readonly ActivityNameSource[],
  types: readonly ActivityTypeSource[],
): void {
  const named = Map.groupBy(names, ({ key }) => key);
  const keys = new Set([...named.keys(), ...types.map(({ key }) => key)]);
  const known = new Set(types.map(({ key }) => key));
  const wrong = [...keys].filter(
    (key) => named.get(key)?.length !== 1 || !known.has(key),
  );
  const problems = wrong.map((key) => `${key}: it must be one type and have one name`);
  requireNoProblems(path, problems);
}
