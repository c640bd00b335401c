import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reportFailure } from '../terminal/failure.ts';
import { createProgram } from '../terminal/program.ts';
import { writeZoneMap } from './places.ts';
import { listChanges, parseSummerRule } from './posix-rule.ts';
import { readRelease } from './release.ts';
import { writeResourceBundle } from './resource-bundle.ts';
import { rulesFileName, rulesFolder, rulesVariable } from './rules-file.ts';
import type { ZoneRules } from './tzif.ts';
import { type TimeZoneRelease, toZoneResources } from './zone-resources.ts';

/** Makes the data of time zones that the repository has. */
export function runTimeZones(args: readonly string[]): Promise<void> {
  return reportFailure(async () => {
    const program = createProgram('npm run time-zones --').description(
      'Makes the data about time zones that the service ships.',
    );
    program
      .command('places')
      .description('make the map of time zones from the boundaries that npm has')
      .action(writeZoneMap);
    program
      .command('rules')
      .description('make the rules of time zones from a release of their database')
      .argument(
        '<package>',
        'the path of the package that lib/time-zones/release.ts names',
      )
      .action(writeRules);
    await program.parseAsync(args, { from: 'user' });
  });
}

/** Writes the file with the rules of time zones, from the package at a path, and checks it. */
async function writeRules(path: string): Promise<void> {
  const release = await readRelease(path);
  const content = writeResourceBundle(toZoneResources(release));
  await mkdir(rulesFolder, { recursive: true });
  await writeFile(join(rulesFolder, rulesFileName), content);
  const checked = requireSameOffsets(release);
  console.log(`Wrote the rules of ${release.version}: ${content.length} bytes.`);
  console.log(`Node has ${checked} offsets of ${release.zones.size} zones right.`);
}

/** An offset that a zone has according to its release, in seconds. */
type Fact = readonly [zone: string, at: number, offset: number];

/** The last year whose changes are compared. */
const lastYear = 2060;

/** Compares what Node reads in the file with the release, before and after each change. */
function requireSameOffsets({ zones }: TimeZoneRelease): number {
  const facts = [...zones].flatMap(([name, rules]) => listFacts(name, rules));
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', comparison], {
    env: { [rulesVariable]: rulesFolder },
    input: JSON.stringify(facts),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (stdout !== '[]') throw new Error(`The file is wrong: ${stdout || stderr}`);
  return facts.length;
}

function listFacts(name: string, { periods, rule }: ZoneRules): Fact[] {
  const summer = parseSummerRule(rule);
  const last = periods.at(-1)?.start ?? 0;
  const firstYear = new Date(Math.max(last, 0) * 1000).getUTCFullYear();
  const years = Array.from(
    { length: lastYear - firstYear },
    (_, index) => firstYear + index,
  );
  const changes = summer ? years.flatMap((year) => listChanges(summer, year)) : [];
  const later = changes.filter(({ at }) => at > last);
  const saving = (isSummer: boolean) => (isSummer ? (summer?.saving ?? 0) : 0);
  const all = [
    ...periods,
    ...later.map(({ at, isSummer }) => {
      return { start: at, offset: (summer?.standard ?? 0) + saving(isSummer) };
    }),
  ];
  return all.slice(1).flatMap(({ start, offset }, index): Fact[] => [
    [name, start - 1, all[index]?.offset ?? 0],
    [name, start, offset],
  ]);
}

/** Reads facts, and prints those of which Node knows otherwise. */
const comparison = `
  const formats = new Map();
  const find = (zone) => formats.get(zone) ?? formats.set(zone, new Intl.DateTimeFormat('en',
    { timeZone: zone, timeZoneName: 'longOffset' })).get(zone);
  const read = (zone, at) => {
    const [, sign = '+', hours = 0, minutes = 0, seconds = 0] =
      /GMT([+-])(\\d+):(\\d+):?(\\d+)?$/.exec(find(zone).format(at * 1000)) ?? [];
    return (sign + 1) * (hours * 3600 + minutes * 60 + Number(seconds));
  };
  const facts = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
  const wrong = facts.filter(([zone, at, offset]) => read(zone, at) !== offset);
  process.stdout.write(JSON.stringify(wrong.slice(0, 20)));
`;
