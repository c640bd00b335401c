import type { UserProfile } from '#functions/auth/identity/identity.ts';
import { toFileWorkoutId } from '#functions/diary/entry/origin.ts';
import {
  type FetchedWorkout,
  importFetched,
  noteUnreadable,
} from '#functions/diary/workout-import/import-fetched.ts';
import type { FileWorkout } from '#functions/diary/workout-import/workout.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { openObjectSource } from '../archives/file-source.ts';
import { decodeFile } from '../formats/decode-file.ts';
import type { DecodedFile } from '../formats/decoded-file.ts';
import {
  type FetchedFile,
  type FetchedFiles,
  parseFetched,
} from '../pushed/fetched-files.ts';
import * as pushedFiles from '../pushed/pushed-file.store.ts';
import { toPushedKey } from '../pushed/pushed-file.ts';
import type { RunContext } from './import-listed.ts';

/** The end of the reading of files that a sync has fetched. */
type FetchedOutcome = 'held' | 'done' | 'missing' | 'gone';

type FetchedContext = Pick<RunContext, 'table' | 'files' | 'getNow'>;

/**
 * Adds to the entries of a connection what their files tell, and deletes the object of the files.
 * It can be interrupted at any point and repeated. Files that are lost on the way are fetched
 * again, because the records of their workouts say since when they are. Throws if a store cannot
 * be reached.
 */
export async function storeFetched(
  { table, files: objects, getNow }: FetchedContext,
  user_id: string,
  message: Pick<FetchedFiles, 'id' | 'remote_connection_id'>,
): Promise<FetchedOutcome> {
  const key = toPushedKey(user_id, message);
  const { files, ...found } = await pushedFiles.findFetched(table, user_id, message);
  const { connection, profile } = found;
  if (profile?.restricted_datetime !== undefined) return 'held';
  const isWanted = files && connection && profile;
  const source = isWanted && (await openObjectSource(objects, key));
  const owner = connection && profile && { user_id, connection, profile };
  const outcome =
    source && owner
      ? await storeFiles(table, owner, await source.read(0, source.size), getNow())
      : 'missing';
  await objects.delete(key);
  if (files) await pushedFiles.deleteFetched(table, user_id, message);
  return isWanted ? outcome : 'gone';
}

/** The connection that files are from, and its person. */
interface FilesOwner {
  user_id: string;
  connection: pushedFiles.ConnectedAccount;
  profile: UserProfile;
}

async function storeFiles(
  table: FetchedContext['table'],
  { user_id, connection, profile }: FilesOwner,
  object: Buffer,
  now: Date,
): Promise<'done' | 'gone'> {
  const { id: remote_connection_id, type, remote_id: account_id } = connection;
  const account = { user_id, remote_connection_type: type, account_id };
  const { readAt, files } = parseFetched(object);
  const timeZone = profile.time_zone ?? 'UTC';
  const decoded = files.map((file) => ({ ...file, read: readFile(file, timeZone) }));
  const fetched = decoded.flatMap(({ workout, read }) => (read ? { workout, read } : []));
  const unreadable = decoded.flatMap(({ workout, facts, read }) => {
    const workout_id = workout.remote_id;
    return read ? [] : { key: { ...account, workout_id }, facts };
  });
  await noteUnreadable(table, unreadable, now);
  const job = { ...account, remote_connection_id, readAt, fetched };
  return (await importFetched(table, job, now)) ? 'done' : 'gone';
}

/** Returns the workout of a file that its provider means, or undefined if it is unreadable. */
function readFile(
  { bytes, workout }: FetchedFile,
  timeZone: string,
): FetchedWorkout['read'] | undefined {
  const decoded = decodeFile(bytes, '', { timeZone });
  if (decoded.outcome !== 'workouts' || decoded.isCutOff) return undefined;
  const index = findNearest(decoded, workout);
  const found = decoded.workouts[index];
  if (!found) return undefined;
  const { identity = toDigest(bytes) } = decoded;
  return { ...found, file_id: toFileWorkoutId(identity, index) };
}

/** Returns which workout of a file began nearest to the one of its provider. */
function findNearest(
  { workouts }: DecodedFile & { outcome: 'workouts' },
  { start_time }: Pick<FileWorkout, 'start_time'>,
): number {
  const starts = workouts.map((each) => Date.parse(each.start_time));
  const distances = starts.map((start) => Math.abs(start - Date.parse(start_time)));
  return distances.indexOf(Math.min(...distances));
}
