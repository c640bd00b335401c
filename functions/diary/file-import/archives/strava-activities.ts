import { isIndoors } from '#functions/diary/entry/indoors.ts';
import {
  formatInstant,
  toEnergy,
  toPlausible,
} from '#functions/diary/workout-import/plausible-workout.ts';
import { mapSport } from '#functions/diary/workout-import/sport.ts';
import type { FileWorkout } from '#functions/diary/workout-import/workout.ts';
import {
  findRootId,
  getActivityTypeId,
} from '#shared/reference-data/activity-type-keys.ts';
import { compact } from '#shared/runtime/compact.ts';
import {
  type DecodedFile,
  decodeRecordings,
  type FileContext,
  reportFault,
} from '../formats/decoded-file.ts';
import {
  createChangeCounter,
  toImplausibleNote,
  withChanges,
} from '../formats/file-changes.ts';
import { findStartPlace } from '../formats/start-offset.ts';
import { collectPieces } from './pieces.ts';
import { stravaTableSports } from './strava-sports.data.ts';
import { listStravaActivities, type StravaActivity } from './strava-table.ts';
import type { ZipMember } from './zip.ts';

/** The table of a Strava archive. */
export interface StravaTable {
  /** The name of the table in the archive. */
  name: string;
  /** The activities of the files, by their names in the archive. */
  withFile: ReadonlyMap<string, StravaActivity>;
  /** Activities of which the archive has no file, e.g. what a person entered. */
  withoutFile: readonly StravaActivity[];
}

/** The largest table that is read, in bytes. A line has about 1 KB. */
const maxTableBytes = 16 * 1024 * 1024;

const tableName = /(?<=^|\/)activities\.csv$/;

/** Reads the table of a Strava archive. An archive of others has none. */
export async function findStravaTable(
  members: readonly ZipMember[],
): Promise<StravaTable | undefined> {
  const table = members.find(({ name }) => tableName.test(name));
  if (!table || table.size > maxTableBytes) return undefined;
  const bytes = await collectPieces(table.read(), table.size);
  if (typeof bytes === 'string') return undefined;
  try {
    return readTable(table.name, bytes.toString(), members);
  } catch (error) {
    reportFault(error);
    return undefined;
  }
}

function readTable(
  name: string,
  content: string,
  members: readonly ZipMember[],
): StravaTable {
  const folder = name.replace(tableName, '');
  // Some programs have unpacked the files, whose names the table has as they were.
  const names = new Map(members.map((member) => [toPlainName(member.name), member.name]));
  const withFile = new Map<string, StravaActivity>();
  const withoutFile: StravaActivity[] = [];
  for (const activity of listStravaActivities(content)) {
    const { file } = activity;
    const member = file && names.get(toPlainName(`${folder}${file}`));
    if (member) withFile.set(member, activity);
    else withoutFile.push(activity);
  }
  return { name, withFile, withoutFile };
}

function toPlainName(name: string): string {
  return name.replace(/\.gz$/i, '');
}

function mapTableSport(sport: string) {
  return mapSport(stravaTableSports, sport);
}

const otherRoot = findRootId(getActivityTypeId('other_import'));

/** What the table tells of a file. */
type TableFacts = Pick<StravaActivity, 'sport' | 'energy'>;

/** Returns whether the sport of the table is one indoors or on a screen. */
export function isIndoorSport({ sport }: TableFacts): boolean {
  return sport !== '' && isIndoors(mapTableSport(sport));
}

/** Gives workouts whose own file does not tell their sport or energy those of the table. */
export function applyTable(decoded: DecodedFile, facts: TableFacts): DecodedFile {
  if (decoded.outcome !== 'workouts') return decoded;
  const { note, changes } = createChangeCounter(decoded.changes);
  const { length } = decoded.workouts;
  const workouts = decoded.workouts.map((workout) => {
    const isUnknown = findRootId(workout.activity_type_id) === otherRoot;
    const sport = isUnknown && facts.sport !== '' && mapTableSport(facts.sport);
    // The energy of the table is that of all workouts of the file.
    const isWhole = length === 1 && workout.energy === undefined;
    const energy = isWhole
      ? toEnergy({ ...facts, elapsed: workout.elapsed }, workout.duration)
      : undefined;
    note('sport_from_table', sport ? 1 : 0);
    note('energy_from_table', energy ? 1 : 0);
    return { ...workout, ...sport, ...compact({ energy }) };
  });
  const isChanged = Object.keys(changes).length > 0;
  return isChanged ? { ...decoded, workouts, changes } : decoded;
}

/** Decodes an activity of the table as if it were a file. */
export function decodeActivity(
  activity: StravaActivity,
  context: FileContext,
): DecodedFile {
  return withChanges((note) => {
    const decode = (one: StravaActivity) => toWorkout(one, { ...context, note });
    return decodeRecordings([activity], decode, { otherwise: 'no_workout', note });
  });
}

function toWorkout(
  activity: StravaActivity,
  context: FileContext,
): FileWorkout | undefined {
  const { startMs = Number.NaN, elapsed, moving, energy, distance, maxSpeed } = activity;
  if (Number.isNaN(startMs)) return undefined;
  const duration = moving || elapsed;
  const values = {
    start_time: formatInstant(startMs),
    ...findStartPlace({ startMs, isIndoors: false }, context),
    duration,
    elapsed: duration && elapsed && elapsed > duration ? elapsed : undefined,
    energy,
    distance,
    avg_heart_rate: activity.heartRate,
    max_heart_rate: activity.maxHeartRate,
    max_speed: maxSpeed,
    elevation_gain: activity.ascent,
    ...mapTableSport(activity.sport || 'workout'),
  };
  return toPlausible(values, toImplausibleNote(context.note));
}
