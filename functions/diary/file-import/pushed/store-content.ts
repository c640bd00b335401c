import { toConsentCheck } from '#functions/auth/identity/processing.store.ts';
import * as measurements from '#functions/diary/measurement/measurement.store.ts';
import {
  isOfInbox,
  type PlacedMeasurement,
} from '#functions/diary/measurement/measurement.ts';
import { deleteWhere } from '#functions/diary/measurement/measurement-deletion.store.ts';
import { importInboxWorkouts } from '#functions/diary/workout-import/import-inbox-workouts.ts';
import type { ImportTable } from '#functions/diary/workout-import/import-workouts.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { TransactionChange } from '#shared/table/table.ts';
import type { PushedContent, PushedInbox } from './pushed-file.ts';

/** Where a message or a file has arrived. */
interface ArrivedContent {
  user_id: string;
  inbox: PushedInbox & { id: string };
  /** When, which is its order if it has no number. */
  receivedAt: Date;
  /** When the latest message came that was stored later, or still is. */
  delayedAt?: Date | undefined;
  /** Returns the data source of the inbox, if it can have one. */
  findDataSource: () => Promise<string | undefined>;
  /** Conditions of each transaction, beside the consent of the person. */
  checks?: readonly TransactionChange<'check'>[];
}

/** What became of content, and how much of it is not kept. */
export interface ContentCounts {
  stored: number;
  unchanged: number;
  deleted: number;
  /** The workouts and values that a later message has deleted. */
  late: number;
  /** The workouts whose day is full. */
  refused: number;
  /** The values for which there is no room. */
  excess: number;
}

/**
 * Stores the values and workouts of a message or a file, except what a later message has deleted,
 * and deletes the workouts that its app has deleted. It can be repeated. Returns undefined if the
 * person has not consented to the processing of data of health, or a check has failed.
 */
export async function storeContent(
  table: ImportTable,
  { user_id, inbox, receivedAt, delayedAt, checks = [], ...arrived }: ArrivedContent,
  { workouts = [], values = [], deleted = [], ...content }: Partial<PushedContent>,
  now: Date,
): Promise<ContentCounts | undefined> {
  const { sequence, wholeBefore } = content;
  let source: Promise<string | undefined> | undefined;
  const findDataSource = () => {
    source ??= arrived.findDataSource();
    return source;
  };
  const read_at = receivedAt.getTime();
  const sent = values.filter((value) => !isDeletedLater({ ...value, read_at }, inbox));
  const kept = workouts.filter(
    ({ id }) => !isDeletedLater({ external_id: id, sequence, read_at }, inbox),
  );
  const origin = { kind: 'inbox', inbox_id: inbox.id } as const;
  const data_source_id = sent.length > 0 ? await findDataSource() : undefined;
  const ofValues = await measurements.storeInParts(table, user_id, {
    source: { ...origin, ...compact({ data_source_id }) },
    sent,
    wholeBefore,
    readAt: sequence === undefined ? receivedAt : undefined,
    delayedAt,
    checks,
  });
  if (!ofValues) return undefined;
  const message = { user_id, inbox, deleted, sequence, receivedAt, findDataSource };
  const consented = [toConsentCheck(user_id), ...checks];
  const imported = { ...message, workouts: kept, checks: consented };
  const ofWorkouts = await importInboxWorkouts(table, imported, now);
  if (!ofWorkouts) return undefined;
  const { refused, deleted: gone } = ofWorkouts;
  return {
    stored: ofValues.stored + ofWorkouts.stored,
    unchanged: ofValues.unchanged + ofWorkouts.unchanged,
    deleted: gone,
    late: values.length - sent.length + workouts.length - kept.length,
    refused,
    excess: ofValues.ignored,
  };
}

/** What a message has of the phone, by its id. */
interface Ordered {
  external_id?: string | undefined;
  /** The number of the message. */
  sequence?: number | undefined;
  /** When it was received, in epoch milliseconds, which is its order if it has no number. */
  read_at?: number | undefined;
}

/** Returns whether a message of later, by its number or its receipt, has deleted it. */
function isDeletedLater(
  { external_id = '', sequence, read_at = Number.POSITIVE_INFINITY }: Ordered,
  { deleted_ids = {}, deleted_at = {} }: PushedMarks,
): boolean {
  return sequence === undefined
    ? (deleted_at[external_id] ?? -1) > read_at
    : (deleted_ids[external_id] ?? -1) > sequence;
}

type PushedMarks = Pick<PushedInbox, 'deleted_ids' | 'deleted_at'>;

/** A message, and the inbox as it is after the message was stored. */
interface StoredMessage {
  user_id: string;
  inbox: PushedInbox & { id: string };
  message: Pick<PushedContent, 'values' | 'workouts' | 'sequence'>;
  receivedAt: Date;
}

/**
 * Deletes what a message has brought that a later one has deleted meanwhile: that one has stored
 * its marks, but has found nothing yet. Returns how much that is. It can be repeated.
 */
export async function deleteLate(
  table: ImportTable,
  { user_id, inbox, message: { values, workouts, sequence }, receivedAt }: StoredMessage,
  now: Date,
): Promise<number> {
  const isGone = (value: PlacedMeasurement) =>
    isOfInbox(inbox.id)(value) && isDeletedLater(value.measured, inbox);
  let count = 0;
  const read_at = receivedAt.getTime();
  const late = values.filter((value) => isDeletedLater({ ...value, read_at }, inbox));
  for (const type of new Set(late.map((value) => value.type)))
    count += await deleteWhere(table, user_id, isGone, type);
  const isNumbered = sequence !== undefined;
  const { deleted_ids = {}, deleted_at = {} } = inbox;
  const marks = isNumbered ? deleted_ids : deleted_at;
  const ids = workouts
    .map(({ id }) => id)
    .filter((external_id) => isDeletedLater({ external_id, sequence, read_at }, inbox));
  for (const [mark = 0, deleted] of Map.groupBy(ids, (id) => marks[id])) {
    const deletion = {
      ...{ user_id, inbox, workouts: [], deleted },
      sequence: isNumbered ? mark : undefined,
      receivedAt: isNumbered ? now : new Date(mark),
      ...{ findDataSource: async () => undefined, checks: [] },
    };
    const applied = await importInboxWorkouts(table, deletion, now);
    count += applied?.deleted ?? 0;
  }
  return count;
}
