import { mapSport } from '#functions/diary/import/sport.ts';
import {
  findRootId,
  getActivityTypeId,
} from '#shared/reference-data/activity-type-keys.ts';
import type { DecodedFile } from '../formats/decoded-file.ts';
import { collectPieces } from './pieces.ts';
import type { ZipMember } from './zip.ts';

/** The words for sports in the table of a Strava archive, by the names of the files. */
export type StravaSports = ReadonlyMap<string, string>;

/** The largest table that is read, in bytes. A line has about 1 KB. */
const maxTableBytes = 16 * 1024 * 1024;

/** The place of the sport in a line, whose headings are in the person's language. */
const sportColumn = 3;

const tableName = /(?<=^|\/)activities\.csv$/;

/** A value of a line and what ends it: a comma, or the end of the line. */
const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y;

/**
 * Finds the table of a Strava archive, and returns the words for the sports of its activities. An
 * archive of others has none.
 */
export async function findStravaSports(
  members: readonly ZipMember[],
): Promise<StravaSports> {
  const sports = new Map<string, string>();
  const table = members.find(({ name }) => tableName.test(name));
  if (!table || table.size > maxTableBytes) return sports;
  const bytes = await collectPieces(table.read(), table.size);
  if (typeof bytes === 'string') return sports;

  const folder = table.name.replace(tableName, '');
  for (const cells of readLines(bytes.toString())) {
    const file = cells.find((value) => /^activities\/[\w.-]+$/.test(value));
    const sport = cells[sportColumn]?.replaceAll(/[^A-Za-z]/g, '');
    if (file && sport) sports.set(`${folder}${file}`, sport);
  }
  return sports;
}

function* readLines(table: string): Generator<string[]> {
  let cells: string[] = [];
  cell.lastIndex = 0;
  while (cell.lastIndex < table.length) {
    const [, value = '', end] = cell.exec(table) ?? [];
    // A quote where none may be: the rest cannot be read.
    if (end === undefined) return;
    cells.push(value.startsWith('"') ? value.slice(1, -1) : value);
    if (end === ',') continue;
    yield cells;
    cells = [];
  }
}

const otherRoot = findRootId(getActivityTypeId('other_import'));

/** Gives workouts whose own file does not tell their sport the sport of the table. */
export function applySport(decoded: DecodedFile, sport: string | undefined): DecodedFile {
  if (decoded.outcome !== 'workouts' || sport === undefined) return decoded;
  const workouts = decoded.workouts.map((workout) => {
    const isKnown = findRootId(workout.activity_type_id) !== otherRoot;
    return isKnown ? workout : { ...workout, ...mapSport({}, sport) };
  });
  return { ...decoded, workouts };
}
