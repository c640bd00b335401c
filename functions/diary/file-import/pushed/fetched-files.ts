import type { ImportedWorkout } from '#functions/diary/workout-import/workout.ts';
import type { FileFacts } from '#functions/diary/workout-import/workout-record.store.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { idSeparator } from './pushed-file.ts';

/**
 * Some files that a sync has fetched. A consumer reads their object and deletes both. What became
 * of a file is noted in the record of its workout.
 */
export interface FetchedFiles {
  /** Of the connection and this batch of files. */
  id: string;
  remote_connection_id: string;
  state: 'queued';
  received_datetime: string;
  /** Present if the last write of the item requests that it is read. */
  continuation: { id: string };
  /** When it is forgotten, in seconds since 1970. */
  ttl: number;
}

/** The seconds after which the files would no longer be there. */
const lifetime = 7 * 86_400;

/** Returns a new item, which requests that its files are read. */
export function buildFetchedFiles(remote_connection_id: string, now: Date): FetchedFiles {
  const id = `${remote_connection_id}${idSeparator}${newId(now)}`;
  return {
    id,
    remote_connection_id,
    state: 'queued',
    received_datetime: now.toISOString(),
    continuation: { id },
    ttl: toEpochSeconds(now) + lifetime,
  };
}

/** A file, and the workout as its provider has stated it. */
export interface FetchedFile {
  workout: ImportedWorkout;
  /** What was known of the file before. */
  facts: FileFacts;
  bytes: Uint8Array;
}

/** What an object has before its files. */
interface FetchedHead {
  /** When the provider stated the workouts, in epoch milliseconds. */
  read_at: number;
  files: readonly (Omit<FetchedFile, 'bytes'> & { size: number })[];
}

const lengthBytes = 4;

/** Returns the object of some files. */
export function formatFetched(files: readonly FetchedFile[], readAt: Date): Buffer {
  const listed = files.map(({ bytes, ...file }) => ({ ...file, size: bytes.length }));
  const head: FetchedHead = { read_at: readAt.getTime(), files: listed };
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text, ...files.map(({ bytes }) => bytes)]);
}

/** Parses the object of some files, as `formatFetched` wrote it. */
export function parseFetched(object: Buffer): { readAt: Date; files: FetchedFile[] } {
  const start = lengthBytes + object.readUInt32BE();
  const text = object.subarray(lengthBytes, start).toString();
  const { read_at, files }: FetchedHead = JSON.parse(text);
  let at = start;
  const parsed = files.map(({ size, ...file }) => {
    at += size;
    return { ...file, bytes: object.subarray(at - size, at) };
  });
  return { readAt: new Date(read_at), files: parsed };
}
