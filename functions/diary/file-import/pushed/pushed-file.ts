import type { WholeDays } from '#functions/diary/measurement/add-values.ts';
import type { SentMeasurement } from '#functions/diary/measurement/measurement.ts';
import type { PushedWorkout } from '#functions/diary/workout-import/import-inbox-workouts.ts';
import { pushFolder } from '#shared/contract/resources.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';

/** The limits of what inboxes have taken and is stored later. */
export const pushedLimits = {
  /** The files of one request. Of more, an app sends an archive. */
  files: 20,
  /** The seconds for which a file is known, so that it is not read again. */
  known: 30 * 86_400,
  /** The milliseconds after which a file that nobody has read is taken again. */
  stale: 7 * 3_600_000,
} as const;

/** What the inbox of a file must have, wherever it is stored. */
export interface PushedInbox {
  name: string;
  /** The data source of its app, once it has one. */
  data_source_id?: string;
  /** The ids of deleted values with the numbers of the messages that deleted them. */
  deleted_ids?: Readonly<Record<string, number>>;
  /** Those that messages without a number have deleted, with the times of their receipt. */
  deleted_at?: Readonly<Record<string, number>>;
}

/** The content of a message that is too large to be stored at once. */
export interface PushedContent {
  workouts: readonly PushedWorkout[];
  values: readonly SentMeasurement[];
  /** The ids of workouts that the app has deleted. */
  deleted: readonly string[];
  sequence?: number | undefined;
  wholeBefore?: WholeDays | undefined;
}

/** Returns the object of a message. */
export function formatContent(content: PushedContent): Buffer {
  return Buffer.from(JSON.stringify(content));
}

/** Parses the object of a message, as `formatContent` wrote it. */
export function parseContent(bytes: Buffer): PushedContent {
  return JSON.parse(bytes.toString());
}

/** What became of the content of a file: the numbers of its workouts and values. */
export interface PushedCounts {
  stored: number;
  unchanged: number;
  ignored: number;
  deleted?: number;
  /** What is not kept, with its counts. */
  unread?: Readonly<Record<string, number>>;
}

/** A file that an inbox has taken. A consumer reads its object, and deletes it. */
export interface PushedFile extends PushedCounts {
  /** Of the inbox and the content, so a repeat has the same. */
  id: string;
  inbox_id: string;
  file_name: string;
  /** Whether it is the content of a message, by `formatContent`. */
  is_message?: true;
  received_datetime: string;
  /**
   * `missing` means that its object was gone before it could be read, or its person has withdrawn
   * the consent. It is taken again.
   */
  state: 'queued' | 'done' | 'missing';
  /** Present if the last write of the item requests that it is read. */
  continuation?: { id: string };
  /** When it is forgotten, in seconds since 1970. */
  ttl: number;
}

/** What separates the id of the inbox from the digest. */
export const idSeparator = '.';

/** Returns the id of a file of an inbox from the digest of its content. */
export function toPushedId(inbox_id: string, digest: string): string {
  return `${inbox_id}${idSeparator}${digest}`;
}

/** Returns the digest of the content of a file. */
export function toFileDigest({ id }: Pick<PushedFile, 'id'>): string {
  return id.slice(id.indexOf(idSeparator) + idSeparator.length);
}

/** Returns a new file, which requests that it is read. */
export function buildPushedFile(
  file: Pick<PushedFile, 'id' | 'inbox_id' | 'file_name' | 'is_message'>,
  now: Date,
): PushedFile {
  const { id } = file;
  return {
    ...file,
    received_datetime: now.toISOString(),
    state: 'queued',
    stored: 0,
    unchanged: 0,
    ignored: 0,
    continuation: { id },
    ttl: toEpochSeconds(now) + pushedLimits.known,
  };
}

/** Returns whether a file has to be taken again, because nobody has read it. */
export function isLost({ state, received_datetime }: PushedFile, now: Date): boolean {
  if (state === 'missing') return true;
  const age = now.getTime() - Date.parse(received_datetime);
  return state === 'queued' && age > pushedLimits.stale;
}

/** Returns the prefix of the objects of a user. */
export function toPushedPrefix(user_id: string): string {
  return `${pushFolder}/${user_id}/`;
}

/** Returns the key of the object of a file. Copies of a file share it. */
export function toPushedKey(user_id: string, { id }: Pick<PushedFile, 'id'>): string {
  return `${toPushedPrefix(user_id)}${id}`;
}
