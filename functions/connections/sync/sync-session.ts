import {
  type ProviderCredentials,
  toEncryptionContext,
} from '#functions/connections/connection/credentials.ts';
import * as syncs from '#functions/connections/connection/sync-state.store.ts';
import {
  type ConnectionIds,
  getOffset,
  type SyncSchedule,
} from '#functions/connections/connection/sync-state.ts';
import {
  toCheckState,
  type WorkoutCheck,
} from '#functions/connections/connection/workout-checks.ts';
import * as providerBudgets from '#functions/connections/provider-credentials/budget.store.ts';
import type { ReachedLimits } from '#functions/connections/provider-credentials/budget.ts';
import type {
  ProviderContext,
  ProviderFailure,
  ProviderResult,
} from '#functions/connections/provider-definition/call.ts';
import type {
  AccountAccess,
  Provider,
  WorkoutPage,
} from '#functions/connections/provider-definition/provider.ts';
import type { ImportCounts } from '#functions/diary/workout-import/import-workouts.ts';
import {
  type ListedWorkout,
  listImported,
} from '#functions/diary/workout-import/workout-record.store.ts';
import { type DataKeyProvider, encryptEnvelope } from '#shared/encryption/envelope.ts';
import type { DataPolicy } from '#shared/reference-data/provider-policies.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import type { Table } from '#shared/table/table.ts';

/** The table operations of a sync. */
export type SyncTable = Table<
  'get' | 'getEach' | 'query' | 'put' | 'update' | 'delete' | 'check' | 'transact'
>;

/** A running sync, which holds the lease of its connection. */
export interface SyncSession {
  table: SyncTable;
  dataKeys: DataKeyProvider;
  ids: ConnectionIds;
  leaseId: string;
  connection: syncs.LeasedConnection;
  policy: DataPolicy;
  /** The reports that webhooks have left to this sync, and that it has noted. */
  taken: readonly string[];
  provider: Provider;
  schedule: SyncSchedule;
  context: ProviderContext;
  getNow: () => Date;
  /** Replaced when the tokens are refreshed. */
  credentials: ProviderCredentials;
  /**
   * The requests that are counted towards the limits of the provider, but not yet made. They can be
   * made before `until`, in epoch seconds.
   */
  reserved: { count: number; until: number };
  /** The number of further requests that the sync is expected to make. */
  expectedCalls: number;
  /** Whether the last requests of other syncs to the provider got no response. */
  hasFailures: boolean;
  /** Whether the sync need not queue up, because it has waited for its turn or made requests. */
  hasTurn: boolean;
  /** When the sync may continue, in epoch seconds. Absent if no limit has stopped it. */
  turn?: number;
  /** The workouts that were imported so far. */
  counts: ImportCounts;
  /** The progress that is not saved yet. The end of the sync saves it, even if the sync fails. */
  unsaved: syncs.SyncProgress;
  /** Whether the sync has come further than the one before it. */
  hasAdvanced: boolean;
  /** Whether the provider has allowed a request of this sync, or seems to allow others. */
  hasAccess: boolean;
  /** Whether the tokens could not be refreshed. Then a failure is not about one workout. */
  hasNoToken: boolean;
  /** The workouts in the diary when the sync began, once they have been read. */
  imported?: Promise<ListedWorkout[]> | undefined;
  /** The digests of devices without a data source, because the person has too many. */
  refusedSources: Set<string>;
}

/** A failure of the provider, the loss of the lease, or the end of the connection. */
export type SyncFailure = ProviderFailure | { kind: 'lease_lost' | 'disconnected' };

/** The outcome of a part of a sync. */
export type SyncResult<T> = Result<T, SyncFailure>;

/** An access token is refreshed this many seconds before it expires. */
const refreshMarginSeconds = 300;

/**
 * Calls the provider with a valid access token: refreshes the token before it expires, and once if
 * the provider rejects it. Fails with `rate_limited` if a limit of the provider is reached.
 */
export async function callProvider<T>(
  session: SyncSession,
  call: (account: AccountAccess) => Promise<ProviderResult<T>>,
): Promise<SyncResult<T>> {
  const first = await callOnce(session, call, isExpiring(session));
  if (first.ok || first.error.kind !== 'unauthorized') return first;
  return canRefresh(session) ? callOnce(session, call, true) : first;
}

function isExpiring({ credentials, provider, getNow }: SyncSession): boolean {
  const { expires_at } = credentials;
  if (expires_at === undefined || !provider.refreshTokens) return false;
  return expires_at <= toEpochSeconds(getNow()) + refreshMarginSeconds;
}

/** Returns whether the provider issues new access tokens, and did so for this account. */
export function canRefresh({ credentials, provider }: SyncSession): boolean {
  return provider.refreshTokens !== undefined && credentials.refresh_token !== undefined;
}

async function callOnce<T>(
  session: SyncSession,
  call: (account: AccountAccess) => Promise<ProviderResult<T>>,
  refreshes: boolean,
): Promise<SyncResult<T>> {
  const full = await countRequest(session);
  if (full) return failUntilFree(session, full);
  if (refreshes) {
    const refreshed = await refreshTokens(session);
    if (!refreshed.ok) return refreshed;
  }

  const { remote_id } = session.connection;
  const { access_token } = session.credentials;
  const result = await call({ access_token, remote_id });
  await countResponse(session, result);
  if (result.ok) session.hasAccess = true;
  if (result.ok || result.error.kind !== 'rate_limited') return result;

  const { retry_after } = result.error;
  const request = toBudgetedRequests(session);
  const exhausted = await providerBudgets.exhaust(session.table, request, retry_after);
  return exhausted ? failUntilFree(session, exhausted) : result;
}

/**
 * Refreshes the tokens and stores them before they are used. Fails with `invalid_grant` if the
 * account has no refresh token.
 */
async function refreshTokens(session: SyncSession): Promise<SyncResult<undefined>> {
  const { provider, context, credentials, connection, dataKeys } = session;
  const { refresh_token } = credentials;
  if (!provider.refreshTokens || refresh_token === undefined) {
    return failure({ kind: 'invalid_grant' });
  }
  const refreshed = await provider.refreshTokens(context, refresh_token);
  session.hasNoToken = !refreshed.ok;
  await countResponse(session, refreshed);
  if (!refreshed.ok) return refreshed;

  const { user_id } = session.ids;
  const { expires_at: _, ...kept } = credentials;
  const renewed = { ...kept, ...refreshed.value };
  const encryptionContext = toEncryptionContext(user_id, connection);
  const provider_tokens = await encryptEnvelope(
    JSON.stringify(renewed),
    encryptionContext,
    dataKeys,
  );
  const saved = await recordProgress(session, { provider_tokens });
  if (saved.ok) session.credentials = renewed;
  return saved;
}

function toBudgetedRequests(session: SyncSession, count = 1) {
  const { provider, connection, hasTurn, getNow } = session;
  return { provider, remote_id: connection.remote_id, count, hasTurn, now: getNow() };
}

/** Counts a request. Returns the provider's limits that do not allow it, or undefined. */
async function countRequest(session: SyncSession): Promise<ReachedLimits | undefined> {
  const { table, reserved, getNow } = session;
  if (reserved.count > 0 && toEpochSeconds(getNow()) < reserved.until) {
    reserved.count -= 1;
    return undefined;
  }
  const { full, hasFailures } = await providerBudgets.take(
    table,
    toBudgetedRequests(session),
  );
  session.hasFailures = hasFailures;
  if (!full) session.hasTurn = true;
  return full;
}

/**
 * Counts a request that got no response, which tells other syncs of an outage. A response ends the
 * outage.
 */
async function countResponse(
  session: SyncSession,
  result: ProviderResult<unknown>,
): Promise<void> {
  const isFailed = !result.ok && result.error.kind === 'unavailable';
  if (!isFailed && !session.hasFailures) return;
  const request = toBudgetedRequests(session);
  await providerBudgets.countResponse(session.table, request, { isFailed });
  session.hasFailures = isFailed;
}

/**
 * Returns a failure that lasts until the turn of the sync. A sync that waits keeps its turn. If the
 * provider is down, the syncs that find that out are spread over as long a time after it.
 */
async function failUntilFree(session: SyncSession, full: ReachedLimits) {
  const { table, connection, expectedCalls, getNow } = session;
  const now = toEpochSeconds(getNow());
  if (full.outage) {
    const { until, seconds } = full.outage;
    const retry_after = until - now + getOffset(connection.id, seconds);
    return failure({ kind: 'unavailable', cause: 'outage', retry_after } as const);
  }
  const { sync_turn = 0 } = connection;
  const isWaiting = sync_turn > now;
  const turn = isWaiting
    ? sync_turn
    : await providerBudgets.joinQueue(table, full, expectedCalls);
  session.turn = turn;
  return failure({ kind: 'rate_limited', retry_after: turn - now } as const);
}

/**
 * The most requests that are counted at once. Counted requests that are not made before the window
 * ends are wasted: no sync can make them.
 */
const maxReserved = 20;

/**
 * Counts several requests at once, because each count takes a store call or two. Does nothing if
 * the limits do not allow all of them; then each request is counted when it is made.
 */
export async function reserveCalls(session: SyncSession, calls: number): Promise<void> {
  session.expectedCalls = calls;
  const count = Math.min(calls, maxReserved);
  if (count < 2 || session.reserved.count > 0) return;

  const request = toBudgetedRequests(session, count);
  const { full } = await providerBudgets.take(session.table, request);
  if (!full) session.reserved = { count, until: providerBudgets.findWindowEnd(request) };
}

/**
 * Lists the workouts of the connection that started in an interval and were in the diary when they
 * were first listed by this sync, whose lists all have the same interval.
 */
export function listImportedOnce(
  session: SyncSession,
  interval: NonNullable<WorkoutPage['listedInterval']>,
): Promise<ListedWorkout[]> {
  session.imported ??= listImported(session.table, session.ids, interval);
  return session.imported;
}

/** Sets progress, which the next write of the connection saves. What it is about is imported. */
export function setProgress(session: SyncSession, progress: syncs.SyncProgress): void {
  Object.assign(session.connection, progress);
  Object.assign(session.unsaved, progress);
}

/** Saves the progress of a sync and extends its lease. Fails if the lease is no longer held. */
export async function recordProgress(
  session: SyncSession,
  progress: syncs.SyncProgress = {},
): Promise<SyncResult<undefined>> {
  const { table, ids, leaseId, unsaved, getNow } = session;
  setProgress(session, progress);
  const isSaved = await syncs.saveProgress(table, ids, leaseId, unsaved, getNow());
  if (!isSaved) return failure({ kind: 'lease_lost' });
  session.unsaved = {};
  return success(undefined);
}

/** Returns the workouts that a sync has to look at again. */
export function getChecks({ connection }: SyncSession): readonly WorkoutCheck[] {
  return connection.sync_checks ?? [];
}

/** Sets the workouts that a sync has to look at again, unless nothing has changed. */
export function setChecks(session: SyncSession, checks: readonly WorkoutCheck[]): void {
  const earlier = getChecks(session);
  const isSame = checks === earlier || (checks.length === 0 && earlier.length === 0);
  if (!isSame) setProgress(session, toCheckState(checks));
}
