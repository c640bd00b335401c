import { readKeptEvents } from '#functions/account/event/event.store.ts';
import type { SequencedEvent } from '#functions/account/event/event.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { compact } from '#shared/runtime/compact.ts';
import { belowOrAbsent, isNew, noneOf } from '#shared/table/condition.ts';
import {
  requestJob,
  resumeDeliveries,
  storePending,
  type WebhookJob,
} from '../delivery.store.ts';
import type { PendingDelivery } from '../delivery.ts';
import { endResending } from '../registration.store.ts';
import { find } from '../webhook.store.ts';
import type { Webhook } from '../webhook.ts';
import { buildDeliveries, listWebhooks } from './fan-out.ts';
import { sendToWebhook } from './send-to-webhook.ts';
import { wake } from './webhook-lease.store.ts';
import { type SendDeps, settle } from './webhook-run.ts';

/** The grants of an application whose users' events one message sends again. */
const grantsPerStep = 20;

/** The events of a log that are read at once. */
const pageSize = 500;

/** A job, or a new notice, with the application in its key. */
interface JobMessage {
  client_id: string;
  webhook_id: string;
  since?: string | undefined;
  after?: string | undefined;
  requested?: string | undefined;
  begun?: WebhookJob['begun'] | undefined;
  is_due?: boolean | undefined;
}

/** Sends what is due to a webhook, after a step of sending the events since a time again. */
export async function runJob(
  deps: SendDeps,
  { client_id, webhook_id, since, is_due, ...step }: JobMessage,
): Promise<void> {
  const { table, getNow } = deps;
  const webhook = await find(table, client_id, webhook_id);
  if (!webhook || webhook.state === 'disabled') return;
  if (since !== undefined) await resendStep(deps, webhook, { since, ...step });
  if (!is_due) await wake(table, webhook, getNow());
  await sendToWebhook(deps, webhook, []);
}

type ResendStep = Pick<JobMessage, 'after' | 'requested' | 'begun'> & { since: string };

/**
 * Makes the events of some users pending, even those that were delivered: as many as there is time
 * for, and one page at least. The next step is requested before this one ends, and a repeated step
 * changes nothing that is sent already.
 */
async function resendStep(
  deps: SendDeps,
  webhook: Webhook,
  { since, after, requested = deps.getNow().toISOString(), begun }: ResendStep,
): Promise<void> {
  const { table, getNow, hasTime } = deps;
  const page = { after, limit: grantsPerStep };
  const ofClient = await grants.listByClient(table, webhook.client_id, page);
  const done = new Set<string>();
  let last: string | undefined;
  for (const { id, user_id } of ofClient) {
    if (last !== undefined && !hasTime()) break;
    if (!done.has(user_id)) {
      const from = begun?.user_id === user_id ? begun.sequence : 0;
      const range = { user_id, since, requested, from };
      const sequence = await resendOfUser(deps, webhook, range);
      if (sequence !== undefined) {
        const next = { since, after: last ?? after, requested };
        const job = compact({ ...next, begun: { user_id, sequence } });
        return requestJob(table, webhook, job, getNow());
      }
    }
    done.add(user_id);
    last = id;
  }
  if (last === undefined) return endResending(table, webhook, since);
  await requestJob(table, webhook, { since, after: last, requested }, getNow());
}

/** Returns the number of the last event that was made pending, if there was no time for all. */
async function resendOfUser(
  deps: SendDeps,
  webhook: Webhook,
  range: { user_id: string; since: string; requested: string; from: number },
): Promise<number | undefined> {
  const { table, hasTime } = deps;
  const { user_id, since, requested, from } = range;
  const isOlder = { tried_datetime: belowOrAbsent(requested) };
  const isAsked = ({ timestamp }: PendingDelivery) => timestamp >= since;
  const isMissed = ({ timestamp }: PendingDelivery) =>
    timestamp < since && timestamp >= webhook.created_datetime;
  for await (const { events, left } of readEventsSince(table, user_id, since, from)) {
    const deliveries = await buildDeliveries(deps, webhook, user_id, events);
    await storePending(table, deliveries.filter(isMissed), isUnsent);
    await storePending(table, deliveries.filter(isAsked), isOlder);
    if (left !== undefined && !hasTime()) return left;
  }
}

/** The condition that a delivery is new, or that all its tries have failed. */
const isUnsent = { state: noneOf(['pending', 'delivered']) };

/**
 * The longest time that a queue repeats a message, and some more, in milliseconds. An event that
 * happened before a webhook was disabled, or a user restricted the processing, can have reached the
 * consumer only afterwards, so it was not sent.
 */
const maxDelayMs = 3 * 3_600_000;

/** A page of the events of a log. */
interface EventPage {
  events: SequencedEvent[];
  /** The number after which the next page begins. Undefined if it is the last one. */
  left: number | undefined;
}

/**
 * Reads the events of a log that happened at a time (ISO 8601) or later, and those shortly before,
 * page by page, after a number.
 */
async function* readEventsSince(
  table: SendDeps['table'],
  user_id: string,
  since: string,
  from = 0,
): AsyncGenerator<EventPage> {
  const start =
    since === '' ? since : new Date(Date.parse(since) - maxDelayMs).toISOString();
  let after = from;
  for (;;) {
    const { events, sequence, isComplete } = await readKeptEvents(
      table,
      user_id,
      after,
      pageSize,
    );
    const left = isComplete ? undefined : sequence;
    yield { events: events.filter(({ timestamp }) => timestamp >= start), left };
    if (isComplete) return;
    after = sequence;
  }
}

/**
 * Sends what webhooks missed while a user had restricted the processing of their data: deliveries
 * that were paused, and the events of the log since then.
 */
export async function resumeUser(
  deps: SendDeps,
  user_id: string,
  since: string,
): Promise<void> {
  const { table, access, getNow } = deps;
  if (await access.isRestricted(user_id)) return;
  await resumeDeliveries(table, user_id, getNow());
  const webhooks = await listWebhooks(deps, user_id);
  for await (const { events } of readEventsSince(table, user_id, since)) {
    for (const webhook of webhooks) {
      const deliveries = await buildDeliveries(deps, webhook, user_id, events);
      await storePending(table, deliveries, isNew);
    }
  }
  for (const webhook of webhooks) await wake(table, webhook, getNow());
  await settle(webhooks.map((webhook) => sendToWebhook(deps, webhook, [])));
}
