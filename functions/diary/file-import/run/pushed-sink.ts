import { toConsentCheck } from '#functions/auth/identity/processing.store.ts';
import * as measurements from '#functions/diary/measurement/measurement.store.ts';
import type { SentMeasurement } from '#functions/diary/measurement/measurement.ts';
import {
  importInboxWorkouts,
  type PushedWorkout,
} from '#functions/diary/workout-import/import-inbox-workouts.ts';
import { compact } from '#shared/runtime/compact.ts';
import { deleteLate, isDeletedLater } from '../pushed/late-deletions.ts';
import * as pushedFiles from '../pushed/pushed-file.store.ts';
import type { PushedContent, PushedFile, PushedInbox } from '../pushed/pushed-file.ts';
import type { RunContext } from './import-listed.ts';

/** A file that an inbox has taken, and whose it is. */
interface OpenFile extends Pick<RunContext, 'getNow'> {
  user_id: string;
  pushed: PushedFile;
  inbox: PushedInbox;
}

export type PushedSink = ReturnType<typeof createPushedSink>;

/**
 * Stores the content of a file that an inbox has taken, and counts what becomes of it. It is closed
 * once the file is gone, e.g. because its user is erased, or the consent is withdrawn, and then
 * stores nothing.
 */
export function createPushedSink(
  table: RunContext['table'],
  { user_id, pushed, inbox, getNow }: OpenFile,
) {
  const counts = { stored: 0, unchanged: 0, ignored: 0, deleted: 0 };
  const unread: Record<string, number> = {};
  const checks = [pushedFiles.toQueuedCheck(user_id, pushed.id)];
  const receivedAt = new Date(pushed.received_datetime);
  const read_at = receivedAt.getTime();
  let isClosed = false;

  /** Counts what is not kept, by its reason. */
  const skip = (reason: string, count = 1) => {
    if (count === 0) return;
    counts.ignored += count;
    unread[reason] = (unread[reason] ?? 0) + count;
  };
  const add = ({ stored, unchanged }: { stored: number; unchanged: number }) => {
    counts.stored += stored;
    counts.unchanged += unchanged;
  };
  return {
    skip,
    isClosed: () => isClosed,
    getCounts: () => ({ ...counts, ...(Object.keys(unread).length > 0 && { unread }) }),

    async storeWorkouts(
      workouts: readonly PushedWorkout[],
      {
        sequence,
        deleted = [],
      }: Partial<Pick<PushedContent, 'sequence' | 'deleted'>> = {},
    ): Promise<void> {
      if (isClosed || workouts.length + deleted.length === 0) return;
      const { inbox_id } = pushed;
      const sent = workouts.filter(
        ({ id }) => !isDeletedLater({ external_id: id, sequence, read_at }, inbox),
      );
      skip('deleted meanwhile', workouts.length - sent.length);
      const message = {
        user_id,
        inbox: { id: inbox_id, name: inbox.name },
        workouts: sent,
        deleted,
        sequence,
        receivedAt,
        findDataSource: async () => inbox.data_source_id,
        checks: [toConsentCheck(user_id), ...checks],
      };
      const stored = await importInboxWorkouts(table, message, getNow());
      isClosed = stored === undefined;
      if (!stored) return;
      add(stored);
      counts.deleted += stored.deleted;
      skip('day_full', stored.refused);
    },

    async storeValues(
      values: readonly SentMeasurement[],
      {
        sequence,
        wholeBefore,
      }: Partial<Pick<PushedContent, 'sequence' | 'wholeBefore'>> = {},
    ): Promise<void> {
      if (isClosed || values.length === 0) return;
      const sent = values.filter(
        (value) => !isDeletedLater({ ...value, read_at }, inbox),
      );
      skip('deleted meanwhile', values.length - sent.length);
      const { data_source_id } = inbox;
      const origin = { kind: 'inbox', inbox_id: pushed.inbox_id } as const;
      const source = { ...origin, ...compact({ data_source_id }) };
      const readAt = sequence === undefined ? receivedAt : undefined;
      const batch = { source, sent, wholeBefore, readAt, checks };
      const stored = await measurements.storeInParts(table, user_id, batch);
      isClosed = stored === undefined;
      if (!stored) return;
      add(stored);
      skip('more values than are kept', stored.ignored);
    },

    /** Deletes what a later message has deleted while this one was stored. */
    async deleteLate(message: PushedContent): Promise<void> {
      const current = await pushedFiles.findWithInbox(table, user_id, pushed.id);
      if (isClosed || !current.inbox) return;
      const owner = { user_id, inbox: { ...current.inbox, id: pushed.inbox_id } };
      const stored = { ...owner, message, receivedAt };
      counts.deleted += await deleteLate(table, stored, getNow());
    },
  };
}
