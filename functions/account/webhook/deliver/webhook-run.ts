import { seeEvent, type VisibleEvent } from '#functions/account/event/event.ts';
import * as processing from '#functions/auth/identity/processing.store.ts';
import type { DataKeyProvider } from '#shared/encryption/envelope.ts';
import { pick } from '#shared/runtime/compact.ts';
import type { Table } from '#shared/table/table.ts';
import { deleteDelivery, resumeDelivery, storeTried } from '../delivery.store.ts';
import { recordTry, type WebhookDelivery } from '../delivery.ts';
import { decryptSecrets } from '../webhook.store.ts';
import { type Receiver, selectsType } from '../webhook.ts';
import type { AccessReader } from './access.store.ts';
import { type SendToUrl, sendDelivery } from './send-delivery.ts';
import {
  applyTries,
  type EndedTry,
  healthMembers,
  type WebhookHealth,
} from './webhook-health.ts';
import type { LeasedWebhook } from './webhook-lease.store.ts';

/** The means of a worker. */
export interface SendDeps {
  table: Table<'get' | 'getEach' | 'query' | 'put' | 'update' | 'delete'>;
  dataKeys: DataKeyProvider;
  send: SendToUrl;
  access: AccessReader;
  getNow: () => Date;
  /** Returns a number from 0 up to 1, which spreads tries. */
  random: () => number;
  /** Returns whether there is time for one more try. */
  hasTime: () => boolean;
  /** Whether the worker leaves to another one what takes longer than `promptMs`. */
  isPrompt: boolean;
  /** The mail address of the operator, if there is one. */
  operatorEmail: string | undefined;
}

/**
 * The time that a prompt worker gives to a response, and after which it makes no further tries, in
 * milliseconds.
 */
export const promptMs = 1000;

/** The time for which a receiver counts as slow after a slow response, in milliseconds. */
const slowMs = 3_600_000;

/** The run of the one worker of a webhook. */
export interface WebhookRun {
  deps: SendDeps;
  webhook: LeasedWebhook;
  health: WebhookHealth;
  started: Date;
  getReceiver: () => Promise<Receiver>;
  /** The ids of the deliveries that this run has tried. */
  tried: Set<string>;
  /** The tries that count. */
  tries: EndedTry[];
  hasFailed: boolean;
  /** When something is to be sent next, as far as it is known (ISO 8601). */
  next?: string | undefined;
  /** When this run last left something to be sent later. */
  pending_datetime?: string | undefined;
  /** Until when the receiver counts as slow, if it was slow in this run. */
  slow_until_datetime?: string | undefined;
  /** Whether it has ended because it, or a try, had no more time. */
  isCut: boolean;
}

/** Begins the run of a worker that has the lease. */
export function beginWebhookRun(deps: SendDeps, webhook: LeasedWebhook): WebhookRun {
  let receiver: Promise<Receiver> | undefined;
  return {
    deps,
    webhook,
    health: pick(webhook, healthMembers),
    started: deps.getNow(),
    getReceiver: () => {
      receiver ??= decryptReceiver(deps, webhook);
      return receiver;
    },
    tried: new Set(),
    tries: [],
    hasFailed: false,
    isCut: false,
  };
}

/** Begins the run of a worker that has taken the lease only after its first tries. */
export function continueWebhookRun(
  { deps, tries, ...before }: WebhookRun,
  webhook: LeasedWebhook,
): WebhookRun {
  const run = beginWebhookRun(deps, webhook);
  const { getReceiver } = run;
  const health = applyTries(run.health, tries);
  return { ...run, ...before, tries, webhook, health, getReceiver };
}

async function decryptReceiver(
  { dataKeys, getNow }: SendDeps,
  webhook: LeasedWebhook,
): Promise<Receiver> {
  const secrets = await decryptSecrets(webhook, dataKeys, getNow());
  return { url: webhook.url, secrets };
}

/**
 * Returns whether a run may make further tries. After a failure, a degraded webhook waits until the
 * next probe.
 */
export function canGoOn(run: WebhookRun): boolean {
  const { state } = run.health;
  if (state === 'disabled' || (state === 'degraded' && run.hasFailed)) return false;
  run.isCut ||= isOver(run);
  return !run.isCut;
}

function isOver({ deps, started }: WebhookRun): boolean {
  const elapsedMs = deps.getNow().getTime() - started.getTime();
  return (deps.isPrompt && elapsedMs >= promptMs) || !deps.hasTime();
}

/** Lets the next run begin when a delivery is due. The earliest time counts. */
export function scheduleNext(run: WebhookRun, time: string): void {
  if (run.next === undefined || time < run.next) run.next = time;
}

/** Marks that something is left to be sent later. The index may not list it at once. */
export function markPending(run: WebhookRun): void {
  run.pending_datetime = run.deps.getNow().toISOString();
}

/**
 * Tries deliveries at the same time, and stores how they ended. Returns those that a prompt worker
 * has cut off: another one tries them with more time.
 */
export async function tryAll<Delivery extends WebhookDelivery>(
  run: WebhookRun,
  deliveries: readonly Delivery[],
): Promise<Delivery[]> {
  for (const { id } of deliveries) run.tried.add(id);
  const results = await settle(deliveries.map((delivery) => tryDelivery(run, delivery)));
  const tries = results.filter((result) => typeof result === 'object');
  run.hasFailed ||= tries.some(({ ended }) => ended.outcome !== 'success');
  run.health = applyTries(run.health, tries);
  run.tries.push(...tries);
  const cut = deliveries.filter((_, index) => results[index] === 'cut');
  run.isCut ||= cut.length > 0;
  return cut;
}

/** Waits for all promises. Then returns their values, or throws the first error among them. */
export async function settle<Value>(
  promises: readonly Promise<Value>[],
): Promise<Value[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** Makes one try, unless the application may not see the event any more. */
async function tryDelivery(
  run: WebhookRun,
  delivery: WebhookDelivery,
): Promise<EndedTry | 'cut' | undefined> {
  const { table, random, isPrompt } = run.deps;
  const decision = await decide(run, delivery);
  if (decision === 'drop') {
    await deleteDelivery(table, delivery);
    return undefined;
  }
  if (decision === 'pause') {
    await pause(run, delivery);
    return undefined;
  }
  const receiver = await run.getReceiver();
  const ended = await sendDelivery(run.deps, receiver, delivery, decision.event);
  const isTimeout = ended.outcome === 'timeout';
  if (isTimeout || ended.duration_ms >= promptMs) markSlow(run, ended.ended);
  if (isTimeout && isPrompt) return 'cut';
  const tried = recordTry(delivery, ended, random());
  await storeEnded(run, delivery, tried);
  return { delivery: tried, ended };
}

function markSlow(run: WebhookRun, now: Date): void {
  run.slow_until_datetime = new Date(now.getTime() + slowMs).toISOString();
}

/** Lets a delivery wait until the user lifts the restriction. */
async function pause(run: WebhookRun, delivery: WebhookDelivery): Promise<void> {
  const { table, getNow } = run.deps;
  const { next_try_datetime: _, ...paused } = delivery;
  await storeTried(table, delivery, paused);
  // If it was lifted before, nobody else has found the delivery.
  if (await processing.isRestricted(table, delivery.user_id)) return;
  const now = getNow();
  await resumeDelivery(table, paused, now);
  scheduleNext(run, now.toISOString());
  markPending(run);
}

/** A notice leaves no trace: it has the id of a user who may be erased. */
async function storeEnded(
  run: WebhookRun,
  read: WebhookDelivery,
  tried: WebhookDelivery,
): Promise<void> {
  const { table } = run.deps;
  if (tried.next_try_datetime !== undefined) {
    scheduleNext(run, tried.next_try_datetime);
    markPending(run);
  } else if (!tried.event) {
    return deleteDelivery(table, read);
  }
  await storeTried(table, read, tried);
}

/** The treatment of a delivery whose time has come. */
type Decision = 'drop' | 'pause' | { event: VisibleEvent | undefined };

/** Decides by what the user allows now, whatever they allowed when the event happened. */
async function decide(
  { deps: { access }, webhook }: WebhookRun,
  { event, user_id, client_id }: WebhookDelivery,
): Promise<Decision> {
  if (!event) return { event };
  if (await access.isRestricted(user_id)) return 'pause';
  const viewer = await access.findViewer(user_id, client_id);
  const seen = viewer && seeEvent(event, viewer);
  return seen && selectsType(webhook, seen.type) ? { event: seen } : 'drop';
}
