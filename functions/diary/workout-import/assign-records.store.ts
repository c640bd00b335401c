import { countDays } from '#functions/diary/entry/dates.ts';
import * as dayItems from '#functions/diary/entry/day-item.store.ts';
import { toFileWorkoutId } from '#functions/diary/entry/origin.ts';
import { findImportedEntry } from '#functions/diary/merging/import-change.ts';
import type { Table } from '#shared/table/table.ts';
import { normalizeSport } from './sport.ts';
import { type FileWorkout, getLocalDay } from './workout.ts';
import * as records from './workout-record.store.ts';

/** A file whose workouts are imported. */
interface IdentifiedFile {
  file_id: string;
  /** Whether the id is that of the bytes. Else a recorder states it, perhaps always the same. */
  isExact: boolean;
  workouts: readonly FileWorkout[];
}

/** A workout, and its place in its file. */
export interface PlacedWorkout {
  file: IdentifiedFile;
  index: number;
  workout: FileWorkout;
}

/** The record of a workout, or the id under which it gets one. */
interface Assignment {
  file_id: string;
  record: records.StoredFileRecord | undefined;
}

/** A record with the start and the sport of its workout, if these are known. */
interface KnownRecord {
  record: records.StoredFileRecord;
  start: number | undefined;
  sport: string | undefined;
}

/** A file may have had this many workouts more for an earlier reader. */
const moreWorkouts = 2;

/** Words for the sport of a workout that its file does not tell. */
const unknownSports: ReadonlySet<string> = new Set(['', 'unknown', 'generic']);

/** Returns the start of a workout in seconds since 1970. */
export function getStart({ start_time }: FileWorkout): number {
  return Math.floor(Date.parse(start_time) / 1000);
}

/** Returns the word for a sport without its variant, e.g. `running` of `running/trail`. */
export function toSportWord(remote_activity: string): string {
  return normalizeSport(remote_activity.split('/')[0] ?? '');
}

/**
 * Finds the records of workouts. A workout is known by its start and its sport within its file: the
 * file's place for it, which is its number, may have another workout, because some programs give
 * all files one id, or because another reader has found more workouts in the file. Such a workout
 * has its start and sport in the id of its record.
 */
export async function assignRecords(
  table: Table<'getEach'>,
  user_id: string,
  workouts: readonly PlacedWorkout[],
): Promise<Assignment[]> {
  const known = new Map<string, KnownRecord>();
  const read = async (ids: readonly string[]) => {
    const unread = [...new Set(ids)].filter((id) => !known.has(id));
    for (const one of await readKnown(table, user_id, unread))
      known.set(one.record.file_id, one);
  };
  await read(workouts.flatMap((one) => [toFirst(one), toPlace(one), toOwnId(one)]));

  const claimed = new Set<string>();
  const claim = (id: string, isTaken: (found: KnownRecord) => boolean) => {
    const found = known.get(id);
    if (!found || claimed.has(id) || !isTaken(found)) return undefined;
    claimed.add(id);
    return { file_id: id, record: found.record };
  };
  const assigned = workouts.map((one) => {
    const own = claim(toOwnId(one), () => true);
    return own ?? claim(toPlace(one), (found) => isRecordOf(found, one));
  });

  const isElsewhere = (one: PlacedWorkout, index: number) =>
    !assigned[index] && one.file.workouts.length > 1 && known.has(toFirst(one));
  await read(workouts.filter(isElsewhere).flatMap(listPlaces));
  for (const [index, one] of workouts.entries()) {
    if (!isElsewhere(one, index)) continue;
    const found = listPlaces(one).find((id) => {
      const place = known.get(id);
      return place && !claimed.has(id) && place.start === getStart(one.workout);
    });
    assigned[index] = found ? claim(found, (place) => isRecordOf(place, one)) : undefined;
  }

  return workouts.map((one, index) => {
    const found = assigned[index] ?? claim(toPlace(one), (place) => isLeft(place, one));
    if (found) return found;
    const isFree = !known.has(toPlace(one)) && !claimed.has(toPlace(one));
    const file_id = isFree ? toPlace(one) : toOwnId(one);
    claimed.add(file_id);
    return { file_id, record: undefined };
  });
}

function toFirst({ file }: PlacedWorkout): string {
  return toFileWorkoutId(file.file_id, 0);
}

function toPlace({ file, index }: PlacedWorkout): string {
  return toFileWorkoutId(file.file_id, index);
}

function listPlaces({ file }: PlacedWorkout): string[] {
  const count = file.workouts.length + moreWorkouts;
  return Array.from({ length: count }, (_, index) =>
    toFileWorkoutId(file.file_id, index),
  );
}

function toOwnId({ file, workout }: PlacedWorkout): string {
  return `${file.file_id}#${getStart(workout)}-${toSportWord(workout.remote_activity)}`;
}

/** Returns whether a record is that of a workout of the same file. */
function isRecordOf(
  { start, sport, record }: KnownRecord,
  { file, workout }: PlacedWorkout,
): boolean {
  if (start === undefined) {
    // The person has removed or moved its entry.
    return file.isExact || isNear(record.storage_date, getLocalDay(workout));
  }
  if (start !== getStart(workout)) return false;
  return file.isExact || isSameSport(sport, toSportWord(workout.remote_activity));
}

/** Returns whether another reader has given the workout at this place another start. */
function isLeft({ start }: KnownRecord, { file }: PlacedWorkout): boolean {
  return file.isExact && !file.workouts.some((one) => getStart(one) === start);
}

function isNear(one: string, other: string): boolean {
  return one <= other ? countDays(one, other) <= 2 : countDays(other, one) <= 2;
}

function isSameSport(one = '', other = ''): boolean {
  return one === other || unknownSports.has(one) || unknownSports.has(other);
}

/** Reads records with what is known of their workouts: those of 0.6.0 lead to it by their entry. */
async function readKnown(
  table: Table<'getEach'>,
  user_id: string,
  file_ids: readonly string[],
): Promise<KnownRecord[]> {
  const found = await records.findFileRecords(table, user_id, file_ids);
  const existing = found.filter((record) => record !== undefined);
  const dates = existing.flatMap(({ start, storage_date }) =>
    start === undefined ? storage_date : [],
  );
  const diary = { table, user_id };
  const items = new Map(await dayItems.findDays(diary, [...new Set(dates)]));
  return existing.map((record) => {
    const { start, sport } = record;
    if (start !== undefined) return { record, start, sport };
    const entry = findImportedEntry(items, records.toAddress(record));
    const word = entry && toSportWord(entry.source.remote_activity);
    return { record, start: entry?.imported.start, sport: word };
  });
}
