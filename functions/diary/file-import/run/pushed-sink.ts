import * as pushedFiles from '../pushed/pushed-file.store.ts';
import type { PushedContent, PushedFile, PushedInbox } from '../pushed/pushed-file.ts';
import { deleteLate, storeContent } from '../pushed/store-content.ts';
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
  const arrived = {
    user_id,
    inbox: { ...inbox, id: pushed.inbox_id },
    receivedAt: new Date(pushed.received_datetime),
    findDataSource: async () => inbox.data_source_id,
    checks: [pushedFiles.toQueuedCheck(user_id, pushed.id)],
  };
  let isClosed = false;
  /** Counts what is not kept, by its reason. */
  const skip = (reason: string, count = 1) => {
    if (count === 0) return;
    counts.ignored += count;
    unread[reason] = (unread[reason] ?? 0) + count;
  };
  return {
    skip,
    isClosed: () => isClosed,
    getCounts: () => ({ ...counts, ...(Object.keys(unread).length > 0 && { unread }) }),
    async store(content: Partial<PushedContent>): Promise<void> {
      if (isClosed) return;
      const stored = await storeContent(table, arrived, content, getNow());
      isClosed = stored === undefined;
      if (!stored) return;
      counts.stored += stored.stored;
      counts.unchanged += stored.unchanged;
      counts.deleted += stored.deleted;
      skip('deleted meanwhile', stored.late);
      skip('day_full', stored.refused);
      skip('more values than are kept', stored.excess);
    },
    /** Deletes what a later message has deleted while this one was stored. */
    async deleteLate(message: PushedContent): Promise<void> {
      const current = await pushedFiles.findWithInbox(table, user_id, pushed.id);
      if (isClosed || !current.inbox) return;
      const marked = { ...arrived, inbox: { ...current.inbox, id: pushed.inbox_id } };
      counts.deleted += await deleteLate(table, { ...marked, message }, getNow());
    },
  };
}
