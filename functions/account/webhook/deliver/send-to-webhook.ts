import { isEnabled } from '#functions/auth/client/client.ts';
import { maxQueueDelay } from '#shared/contract/function.ts';
import { createMailAttributes, type MailAttributes } from '#shared/mail/mail.ts';
import { audit } from '#shared/runtime/audit.ts';
import { newId } from '#shared/runtime/ids.ts';
import { getExisting } from '#shared/table/each.ts';
import type { ListedEntry } from '#shared/table/table.ts';
import {
  getDueTime,
  listWaiting,
  never,
  requestJob,
  storePending,
} from '../delivery.store.ts';
import type { PendingDelivery, WebhookDelivery } from '../delivery.ts';
import type { WebhookMail } from '../webhook.mail.ts';
import type { Webhook, WebhookIds } from '../webhook.ts';
import {
  indexLagMs,
  type LeasedWebhook,
  parseDue,
  type ReleaseOutcome,
  releaseLease,
  takeLease,
  wake,
} from './webhook-lease.store.ts';
import {
  beginWebhookRun,
  canGoOn,
  continueWebhookRun,
  markPending,
  type SendDeps,
  scheduleNext,
  tryAll,
  type WebhookRun,
} from './webhook-run.ts';

/**
 * Sends new deliveries to a webhook. If something else is to be done for it, e.g. because one of
 * them has failed, this is the task of one worker at a time. `isLeft`: other deliveries were
 * stored, but maybe nobody was woken.
 */
export async function sendToWebhook(
  deps: SendDeps,
  webhook: Webhook,
  fresh: readonly PendingDelivery[],
  isLeft = false,
): Promise<void> {
  const isFirst = deps.isPrompt && fresh.length > 0 && !isLeft;
  if (!isFirst || !isQuiet(webhook, deps.getNow()))
    return sendAlone(deps, webhook, { fresh, isLeft });
  const run = beginWebhookRun(deps, webhook);
  await sendFresh(run, fresh);
  if (leavesWork(run)) await sendAlone(deps, webhook, { before: run });
}

/** Returns whether nothing waits for a webhook, and its receiver has responded in time. */
function isQuiet(webhook: Webhook, now: Date): boolean {
  const { state, failures, wakes, is_catching_up } = webhook;
  const { lease_expires_datetime: leased = '', slow_until_datetime: slow = '' } = webhook;
  const isHealthy = state === 'active' && failures === 0 && !is_catching_up;
  const time = now.toISOString();
  return isHealthy && wakes === 0 && leased <= time && slow <= time;
}

function leavesWork(run: WebhookRun): boolean {
  const { hasFailed, isCut, pending_datetime, slow_until_datetime } = run;
  const isLeft = pending_datetime !== undefined || slow_until_datetime !== undefined;
  return hasFailed || isCut || isLeft;
}

interface WorkLeft {
  fresh?: readonly PendingDelivery[];
  isLeft?: boolean;
  /** The tries that were made without the lease. */
  before?: WebhookRun;
}

/**
 * Sends new deliveries to a webhook, and then those that are due. There is one worker for each
 * webhook at a time. If another one has the lease, the deliveries are stored for that one. A prompt
 * worker leaves those to a slow receiver to the backlog, so that it takes nobody else's turn.
 */
async function sendAlone(
  deps: SendDeps,
  ids: WebhookIds,
  { fresh = [], isLeft = false, before }: WorkLeft,
): Promise<void> {
  const { table, getNow, isPrompt } = deps;
  const now = getNow();
  const applicant = { lease_id: newId(now), isPrompt };
  const begin = (webhook: LeasedWebhook) =>
    before ? continueWebhookRun(before, webhook) : beginWebhookRun(deps, webhook);
  const first = await takeLease(table, ids, applicant, now);
  if (first.outcome === 'leased') return work(begin(first.webhook), fresh, isLeft);
  if (first.outcome === 'ended') return;

  await storePending(table, fresh);
  const woken = await wake(table, first.webhook, now);
  if (!woken || woken.probe_at !== undefined) return;
  const isSlow = (woken.slow_until_datetime ?? '') > now.toISOString();
  if (isPrompt && isSlow) {
    // Whoever woke it before has requested the job already.
    const isNew = fresh.length > 0 || before !== undefined;
    if (woken.wakes > 1 && isNew && !isLeft) return;
    return requestJob(table, woken, { is_due: true }, now);
  }
  // The other worker may have ended before it was woken.
  const second = await takeLease(table, ids, applicant, getNow());
  if (second.outcome === 'leased') await work(begin(second.webhook));
}

/** The most deliveries that are on the way to one receiver. */
const maxParallel = 8;

async function work(
  run: WebhookRun,
  fresh: readonly PendingDelivery[] = [],
  isLeft = false,
): Promise<void> {
  if (isLeft) markPending(run);
  await sendFresh(run, fresh);
  const isPending = run.webhook.wakes > 0 || run.pending_datetime !== undefined;
  let isLooking = isPending || fresh.length === 0 || isDue(run);
  for (;;) {
    if (isLooking) await sendDue(run);
    else scheduleNext(run, getDue(run.webhook));
    const ended = await endRun(run);
    if (ended.outcome !== 'woken') return;
    run.webhook = ended.webhook;
    isLooking = true;
  }
}

function getDue({ collection_sk }: LeasedWebhook): string {
  return collection_sk === undefined ? never : parseDue(collection_sk).at;
}

/** Returns whether other deliveries may be due. */
function isDue({ webhook, deps }: WebhookRun): boolean {
  return webhook.state === 'degraded' || getDue(webhook) <= deps.getNow().toISOString();
}

/** Sends new deliveries. Those for which the run has no time, or must not, are stored. */
async function sendFresh(
  run: WebhookRun,
  fresh: readonly PendingDelivery[],
): Promise<void> {
  let start = 0;
  const cut: PendingDelivery[] = [];
  // The first probe of a degraded webhook is the oldest delivery.
  while (start < fresh.length && run.health.state === 'active' && canGoOn(run)) {
    cut.push(...(await tryAll(run, fresh.slice(start, start + maxParallel))));
    start += maxParallel;
  }
  const rest = [...cut, ...fresh.slice(start)];
  if (rest.length === 0 || run.health.state === 'disabled') return;
  await storePending(run.deps.table, rest);
  markPending(run);
}

/** The time until an application that is disabled is looked at again, in milliseconds. */
const disabledClientMs = 3_600_000;

/** Sends the deliveries that are due, or all that wait if the receiver has recovered. */
async function sendDue(run: WebhookRun): Promise<void> {
  const { deps, webhook } = run;
  const { table, getNow } = deps;
  const client = await deps.access.findClient(webhook.client_id);
  if (!isEnabled(client)) {
    scheduleNext(run, new Date(getNow().getTime() + disabledClientMs).toISOString());
    return;
  }
  let after: ListedEntry | undefined;
  while (canGoOn(run)) {
    const limit = run.health.state === 'degraded' ? 1 : maxParallel;
    const entries = await listWaiting(table, webhook.id, { after, limit });
    const due = entries.filter((entry) => isEntryDue(run, entry));
    const later = entries[due.length];
    if (later) scheduleNext(run, getDueTime(later));
    const last = due.at(-1);
    if (!last) {
      const { is_catching_up: _, ...health } = run.health;
      run.health = health;
      return;
    }
    after = last;
    const deliveries = await getExisting<WebhookDelivery>(table, due);
    await tryAll(
      run,
      deliveries.filter((delivery) => isTryDue(run, delivery)),
    );
  }
}

function isEntryDue(run: WebhookRun, entry: ListedEntry): boolean {
  return isTimeDue(run, getDueTime(entry));
}

/** The index can list a delivery as it was before the last try. */
function isTryDue(run: WebhookRun, { id, next_try_datetime = never }: WebhookDelivery) {
  return (
    !run.tried.has(id) && next_try_datetime !== never && isTimeDue(run, next_try_datetime)
  );
}

function isTimeDue({ health, deps }: WebhookRun, time: string): boolean {
  if (health.state === 'degraded' || health.is_catching_up) return true;
  return time <= deps.getNow().toISOString();
}

/** Gives the lease back. A run that was cut short is continued by another one. */
async function endRun(run: WebhookRun): Promise<ReleaseOutcome> {
  const { deps, webhook, health } = run;
  const { table, getNow } = deps;
  const now = getNow();
  const isDisabled = health.state === 'disabled';
  const times = [run.pending_datetime, webhook.pending_datetime];
  const pending_datetime = times
    .filter((time) => time !== undefined)
    .sort()
    .at(-1);
  const end = {
    health,
    due: findDue(run, pending_datetime, now),
    pending_datetime,
    slow_until_datetime: run.slow_until_datetime,
    mail: isDisabled ? await buildMail(run) : {},
  };
  const released = await releaseLease(table, webhook, end);
  if (released.outcome !== 'released') return released;
  const { client_id, id: webhook_id } = webhook;
  if (isDisabled)
    audit('webhook_disabled', { client_id, webhook_id, code: health.disabled_reason });
  if (run.isCut) await requestJob(table, webhook, { is_due: true }, now);
  else if (run.hasFailed && !isDisabled) await requestRetry(run, now);
  return released;
}

/** Requests the next try by a message that waits for it. Later tries are left to the timer. */
async function requestRetry(
  { deps, webhook, health, next }: WebhookRun,
  now: Date,
): Promise<void> {
  const retry = health.probe_at ?? next;
  if (retry === undefined) return;
  // A delivery that had to wait can have become due during this run.
  const delay_seconds = Math.ceil(Math.max(0, Date.parse(retry) - now.getTime()) / 1000);
  if (delay_seconds > maxQueueDelay) return;
  await requestJob(deps.table, webhook, { is_due: true, delay_seconds }, now);
}

/** Returns when the timer looks at the webhook again. Undefined if nothing waits. */
function findDue(
  { health, hasFailed, isCut, next }: WebhookRun,
  pending_datetime: string | undefined,
  now: Date,
): string | undefined {
  if (health.state === 'disabled') return undefined;
  if (health.state === 'degraded' && hasFailed) return health.probe_at;
  const listed =
    Date.parse(isCut ? now.toISOString() : (pending_datetime ?? '')) + indexLagMs;
  const recheck = listed > now.getTime() ? new Date(listed).toISOString() : never;
  const earliest = next !== undefined && next < recheck ? next : recheck;
  return earliest === never ? undefined : earliest;
}

/** Returns the attributes that request the mail about a webhook that the service has disabled. */
async function buildMail({
  deps,
  webhook,
  health,
}: WebhookRun): Promise<Partial<MailAttributes>> {
  const client = await deps.access.findClient(webhook.client_id);
  const to = client?.contact ?? deps.operatorEmail;
  if (!client || to === undefined) return {};
  const isGone = health.disabled_reason === 'gone';
  return createMailAttributes<WebhookMail>({
    template: isGone ? 'webhook_gone' : 'webhook_failing',
    to,
    // An application has no language, and most developers read this one.
    language: 'en',
    application: client.name,
    reference: webhook.url,
  });
}
