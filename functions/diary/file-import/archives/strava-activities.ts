import { isIndoors } from '#functions/diary/entry/indoors.ts';
import {
  formatInstant,
  toPlausible,
} from '#functions/diary/workout-import/plausible-workout.ts';
import { mapSport } from '#functions/diary/workout-import/sport.ts';
import type { FileWorkout } from '#functions/diary/workout-import/workout.ts';
import {
  findRootId,
  getActivityTypeId,
} from '#shared/reference-data/activity-type-keys.ts';
import {
  type DecodedFile,
  decodeRecordings,
  type FileContext,
  reportFault,
} from '../formats/decoded-file.ts';
import { toImplausibleNote, withChanges } from '../formats/file-changes.ts';
import { findStartPlace } from '../formats/start-offset.ts';
import { collectPieces } from './pieces.ts';
import { stravaTableSports } from './strava-sports.data.ts';
import { listStravaActivities, type StravaActivity } from './strava-table.ts';
import type { ZipMember } from './zip.ts';

/** The table of a Strava archive. */
export interface StravaTable {
  /** The name of the table in the archive. */
  name: string;
  /** The words for the sports of the files, by their names in the archive. */
  sports: ReadonlyMap<string, string>;
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
  const sports = new Map<string, string>();
  const withoutFile: StravaActivity[] = [];
  for (const activity of listStravaActivities(content)) {
    const { file, sport } = activity;
    const member = file && names.get(toPlainName(`${folder}${file}`));
    if (!member) withoutFile.push(activity);
    else if (sport) sports.set(member, sport);
  }
  return { name, sports, withoutFile };
}

function toPlainName(name: string): string {
  return name.replace(/\.gz$/i, '');
}

function mapTableSport(sport: string) {
  return mapSport(stravaTableSports, sport);
}

const otherRoot = findRootId(getActivityTypeId('other_import'));

/** Returns whether the sport of the table is one indoors or on a screen. */
export function isIndoorSport(sport: string | undefined): boolean {
  return sport !== undefined && isIndoors(mapTableSport(sport));
}

/** Gives workouts whose own file does not tell their sport the sport of the table. */
export function applySport(decoded: DecodedFile, sport: string | undefined): DecodedFile {
  if (decoded.outcome !== 'workouts' || sport === undefined) return decoded;
  const { changes, workouts } = decoded;
  const isUnknown = ({ activity_type_id }: FileWorkout) =>
    findRootId(activity_type_id) === otherRoot;
  const sport_from_table = workouts.filter(isUnknown).length;
  if (sport_from_table === 0) return decoded;
  const named = workouts.map((workout) =>
    isUnknown(workout) ? { ...workout, ...mapTableSport(sport) } : workout,
  );
  return { ...decoded, workouts: named, changes: { ...changes, sport_from_table } };
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
