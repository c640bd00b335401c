import { mapSport } from '#functions/diary/import/sport.ts';
import {
  findRootId,
  getActivityTypeId,
} from '#shared/reference-data/activity-type-keys.ts';
import { type DecodedFile, reportFault } from '../formats/decoded-file.ts';
import { isIndoors } from '../formats/indoors.ts';
import { collectPieces } from './pieces.ts';
import type { ZipMember } from './zip.ts';

/** The words for sports in the table of a Strava archive, by the names of the files. */
export type StravaSports = ReadonlyMap<string, string>;

/** The largest table that is read, in bytes. A line has about 1 KB. */
const maxTableBytes = 16 * 1024 * 1024;

/** Bounds of a line, so that none takes much memory. Lines of Strava have about 100 values. */
const maxLineLength = 64 * 1024;
const maxCells = 1000;

/** The most letters of a word for a sport. */
const maxSportLength = 100;

/** The place of the sport in a line, whose headings are in the person's language. */
const sportColumn = 3;

const tableName = /(?<=^|\/)activities\.csv$/;

/** A value of a line and what ends it: a comma, or the end of the line. */
const cell = /("[^"]*(?:""[^"]*)*"|[^",\r\n]*)(,|\r?\n|$)/y;

/**
 * Finds the table of a Strava archive, and returns the words for the sports of its activities. An
 * archive of others has none.
 */
export async function findStravaSports(
  members: readonly ZipMember[],
): Promise<StravaSports> {
  const table = members.find(({ name }) => tableName.test(name));
  if (!table || table.size > maxTableBytes) return new Map();
  const bytes = await collectPieces(table.read(), table.size);
  if (typeof bytes === 'string') return new Map();
  const folder = table.name.replace(tableName, '');
  const files = new Set(members.map(({ name }) => name));
  try {
    return new Map(listSports(bytes.toString(), folder, files));
  } catch (error) {
    reportFault(error);
    return new Map();
  }
}

/** Lists those of `files` that a table in a folder has, with the words for their sports. */
function* listSports(
  table: string,
  folder: string,
  files: ReadonlySet<string>,
): Generator<[string, string]> {
  for (const cells of readLines(table)) {
    const path = cells.find((value) => /^activities\/[\w.-]+$/.test(value));
    const name = `${folder}${path}`;
    const sport = cells[sportColumn]?.replaceAll(/[^A-Za-z]/g, '');
    if (sport && sport.length <= maxSportLength && files.has(name)) yield [name, sport];
  }
}

/** Reads the values of each line, as far as the table can be read. */
function* readLines(table: string): Generator<readonly string[]> {
  for (let start = 0; start < table.length; ) {
    const text = table.slice(start, start + maxLineLength);
    const line = readLine(text);
    if (!line || line.end === maxLineLength) return;
    yield line.cells;
    start += line.end;
  }
}

/**
 * Reads the first line of a text. Returns its values and where it ends, or undefined if it has too
 * many, or a quote where none may be.
 */
function readLine(text: string): { cells: string[]; end: number } | undefined {
  const cells: string[] = [];
  cell.lastIndex = 0;
  while (cells.length < maxCells) {
    const [, value = '', end] = cell.exec(text) ?? [];
    if (end === undefined) return undefined;
    cells.push(value.startsWith('"') ? value.slice(1, -1) : value);
    if (end !== ',') return { cells, end: cell.lastIndex };
  }
  return undefined;
}

const otherRoot = findRootId(getActivityTypeId('other_import'));

/** Returns whether the sport of the table is one indoors or on a screen. */
export function isIndoorSport(sport: string | undefined): boolean {
  return sport !== undefined && isIndoors(mapSport({}, sport));
}

/** Gives workouts whose own file does not tell their sport the sport of the table. */
export function applySport(decoded: DecodedFile, sport: string | undefined): DecodedFile {
  if (decoded.outcome !== 'workouts' || sport === undefined) return decoded;
  const workouts = decoded.workouts.map((workout) => {
    const isKnown = findRootId(workout.activity_type_id) !== otherRoot;
    return isKnown ? workout : { ...workout, ...mapSport({}, sport) };
  });
  return { ...decoded, workouts };
}
