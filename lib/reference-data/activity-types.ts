import * as z from 'zod/mini';
import type { SpeedMets } from '#shared/reference-data/activity-types.ts';
import { Flag, Key, orNull, Text } from './cells.ts';
import { refuse } from './source.ts';

const decimal = /^(0|[1-9]\d*)(\.\d+)?$/;
const Decimal = z.string().check(z.regex(decimal, 'must be a decimal number'));
const subject = '{user.name} ';

/** What follows the name of the person who did it. */
const Phrase = z.pipe(
  Text.check(z.startsWith(subject, `must start with ${subject}`)),
  z.transform((phrase: string) => phrase.slice(subject.length)),
);

/** `<m/s>:<METs>` pairs joined by `|`. */
const Speeds = z.pipe(
  z
    .string()
    .check(z.regex(/^([\d.]+:[\d.]+(\|[\d.]+:[\d.]+)*)?$/, 'must be speed:mets pairs joined by |')),
  z.transform((cell: string): SpeedMets[] =>
    cell === ''
      ? []
      : cell.split('|').map((pair) => {
          const [speed = '', mets = ''] = pair.split(':');
          return { mets, speed: Number(speed) };
        }),
  ),
);

const source = /^Compendium(2011|2024):\d{5}(,\d{5})*$/;

/** A row of data/activities.csv; data/README.md says what its columns mean. */
export const ActivityTypeSource = z.strictObject({
  key: Key,
  name: Text,
  short_name: orNull(Text),
  parent: orNull(Key),
  icon: orNull(z.string().check(z.regex(/^[a-z0-9-]+$/))),
  mets: z.pipe(Decimal, z.transform(Number)),
  mets_speed: Speeds,
  location_aware: Flag,
  import_only: Flag,
  user_action_past: Phrase,
  user_action_present: Phrase,
  activities_are: orNull(Text),
  mets_basis: z.enum(['direct', 'proxy', 'assumption']),
  mets_source: orNull(z.string().check(z.regex(source))),
  mets_speed_source: orNull(z.string().check(z.regex(source))),
  note: orNull(Text),
});
export type ActivityTypeSource = z.infer<typeof ActivityTypeSource>;

type Rows = ReadonlyMap<string, ActivityTypeSource>;

/** Whether climbing from a type comes back to it. */
function isInCycle(rows: Rows, key: string): boolean {
  const climbed = new Set<string>();
  for (
    let at: string | null = key;
    at !== null && !climbed.has(at);
    at = rows.get(at)?.parent ?? null
  ) {
    climbed.add(at);
    if (rows.get(at)?.parent === key) return true;
  }
  return false;
}

const pairwise = <T>(items: readonly T[], holds: (one: T, next: T) => boolean) =>
  items.slice(1).every((next, i) => holds(items[i] as T, next));

/** The rules of a row within the whole, each with what is wrong where it does not hold. */
const rules: readonly [(row: ActivityTypeSource, rows: Rows) => boolean, string][] = [
  [({ parent }, rows) => parent === null || rows.has(parent), 'its parent does not exist'],
  [({ key }, rows) => !isInCycle(rows, key), 'it is its own ancestor'],
  [
    ({ parent, icon }) => (parent === null) === (icon !== null),
    'a root, and only a root, names an icon',
  ],
  [({ mets }) => mets > 0 && mets <= 25, 'its METs are not those of a living person'],
  [
    ({ mets_speed }) => pairwise(mets_speed, (one, next) => one.speed < next.speed),
    'its speeds do not ascend',
  ],
  [
    ({ mets_speed }) => pairwise(mets_speed, (one, next) => Number(one.mets) <= Number(next.mets)),
    'its METs fall while the speed rises',
  ],
  [
    ({ mets_speed, mets_speed_source }) => mets_speed.length > 0 === (mets_speed_source !== null),
    'its speeds and their source go together',
  ],
  [
    ({ mets_basis, mets_source }) => (mets_basis === 'assumption') === (mets_source === null),
    'only an assumption goes without a code of the Compendium',
  ],
];

/** Throws an error that names every type that is not as it must be, and why. */
export function checkActivityTypes(sources: readonly ActivityTypeSource[]): void {
  const rows = new Map(sources.map((row) => [row.key, row]));
  refuse([
    ...(rows.size < sources.length ? ['a key is given twice'] : []),
    ...sources.flatMap((row) =>
      rules
        .filter(([holds]) => !holds(row, rows))
        .map(([, complaint]) => `${row.key}: ${complaint}`),
    ),
  ]);
}
