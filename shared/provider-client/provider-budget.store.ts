import { toDigest } from '../auth/secrets.ts';
import type { Provider, ProviderLimit } from '../provider/provider.ts';
import { toEpochSeconds } from '../runtime/time.ts';
import { belowOrAbsent } from '../table/condition.ts';
import { type Key, keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';

/** The requests of one window of a provider's limit. */
interface BudgetWindow {
  key: Key;
  max: number;
  /** Epoch seconds. */
  endsAt: number;
}

/** A request that must wait. `retry_after` is in seconds. */
export interface BudgetRefusal {
  retry_after: number;
}

/**
 * Counts a request towards the rate limits of a provider, for our client and for the account. All
 * processes of the installation share the counts. Returns undefined, or when to try again if a
 * limit is reached. Windows begin at multiples of their length, as at most providers.
 */
export async function take(
  table: Table<'update'>,
  provider: Provider,
  remote_id: string,
  now: Date,
): Promise<BudgetRefusal | undefined> {
  for (const { key, max, endsAt } of listWindows(provider, remote_id, now)) {
    const change = { increment: { used: 1 }, set: { ttl: endsAt } };
    const { done } = await table.update(key, change, { used: belowOrAbsent(max) });
    if (!done) return { retry_after: endsAt - toEpochSeconds(now) };
  }
  return undefined;
}

/** Marks the shortest window as used up, after the provider has rejected a request. */
export async function exhaust(
  table: Table<'update'>,
  provider: Provider,
  remote_id: string,
  now: Date,
): Promise<void> {
  const [window] = listWindows(provider, remote_id, now);
  if (!window) return;
  const { key, max, endsAt } = window;
  const change = { set: { used: max, ttl: endsAt } };
  await table.update(key, change, { used: belowOrAbsent(max) });
}

/** Lists the current windows of a provider's limits, the shortest first. */
function listWindows(
  { type, limits }: Provider,
  remote_id: string,
  now: Date,
): BudgetWindow[] {
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
    endsAt: (index + 1) * seconds,
  };
}
