import type { MailAttributes } from '#shared/mail/mail.ts';
import { newId } from '#shared/runtime/ids.ts';
import { daySeconds, toEpochSeconds } from '#shared/runtime/time.ts';
import { type Condition, equals, isNew } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import { type Erasure, type ErasureReason, pauseHours } from './erasure.ts';
import { identityKeys } from './identity.keys.ts';

/** Lifetime of a cancelled erasure, in seconds. */
const cancelledLifetime = 30 * daySeconds;

/** The request to erase a user. */
export interface ErasureRequest {
  user_id: string;
  reason: ErasureReason;
  /** The language tag of the mail about the erasure. */
  language: string;
  /** Whether to erase without a pause. */
  isImmediate?: boolean;
}

/** Returns the erasure of a user, even a cancelled one, or undefined if there was none. */
export function find(table: Table<'get'>, user_id: string): Promise<Erasure | undefined> {
  return table.get<Erasure>(identityKeys.erasure(user_id));
}

/** Returns the index attributes of an erasure whose next run is at this time. */
export function toRunAttributes(user_id: string, at: Date) {
  return {
    collection: identityKeys.erasures(),
    collection_sk: `${at.toISOString()} ${user_id}`,
  };
}

/**
 * Schedules an erasure, and requests the mail of `toMailAttributes`. If an erasure is scheduled or
 * running already, changes nothing and returns that erasure. An immediate request ends the pause of
 * a scheduled erasure, which can then no longer be cancelled.
 */
export async function schedule(
  table: Table<'put'>,
  request: ErasureRequest,
  toMailAttributes: (due: Date) => Partial<MailAttributes>,
  now: Date,
): Promise<Erasure> {
  const { user_id, reason, language, isImmediate = false } = request;
  const pauseMs = isImmediate ? 0 : pauseHours * 3_600_000;
  const due = new Date(now.getTime() + pauseMs);
  const erasure: Erasure = {
    id: newId(now),
    state: isImmediate ? 'running' : 'scheduled',
    reason,
    requested_datetime: now.toISOString(),
    due_datetime: due.toISOString(),
    language,
    ...toRunAttributes(user_id, due),
  };
  const item = { ...identityKeys.erasure(user_id), ...erasure, ...toMailAttributes(due) };
  const created = await table.put<Erasure>(item, isNew);
  // The put fails only if there is an existing erasure.
  if (created.done || !created.existing) return erasure;

  const { existing } = created;
  const isReplaceable =
    existing.state === 'cancelled' || (isImmediate && existing.state === 'scheduled');
  if (!isReplaceable) return existing;

  const replacement = { ...item, ...pickKeptMembers(existing) };
  const replaced = await table.put<Erasure>(replacement, toSameStateCondition(existing));
  if (replaced.done) return replaced.item;

  // Another request or a sign-in has changed the erasure meanwhile.
  return schedule(table, request, toMailAttributes, now);
}

/** Returns what a scheduled erasure keeps if an immediate request ends its pause. */
function pickKeptMembers({ state, id, reason, requested_datetime }: Erasure) {
  return state === 'scheduled' ? { id, reason, requested_datetime } : {};
}

/** Returns the condition that an erasure is still in the same state. */
function toSameStateCondition({ id, state }: Erasure): Condition {
  return { id: equals(id), state: equals(state) };
}

/**
 * Cancels a scheduled erasure, and requests `mail` by the same write. Returns false if the erasure
 * was not scheduled, e.g. because it is already running.
 */
export async function cancel(
  table: Table<'update'>,
  user_id: string,
  mail: Partial<MailAttributes>,
  now: Date,
): Promise<boolean> {
  const ttl = toEpochSeconds(now) + cancelledLifetime;
  const change = {
    set: { state: 'cancelled', ttl, ...mail },
    remove: ['collection', 'collection_sk'],
  };
  const isScheduled = { state: equals('scheduled') };
  const { done } = await table.update(identityKeys.erasure(user_id), change, isScheduled);
  return done;
}
