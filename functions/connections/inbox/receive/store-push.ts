import { addDays, dateBounds } from '#functions/diary/entry/dates.ts';
import {
  type ContentCounts,
  deleteLate,
  storeContent,
} from '#functions/diary/file-import/pushed/store-content.ts';
import type { WholeDays } from '#functions/diary/measurement/add-values.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { toCalendarDate } from '#shared/pages/language.ts';
import { compact } from '#shared/runtime/compact.ts';
import * as inboxes from '../inbox.store.ts';
import { addDelivery, type Inbox, type PushOutcome, toDelivery } from '../inbox.ts';
import { findOrCreateSource } from '../inbox-source.store.ts';
import { hasNumber, markMixed, noteDigest, noteNumber } from '../message-numbers.ts';
import {
  addReason,
  digestPush,
  listDeletedWorkouts,
  type Push,
  type UnreadReason,
} from '../readers/push.ts';
import { applyDeletions } from './apply-deletions.ts';
import { endWindows, endWindowsOfSeveral } from './end-window.ts';
import type endpoints from './endpoints.ts';

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
  /** Whether the person has agreed to the processing of data of health. */
  hasConsent: boolean;
  push: Push;
}

/**
 * Stores what a message has, and notes it in its inbox, with the digests of `files` that are read
 * later, which then have its workouts and their deletions, too. Everything can be repeated: an app
 * sends again what has failed. Throws `consent_required`.
 */
export async function storePush(
  request: StoreRequest,
  { user_id, inbox, zone, hasConsent, push }: ArrivedPush,
  files?: readonly string[],
): Promise<PushOutcome> {
  const { table, now } = request;
  const deleted = await applyDeletions(table, { user_id, inbox, push, receivedAt: now });
  const arrived = {
    ...{ user_id, inbox, receivedAt: now, delayedAt: findDelayed(inbox) },
    // Without the consent, nothing is created: nothing can be stored, either.
    findDataSource: async () =>
      hasConsent ? findOrCreateSource(table, user_id, inbox, now) : inbox.data_source_id,
  };
  const { values, workouts, sequence } = push;
  const deletedWorkouts = files ? [] : listDeletedWorkouts(push);
  const wholeBefore = findWholeBefore(push, zone, now);
  const content = { values, workouts, deleted: deletedWorkouts, sequence, wholeBefore };
  const stored = await storeContent(table, arrived, content, now);
  if (!stored) throw request.fail('consent_required');
  const unread = addUnread(push, stored);
  const absent = await endWindows(table, { user_id, inbox, push }, now);
  const withdrawn = deleted + stored.deleted + absent;
  const outcome = {
    stored: stored.stored,
    unchanged: stored.unchanged,
    ignored: countUnread(unread),
    ...compact({
      deleted: withdrawn || undefined,
      files: files?.length ? files : undefined,
    }),
  };
  const noted = { user_id, inbox, push: { ...push, unread } };
  const left = await noteDelivery(request, noted, outcome);
  await endWindowsOfSeveral(table, { user_id, inbox, push, left }, now);
  const message = { user_id, inbox: left, message: push, receivedAt: now };
  await deleteLate(table, message, now);
  return outcome;
}

/** Returns when the latest message came that was stored later, or still is. */
function findDelayed({ deliveries }: Inbox): Date | undefined {
  const delayed = deliveries.find(({ files }) => files !== undefined);
  return delayed && new Date(delayed.received_datetime);
}

/**
 * Returns the day before which the days of an app's windows are whole. Parts of sleeps can be of
 * any day.
 */
export function findWholeBefore(
  { app, hasPartsOfSleeps }: Pick<Push, 'app' | 'hasPartsOfSleeps'>,
  zone: string,
  now: Date,
): WholeDays | undefined {
  if (hasPartsOfSleeps) return { sleep: addDays(dateBounds.last, 1) };
  if (app !== 'health_auto_export') return undefined;
  const today = toCalendarDate(now, zone);
  return { steps: today, sleep: today };
}

/** Adds what is not kept, although it was read, to what is not kept. */
function addUnread(
  { unread }: Push,
  { refused, late, excess }: ContentCounts,
): Push['unread'] {
  const added: [string, number][] = [
    [addReason('workouts', 'the day is full'), refused],
    ['deleted meanwhile' satisfies UnreadReason, late],
    ['more values than are kept' satisfies UnreadReason, excess],
  ];
  return new Map([...unread, ...added.filter(([, count]) => count > 0)]);
}

function countUnread(unread: Push['unread']): number {
  return [...unread.values()].reduce((total, count) => total + count, 0);
}

/**
 * Notes a message in its inbox, unless it repeats another. One with a new number is no repeat.
 * Returns the inbox as it is then.
 */
export async function noteDelivery(
  { table, now }: Pick<StoreRequest, 'table' | 'now'>,
  { user_id, inbox, push }: Omit<ArrivedPush, 'zone' | 'hasConsent'>,
  outcome: PushOutcome,
): Promise<Inbox> {
  if (push.isTest) return inbox;
  return inboxes.change(table, user_id, inbox, (current) => {
    const delivery = toDelivery(current, push, outcome, now);
    const numbers = noteMessage(current, { inbox, push, outcome }, now);
    if (!delivery && numbers === current.numbers) return undefined;
    const deliveries = delivery && addDelivery(current.deliveries, delivery);
    return compact({ deliveries, numbers });
  });
}

/**
 * Notes the number of a message and a digest of its content. If the inbox had that number of
 * another message before this one came, two phones send to it. Of older messages there is no
 * digest: one that stores something is taken for another.
 */
function noteMessage(
  { numbers }: Inbox,
  { inbox, push, outcome }: { inbox: Inbox; push: Push; outcome: PushOutcome },
  now: Date,
): Inbox['numbers'] {
  const { sequence } = push;
  if (sequence === undefined) return numbers;
  const noted = noteNumber(numbers, sequence, now);
  const digest = digestPush(push);
  const isTaken = inbox.numbers !== undefined && hasNumber(inbox.numbers, sequence);
  if (!isTaken) return noted === numbers ? noted : noteDigest(noted, sequence, digest);
  const known = inbox.numbers?.digests?.[sequence];
  const isOther = known === undefined ? outcome.stored > 0 : known !== digest;
  return isOther ? markMixed(noted) : noted;
}
