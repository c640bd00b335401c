import { createHash } from 'node:crypto';
import type { SyncRequest } from '#functions/connections/connection/sync-request.store.ts';
import type { LeasedConnection } from '#functions/connections/connection/sync-state.store.ts';
import {
  type ConnectionIds,
  parseDueTime,
} from '#functions/connections/connection/sync-state.ts';
import { runSync, type SyncOutcome } from '#functions/connections/sync/run-sync.ts';
import * as entries from '#functions/diary/entry/entry.store.ts';
import {
  type ImportedEntry,
  isImported,
} from '#functions/diary/merging/imported-entry.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { openImportStores } from '#kit/file-imports.ts';
import { table } from '#kit/fixtures.ts';
import { createRandom, type Random } from '#kit/random.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { compact } from '#shared/runtime/compact.ts';
import { type ImportAccount, openImportAccount } from './account.ts';
import {
  dayMs,
  hourMs,
  type ImportPlan,
  listingTypes,
  type PlannedEvent,
  planHistory,
  undocumentedTypes,
} from './plan.ts';

/** A history that was played: what went wrong in it, and how many syncs it had. */
export interface PlayedHistory {
  problems: string[];
  syncs: number;
}

/** The state while a history is played. */
interface History {
  plan: ImportPlan;
  random: Random;
  clock: { now: number };
  ids: ConnectionIds;
  account: ImportAccount;
  events: PlannedEvent[];
  /** The provider's ids of the workouts that the diary had after the last sync. */
  shown: Set<string>;
  /** The ids of the workouts whose deletion a webhook has reported. */
  reportedDeletions: Set<string>;
  /** Messages whose sync the queue has to repeat. */
  repeated: Message[];
  problems: string[];
  syncs: number;
}

/** A request for a sync, and when it is delivered. */
interface Message {
  /** Milliseconds since 1970. */
  at: number;
  request: Omit<SyncRequest, 'id' | 'ttl' | 'remote_connection_id'>;
}

/** The pause before the queue delivers a message again, and for how long it does. */
const redeliveryMs = 360_000;

/** Plays the history with a number, whose days no other history of a run has. */
export async function playHistory(type: string, number: number): Promise<PlayedHistory> {
  const random = createRandom(number);
  // The limits of providers are counted by day.
  const start = Date.UTC(2031, 0, 1) + (number % 900) * 60 * dayMs;
  const plan = planHistory(random, start);
  const clock = { now: start };
  const account = openImportAccount(type, plan, { clock, random });
  const ids = {
    user_id: toId(`user ${type} ${number}`),
    remote_connection_id: toId(`connection ${type} ${number}`),
  };
  await account.connect(ids);
  const history: History = {
    plan,
    random,
    clock,
    ids,
    account,
    events: [...plan.events],
    shown: new Set(),
    reportedDeletions: new Set(),
    repeated: [{ at: start, request: { reason: 'connected' } }],
    problems: [],
    syncs: 0,
  };
  await play(history);
  history.problems.push(...(await compareDiary(history)));
  return { problems: history.problems, syncs: history.syncs };
}

/** Plays one event or message after the other until the end. */
async function play(history: History): Promise<void> {
  const { plan, clock } = history;
  for (;;) {
    const { kind, at } = await findNext(history);
    if (at > plan.end) return;
    clock.now = Math.max(clock.now + 1000, at);
    if (kind === 'event') await happen(history);
    else if (kind === 'webhook') await receiveWebhook(history);
    else if (kind === 'repeated') await repeat(history);
    else if (kind === 'reconnect') await reconnectAfterEnd(history);
    else await synchronize(history, { at: clock.now, request: { reason: 'due' } });
  }
}

type Step = 'event' | 'webhook' | 'repeated' | 'due' | 'reconnect';

async function findNext(history: History): Promise<{ kind: Step; at: number }> {
  const { events, account, repeated, random, clock } = history;
  const never = Number.POSITIVE_INFINITY;
  const connection = await findConnection(history);
  const { status, collection_sk } = connection;
  const isEnded = status === 'reauthorization_required';
  // The schedule may be late.
  const lateness = random.pick([0, 60_000, 600_000, hourMs]);
  const dueAt =
    collection_sk === undefined ? never : parseDueTime(collection_sk).getTime();
  const steps = [
    { kind: 'event', at: events[0]?.at ?? never },
    { kind: 'webhook', at: account.webhooks[0]?.at ?? never },
    { kind: 'repeated', at: repeated[0]?.at ?? never },
    { kind: 'due', at: dueAt + lateness },
    { kind: 'reconnect', at: isEnded ? clock.now + 3 * hourMs : never },
  ] as const;
  const [next] = steps.toSorted((one, other) => one.at - other.at);
  return next ?? { kind: 'due', at: never };
}

async function findConnection({ ids }: History): Promise<LeasedConnection> {
  const key = originKeys.remoteConnection(ids.user_id, ids.remote_connection_id);
  const connection = await table().get<LeasedConnection>(key);
  if (!connection) throw new Error('The connection does not exist.');
  return connection;
}

async function happen(history: History): Promise<void> {
  const { account, events } = history;
  const event = events.shift();
  if (event?.kind === 'reconnect') await reconnect(history);
  else if (event) account[event.kind]();
}

/** The person connects an account again whose connection has ended, if it had to end. */
async function reconnectAfterEnd(history: History): Promise<void> {
  const { account, problems } = history;
  // Only WHOOP ends a refresh token whose response is lost.
  const hasLostAccess = account.type === 'whoop' && account.provider.hasLostTokens;
  const { first = 0, last = 0 } = account.provider.refusals ?? {};
  // In the words of other providers, a proxy does not end a connection.
  const wasRefusedForDay =
    undocumentedTypes.has(account.type) && last - first >= dayMs - 1000;
  if (!hasLostAccess && !wasRefusedForDay) {
    problems.push(`${describeTime(history)}: the connection has ended without reason`);
  }
  await reconnect(history);
}

/** The person connects the account again. */
async function reconnect(history: History): Promise<void> {
  const { account, ids, clock, repeated } = history;
  await account.connect(ids);
  repeated.unshift({ at: clock.now, request: { reason: 'connected' } });
}

async function receiveWebhook(history: History): Promise<void> {
  const { account, clock } = history;
  const webhook = account.webhooks.shift();
  if (!webhook) return;
  const { workout_id, changed_since, isDeleted } = webhook;
  const named = compact({ workout_id, changed_since });
  const deletion = isDeleted ? { workout_deleted: true } : {};
  if (isDeleted && workout_id) history.reportedDeletions.add(workout_id);
  const request = { reason: 'push' as const, ...named, ...deletion };
  await synchronize(history, { at: clock.now, request });
}

async function repeat(history: History): Promise<void> {
  const message = history.repeated.shift();
  if (message) await synchronize(history, message);
}

/** Runs a sync, and lets the queue repeat its message if it has to. */
async function synchronize(history: History, message: Message): Promise<void> {
  const { account, clock, ids, repeated } = history;
  const { user_id, remote_connection_id } = ids;
  history.syncs += 1;
  const deps = {
    table: table(),
    dataKeys: openDataKeys(),
    files: openImportStores().files,
    getSend: () => account.provider.send,
    getNow: () => new Date(clock.now),
    mainUrl: 'https://api.example.com',
  };
  const request = { ...message.request, remote_connection_id };
  const ended = await runSync(deps, user_id, request).catch(() => undefined);
  if (ended?.outcome === 'synchronized') account.provider.refusals = undefined;
  if (mustRepeat(ended)) {
    repeated.push({ ...message, at: clock.now + redeliveryMs });
  }
  if (mayHaveChanged(ended)) await checkRemovals(history);
}

/** Returns whether a sync may have created or removed entries. */
function mayHaveChanged(ended: SyncOutcome | undefined): boolean {
  if (ended === undefined) return true;
  return 'counts' in ended && ended.counts.created + ended.counts.removed > 0;
}

/**
 * Checks that a sync has removed only what the provider has reported as deleted, or has not had for
 * a day. A list without a workout can be incomplete twice.
 */
async function checkRemovals(history: History): Promise<void> {
  const { account, clock, shown, reportedDeletions, problems } = history;
  const entries = await listShown(history);
  history.shown = new Set(entries.map(getRemoteId));
  for (const id of shown) {
    if (history.shown.has(id) || listingTypes.has(account.type)) continue;
    const { at = Number.POSITIVE_INFINITY } = account.deleted.get(id) ?? {};
    const isAllowed = reportedDeletions.has(id) || at <= clock.now - dayMs;
    if (!isAllowed) problems.push(`${describeTime(history)}: removed ${id} too early`);
  }
}

function mustRepeat(ended: SyncOutcome | undefined): boolean {
  if (ended?.outcome === 'failed') return !ended.isPlanned;
  return ended?.outcome !== 'synchronized' && ended?.outcome !== 'not_authorized';
}

function describeTime({ clock, plan }: History): string {
  return `${((clock.now - plan.start) / hourMs).toFixed(1)} h`;
}

async function listShown({ ids, plan }: History): Promise<ImportedEntry[]> {
  const { user_id } = ids;
  const toDay = (at: number) => new Date(at).toISOString().slice(0, 10);
  const span = { first: toDay(plan.start - 60 * dayMs), last: toDay(plan.end) };
  const shown = await entries.listRange({ table: table(), user_id }, span);
  return shown.filter(isImported);
}

function getRemoteId({ source: { remote_id = '' } }: ImportedEntry): string {
  return remote_id;
}

/** Compares the diary with the provider. Returns what differs and should not. */
async function compareDiary(history: History): Promise<string[]> {
  const { account } = history;
  const shown = await listShown(history);
  const imported = new Map(shown.map((entry) => [getRemoteId(entry), entry]));
  const problems: string[] = [];
  if (imported.size < shown.length) problems.push('a workout is there twice');
  for (const { id, start, duration } of account.workouts.values()) {
    const entry = imported.get(id);
    if (!entry) problems.push(`workout ${id} of ${start} is missing`);
    else if (entry.duration !== duration) problems.push(`workout ${id} is outdated`);
  }
  for (const id of imported.keys()) {
    const isWrong = !account.workouts.has(id) && !mayStay(account, id);
    if (isWrong) problems.push(`the deleted workout ${id} is still there`);
  }
  return problems;
}

/**
 * Returns whether the entry of a deleted workout may stay: Polar does not tell what was deleted,
 * and a list only if it has workouts before and after it.
 */
function mayStay({ type, workouts, deleted }: ImportAccount, id: string): boolean {
  if (!listingTypes.has(type)) return type === 'polar';
  const { start = '' } = deleted.get(id)?.workout ?? {};
  const starts = [...workouts.values()].map((workout) => workout.start).sort();
  const [first = '', last = ''] = [starts[0], starts.at(-1)];
  return start < first || start > last;
}

/** Returns an id that depends only on a text, so that a history can be repeated. */
function toId(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 36);
}
