import { toDigest } from '../auth/secrets.ts';
import type { Provider, ProviderLimit } from '../provider/provider.ts';
import { toEpochSeconds } from '../runtime/time.ts';
import { belowOrAbsent, exists } from '../table/condition.ts';
import { type Key, keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** The requests of one window of a provider's limit. */
interface BudgetWindow {
  key: Key;
  max: number;
  /** The length of the window. */
  seconds: number;
  /** Epoch seconds. */
  endsAt: number;
}

/** The requests that a sync wants to make. */
export interface BudgetRequest {
  provider: Provider;
  /** The provider's id of the account. */
  remote_id: string;
  count: number;
  now: Date;
}

/** The minimum number of requests of a sync, to estimate how long the waiting syncs take. */
const minRequestsPerSync = 2;

/**
 * Counts requests towards the rate limits of a provider, for our client and for the account. All
 * processes of the installation share the counts. Returns the first window whose limit does not
 * allow all of the requests, or undefined if every limit allows them. Windows begin at multiples of
 * their length, as at most providers (decision 0046).
 */
export async function take(
  table: Table<'update'>,
  request: BudgetRequest,
): Promise<BudgetWindow | undefined> {
  const { count } = request;
  for (const window of listWindows(request)) {
    const { key, max, endsAt } = window;
    if (count > max) return window;
    const change = { increment: { used: count }, set: { ttl: endsAt } };
    const condition = { used: belowOrAbsent(max - count + 1) };
    const { done } = await table.update(key, change, condition);
    if (!done) return window;
  }
  return undefined;
}

/**
 * Returns how many seconds a sync should wait because a window is full. The waiting syncs share the
 * next windows in the order of their calls, so that they do not all try again at once.
 */
export async function joinQueue(
  table: Table<'update'>,
  { key, max, seconds, endsAt }: BudgetWindow,
  now: Date,
): Promise<number> {
  const change = { increment: { waiting: 1 }, set: { ttl: endsAt } };
  const outcome = await table.update<{ waiting: number }>(key, change, exists);
  const before = outcome.done ? outcome.item.waiting - 1 : 0;
  const windows = Math.floor((before * minRequestsPerSync) / max);
  return endsAt - toEpochSeconds(now) + windows * seconds;
}

/** Returns when the shortest window ends, in epoch seconds, or undefined without a limit. */
export function findWindowEnd(request: BudgetRequest): number | undefined {
  return listWindows(request)[0]?.endsAt;
}

/** Marks the shortest window as used up, after the provider has rejected a request. */
export async function exhaust(
  table: Table<'update'>,
  request: BudgetRequest,
): Promise<void> {
  const [window] = listWindows(request);
  if (!window) return;
  const { key, max, endsAt } = window;
  const change = { set: { used: max, ttl: endsAt } };
  await table.update(key, change, { used: belowOrAbsent(max) });
}

/** Lists the current windows of a provider's limits, the shortest first. */
function listWindows({ provider, remote_id, now }: BudgetRequest): BudgetWindow[] {
  const { type, limits } = provider;
  const nowInSeconds = toEpochSeconds(now);
  const sorted = limits.toSorted((one, other) => one.seconds - other.seconds);
  return sorted.map((limit) => toWindow(type, remote_id, limit, nowInSeconds));
}

function toWindow(
  type: string,
  remote_id: string,
  { requests, seconds, per }: ProviderLimit,
  nowInSeconds: number,
): BudgetWindow {
  const index = Math.floor(nowInSeconds / seconds);
  const owner = per === 'client' ? 'client' : toDigest(remote_id);
  return {
    key: keys.providerBudget(`${type} ${owner} ${seconds} ${index}`),
    max: requests,
    seconds,
    endsAt: (index + 1) * seconds,
  };
}
