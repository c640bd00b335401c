import * as measurements from '#functions/diary/measurement/measurement.store.ts';
import { deleteWhere } from '#functions/diary/measurement/measurement-deletion.store.ts';
import type { WorkoutCounts } from '#functions/diary/workout-import/import-inbox-workouts.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { toCalendarDate } from '#shared/pages/language.ts';
import * as inboxes from '../inbox.store.ts';
import {
  addDeletions,
  addDelivery,
  type Inbox,
  type PushOutcome,
  toDelivery,
} from '../inbox.ts';
import type { Push } from '../readers/push.ts';
import type endpoints from './endpoints.ts';
import { storeWorkouts } from './store-workouts.ts';

type StoreRequest = Pick<
  HandlerRequest<typeof endpoints.receive>,
  'table' | 'now' | 'fail'
>;

/** A message, and where it has arrived. */
interface ArrivedPush {
  user_id: string;
  inbox: Inbox;
  /** The zone of the person. */
  zone: string;
  push: Push;
}

/**
 * Stores what a message has, and notes it in its inbox. Everything can be repeated: an app sends
 * again what has failed. Throws `consent_required`.
 */
export async function storePush(
  request: StoreRequest,
  { user_id, inbox, zone, push }: ArrivedPush,
): Promise<PushOutcome> {
  const { table, now } = request;
  const source = { kind: 'inbox', inbox_id: inbox.id } as const;
  const deleted = await applyDeletions(request, { user_id, inbox, zone, push });
  const sent = push.values.filter((value) => !isDeletedLater(value, inbox));
  const wholeBefore =
    push.app === 'health_auto_export' ? toCalendarDate(now, zone) : undefined;
  const stored =
    sent.length > 0
      ? await measurements.storeInParts(table, user_id, { source, sent, wholeBefore })
      : noValues;
  const current = push.workouts.filter(
    ({ id }) => !isDeletedLater({ external_id: id, sequence: push.sequence }, inbox),
  );
  const workouts =
    stored &&
    (await storeWorkouts(
      table,
      { user_id, inbox, push: { ...push, workouts: current } },
      now,
    ));
  if (!workouts) throw request.fail('consent_required');
  const late = push.values.length - sent.length + push.workouts.length - current.length;
  const unread = addUnread(push, workouts);
  const withdrawn = deleted + workouts.deleted;
  const outcome = {
    stored: stored.stored + workouts.stored,
    unchanged: stored.unchanged + workouts.unchanged,
    ignored: stored.ignored + late + countUnread(unread),
    ...(withdrawn > 0 && { deleted: withdrawn }),
  };
  await note(request, { user_id, inbox, push: { ...push, unread } }, outcome);
  return outcome;
}

const noValues = { stored: 0, unchanged: 0, ignored: 0 };

/** Adds the workouts that are not kept to what is not kept. */
function addUnread({ unread }: Push, { refused, left }: WorkoutCounts): Push['unread'] {
  const named = { 'workouts: the day is full': refused, 'workouts: too many': left };
  const added = Object.entries(named).filter(([, count]) => count > 0);
  return new Map([...unread, ...added]);
}

function countUnread(unread: Push['unread']): number {
  return [...unread.values()].reduce((total, count) => total + count, 0);
}

/** Returns whether a message with a higher number has deleted a value. */
function isDeletedLater(
  {
    external_id,
    sequence,
  }: { external_id?: string | undefined; sequence?: number | undefined },
  { deleted_ids = {} }: Inbox,
): boolean {
  if (external_id === undefined || sequence === undefined) return false;
  return (deleted_ids[external_id] ?? -1) > sequence;
}

/**
 * Deletes what the app has deleted. The marks are stored before, so that a message of before does
 * not bring it back. Returns how many values there are in the deletions.
 */
async function applyDeletions(
  { table }: StoreRequest,
  { user_id, inbox, push }: ArrivedPush,
): Promise<number> {
  const { sequence } = push;
  const sent = new Set([
    ...push.values.map(({ external_id }) => external_id),
    ...push.workouts.map(({ id }) => id),
  ]);
  const deletions = push.deletions.filter(({ external_id }) => !sent.has(external_id));
  if (deletions.length === 0) return 0;
  if (sequence !== undefined) {
    const ids = deletions.map(({ external_id }) => external_id);
    await inboxes.change(table, user_id, inbox, ({ deleted_ids }) => {
      const isKnown = ids.every((id) => (deleted_ids?.[id] ?? -1) >= sequence);
      return isKnown
        ? undefined
        : { deleted_ids: addDeletions(deleted_ids, ids, sequence) };
    });
  }
  let count = 0;
  const byType = Map.groupBy(deletions, ({ type }) => type);
  for (const [type, ofType] of byType) {
    if (type === 'workout') continue;
    const ids = new Set(ofType.map(({ external_id }) => external_id));
    await deleteWhere(
      table,
      user_id,
      ({ source, measured }) => {
        const { external_id = '', sequence: stored = 0 } = measured;
        const isOwn = source.kind === 'inbox' && source.inbox_id === inbox.id;
        const isEarlier = sequence === undefined || stored < sequence;
        const isDeleted = isOwn && ids.has(external_id) && isEarlier;
        if (isDeleted) count += 1;
        return isDeleted;
      },
      type,
    );
  }
  return count;
}

async function note(
  { table, now }: StoreRequest,
  { user_id, inbox, push }: Omit<ArrivedPush, 'zone'>,
  outcome: PushOutcome,
): Promise<void> {
  if (push.isTest) return;
  await inboxes.change(table, user_id, inbox, (current) => {
    const delivery = toDelivery(current, push, outcome, now);
    return delivery && { deliveries: addDelivery(current.deliveries, delivery) };
  });
}
