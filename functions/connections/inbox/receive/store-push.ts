import * as measurements from '#functions/diary/measurement/measurement.store.ts';
import type { WorkoutCounts } from '#functions/diary/workout-import/import-inbox-workouts.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { toCalendarDate } from '#shared/pages/language.ts';
import { compact } from '#shared/runtime/compact.ts';
import * as inboxes from '../inbox.store.ts';
import { addDelivery, type Inbox, type PushOutcome, toDelivery } from '../inbox.ts';
import { noteNumber } from '../message-numbers.ts';
import type { Push } from '../readers/push.ts';
import { applyDeletions } from './apply-deletions.ts';
import { endWindow } from './end-window.ts';
import type endpoints from './endpoints.ts';
import { noWorkouts, storeWorkouts } from './store-workouts.ts';

type StoreRequest = Pick<
  HandlerRequest<typeof endpoints.receiveByAddress>,
  'table' | 'now' | 'fail'
>;

/** A message, and where it has arrived. */
export interface ArrivedPush {
  user_id: string;
  inbox: Inbox;
  /** The zone of the person. */
  zone: string;
  push: Push;
}

/**
 * Stores what a message has, and notes it in its inbox, with the digests of `files` that are read
 * later, which then have its workouts and their deletions, too. Everything can be repeated: an app
 * sends again what has failed. Throws `consent_required`.
 */
export async function storePush(
  request: StoreRequest,
  { user_id, inbox, zone, push }: ArrivedPush,
  files?: readonly string[],
): Promise<PushOutcome> {
  const { table, now } = request;
  const source = { kind: 'inbox', inbox_id: inbox.id } as const;
  const deleted = await applyDeletions(table, { user_id, inbox, push });
  const sent = push.values.filter((value) => !isDeletedLater(value, inbox));
  const wholeBefore = findWholeBefore(push, zone, now);
  const stored =
    sent.length > 0
      ? await measurements.storeInParts(table, user_id, { source, sent, wholeBefore })
      : noValues;
  const current = push.workouts.filter(
    ({ id }) => !isDeletedLater({ external_id: id, sequence: push.sequence }, inbox),
  );
  const workouts =
    stored &&
    (files
      ? noWorkouts
      : await storeWorkouts(
          table,
          { user_id, inbox, push: { ...push, workouts: current } },
          now,
        ));
  if (!workouts) throw request.fail('consent_required');
  const late = push.values.length - sent.length + push.workouts.length - current.length;
  const unread = addUnread(push, workouts);
  const absent = await endWindow(table, { user_id, inbox, push }, now);
  const withdrawn = deleted + workouts.deleted + absent;
  const outcome = {
    stored: stored.stored + workouts.stored,
    unchanged: stored.unchanged + workouts.unchanged,
    ignored: stored.ignored + late + countUnread(unread),
    ...(withdrawn > 0 && { deleted: withdrawn }),
    ...(files && files.length > 0 && { files }),
  };
  await noteDelivery(request, { user_id, inbox, push: { ...push, unread } }, outcome);
  return outcome;
}

/** Returns the day before which the days of an app's windows are whole. */
export function findWholeBefore(
  { app }: Pick<Push, 'app'>,
  zone: string,
  now: Date,
): string | undefined {
  return app === 'health_auto_export' ? toCalendarDate(now, zone) : undefined;
}

const noValues = { stored: 0, unchanged: 0, ignored: 0 };

/** Adds the workouts that are not kept to what is not kept. */
function addUnread({ unread }: Push, { refused }: WorkoutCounts): Push['unread'] {
  if (refused === 0) return unread;
  return new Map([...unread, ['workouts: the day is full', refused]]);
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
  const deletedBy = deleted_ids[external_id];
  return deletedBy !== undefined && deletedBy > sequence;
}

/** Notes a message in its inbox, unless it repeats another. One with a new number is no repeat. */
export async function noteDelivery(
  { table, now }: Pick<StoreRequest, 'table' | 'now'>,
  { user_id, inbox, push }: Omit<ArrivedPush, 'zone'>,
  outcome: PushOutcome,
): Promise<void> {
  if (push.isTest) return;
  await inboxes.change(table, user_id, inbox, (current) => {
    const delivery = toDelivery(current, push, outcome, now);
    const { sequence } = push;
    const numbers =
      sequence === undefined
        ? current.numbers
        : noteNumber(current.numbers, sequence, now);
    if (!delivery && numbers === current.numbers) return undefined;
    return {
      ...(delivery && { deliveries: addDelivery(current.deliveries, delivery) }),
      ...compact({ numbers }),
    };
  });
}
