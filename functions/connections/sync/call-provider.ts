import { toEncryptionContext } from '#functions/connections/connection/credentials.ts';
import { getOffset } from '#functions/connections/connection/sync-state.ts';
import * as providerBudgets from '#functions/connections/provider-credentials/budget.store.ts';
import type { ReachedLimits } from '#functions/connections/provider-credentials/budget.ts';
import type { ProviderResult } from '#functions/connections/provider-definition/call.ts';
import type { AccountAccess } from '#functions/connections/provider-definition/provider.ts';
import { encryptEnvelope } from '#shared/encryption/envelope.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import {
  fail,
  keepLease,
  type Step,
  type Sync,
  type SyncAccess,
  succeed,
} from './steps.ts';

type Call<T> = (account: AccountAccess) => Promise<ProviderResult<T>>;

/** An access token is refreshed this many seconds before it expires. */
const refreshMarginSeconds = 300;

/**
 * Calls the provider with a valid access token: refreshes the token before it expires, and once if
 * the provider rejects it. Fails with `rate_limited` if a limit of the provider is reached.
 */
export async function callProvider<T>(sync: Sync, call: Call<T>): Promise<Step<T>> {
  const first = await callOnce(sync, call, isExpiring(sync));
  if (first.ok || first.error.kind !== 'unauthorized') return first;
  return canRefresh(first.sync) ? callOnce(first.sync, call, true) : first;
}

function isExpiring({ access, provider, getNow }: Sync): boolean {
  const { expires_at } = access.credentials;
  if (expires_at === undefined || !provider.refreshTokens) return false;
  return expires_at <= toEpochSeconds(getNow()) + refreshMarginSeconds;
}

/** Returns whether the provider issues new access tokens, and did so for this account. */
export function canRefresh({ access, provider }: Sync): boolean {
  return (
    provider.refreshTokens !== undefined && access.credentials.refresh_token !== undefined
  );
}

/** Sets what is known about the access to the account. */
export function withAccess(sync: Sync, known: Partial<SyncAccess>): Sync {
  return { ...sync, access: { ...sync.access, ...known } };
}

async function callOnce<T>(
  sync: Sync,
  call: Call<T>,
  refreshes: boolean,
): Promise<Step<T>> {
  const counted = await countRequest(sync);
  const ready = counted.ok && refreshes ? await refreshTokens(counted.sync) : counted;
  if (!ready.ok) return ready;

  const { access_token } = ready.sync.access.credentials;
  const { remote_id } = ready.sync.connection;
  const result = await call({ access_token, remote_id });
  const after = await countResponse(ready.sync, result);
  if (result.ok) return succeed(withAccess(after, { isAllowed: true }), result.value);

  const { error } = result;
  if (error.kind !== 'rate_limited') return fail(after, error);
  const request = toCounted(after);
  const full = await providerBudgets.exhaust(after.table, request, error.retry_after);
  return full ? failUntilFree(after, full) : fail(after, error);
}

/**
 * Refreshes the tokens and stores them before they are used. Fails with `invalid_grant` if the
 * account has no refresh token.
 */
async function refreshTokens(sync: Sync): Promise<Step> {
  const { provider, context, client, access, connection, ids, dataKeys } = sync;
  const { refresh_token } = access.credentials;
  if (!provider.refreshTokens || !client || refresh_token === undefined) {
    return fail(sync, { kind: 'invalid_grant' });
  }
  const refreshed = await provider.refreshTokens({ ...context, client }, refresh_token);
  const known = withAccess(sync, { hasNoToken: !refreshed.ok });
  const after = await countResponse(known, refreshed);
  if (!refreshed.ok) return fail(after, refreshed.error);

  const { expires_at: _, ...kept } = access.credentials;
  const credentials = { ...kept, ...refreshed.value };
  const encryptionContext = toEncryptionContext(ids.user_id, connection);
  const text = JSON.stringify(credentials);
  const provider_tokens = await encryptEnvelope(text, encryptionContext, dataKeys);
  const saved = await keepLease(after, { provider_tokens });
  return saved.ok ? succeed(withAccess(saved.sync, { credentials })) : saved;
}

function toCounted({ provider, connection, access, getNow }: Sync, count = 1) {
  const { remote_id } = connection;
  return { provider, remote_id, count, hasTurn: access.hasTurn, now: getNow() };
}

/** Counts a request. Fails if the provider's limits do not allow it. */
async function countRequest(sync: Sync): Promise<Step> {
  const { table, access, getNow } = sync;
  const { count, until } = access.reserved;
  if (count > 0 && toEpochSeconds(getNow()) < until) {
    return succeed(withAccess(sync, { reserved: { count: count - 1, until } }));
  }
  const { full, hasFailures } = await providerBudgets.take(table, toCounted(sync));
  if (full) return failUntilFree(withAccess(sync, { hasFailures }), full);
  return succeed(withAccess(sync, { hasFailures, hasTurn: true }));
}

/**
 * Counts a request that got no response, which tells other syncs of an outage. A response ends the
 * outage.
 */
async function countResponse(sync: Sync, result: ProviderResult<unknown>): Promise<Sync> {
  const isFailed = !result.ok && result.error.kind === 'unavailable';
  if (!isFailed && !sync.access.hasFailures) return sync;
  await providerBudgets.countResponse(sync.table, toCounted(sync), { isFailed });
  return withAccess(sync, { hasFailures: isFailed });
}

/**
 * Fails until the turn of the sync. A sync that waits keeps its turn. If the provider is down, the
 * syncs that find that out are spread over as long a time after it.
 */
async function failUntilFree(sync: Sync, full: ReachedLimits) {
  const { table, connection, access, getNow } = sync;
  const now = toEpochSeconds(getNow());
  if (full.outage) {
    const { until, seconds } = full.outage;
    const retry_after = until - now + getOffset(connection.id, seconds);
    return fail(sync, { kind: 'unavailable', cause: 'outage', retry_after });
  }
  const { sync_turn = 0 } = connection;
  const isWaiting = sync_turn > now;
  const turn = isWaiting
    ? sync_turn
    : await providerBudgets.joinQueue(table, full, access.expected);
  const retry_after = turn - now;
  return fail(withAccess(sync, { turn }), { kind: 'rate_limited', retry_after });
}

/**
 * The most requests that are counted at once. Counted requests that are not made before the window
 * ends are wasted: no sync can make them.
 */
const maxReserved = 20;

/**
 * Counts several requests at once, because each count takes a store call or two. Counts none if the
 * limits do not allow all of them; then each request is counted when it is made.
 */
export async function reserveCalls(sync: Sync, expected: number): Promise<Sync> {
  const after = withAccess(sync, { expected });
  const count = Math.min(expected, maxReserved);
  if (count < 2 || sync.access.reserved.count > 0) return after;

  const request = toCounted(after, count);
  const { full } = await providerBudgets.take(after.table, request);
  if (full) return after;
  const until = providerBudgets.findWindowEnd(request);
  return withAccess(after, { reserved: { count, until } });
}
