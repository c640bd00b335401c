import { toEpochSeconds } from '../runtime/time.ts';
import { belowOrAbsent, exists, isAbsent, unchangedSince } from '../table/condition.ts';
import { keys } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { type DataSource, dataSourceLimits } from './data-source.ts';

/**
 * The item that limits a user's data sources (decision 0018). `reserved` is at least the number of
 * active data sources. Each creation of the last minute has an attribute `pending_<id>` with its
 * time in epoch seconds.
 */
interface Quota {
  reserved?: number;
  [attribute: string]: unknown;
}

/**
 * The result of a reservation. `contended` means that concurrent requests changed the quota before
 * each attempt, so a retry will probably succeed.
 */
export type ReservationResult = 'reserved' | 'too_many_active' | 'too_many' | 'contended';

/** The creation of a data source. */
interface Creation {
  /** The id of the data source. */
  id: string;
  now: Date;
  /** Defaults to `dataSourceLimits`. */
  limits?: Readonly<Record<keyof typeof dataSourceLimits, number>>;
}

/**
 * Seconds after which a creation has ended, stored or failed: more than the time limit of the
 * function.
 */
const pendingSeconds = 60;
/** How many ended creations the item may list before they are removed. */
const maxEnded = 20;
/** Maximum attempts. An attempt is repeated only if a concurrent request has changed the quota. */
const maxAttempts = 4;

const pendingPrefix = 'pending_';

/**
 * Reserves quota for a new data source (wire.md D3). A repeated creation of the same id reserves
 * quota only once. Counts the data sources only if `reserved` has reached the limit.
 */
export async function reserveDataSource(
  table: Table<'query' | 'update'>,
  user_id: string,
  creation: Creation,
): Promise<ReservationResult> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const quota = await reserveBelowLimit(table, user_id, creation);
    if (quota === 'reserved') return quota;
    const result = await reserveByCount(table, user_id, quota, creation);
    if (result) return result;
  }
  return 'contended';
}

/**
 * Reserves quota if `reserved` is below the limit. Otherwise, or if a creation of the same id has
 * ended without a result, returns the stored quota.
 */
async function reserveBelowLimit(
  table: Table<'update'>,
  user_id: string,
  { id, now, limits = dataSourceLimits }: Creation,
): Promise<'reserved' | Quota> {
  const key = keys.dataSourceCount(user_id);
  const pending = pendingPrefix + id;
  const update = await table.update<Quota>(
    key,
    { increment: { reserved: 1 }, set: { [pending]: toEpochSeconds(now) } },
    { reserved: belowOrAbsent(limits.active), [pending]: isAbsent },
  );
  if (!update.done) {
    const quota = update.existing ?? {};
    return isRecent(quota, pending, now) ? 'reserved' : quota;
  }

  const ended = listPending(update.item).filter(
    (attribute) => !isRecent(update.item, attribute, now),
  );
  if (ended.length >= maxEnded) await table.update(key, { remove: ended }, exists);
  return 'reserved';
}

/**
 * Counts the data sources, reserves quota and corrects `reserved`. A data source that a parallel
 * request with the same id has created needs no further quota. Returns undefined if the quota has
 * changed since it was read.
 */
async function reserveByCount(
  table: Table<'query' | 'update'>,
  user_id: string,
  quota: Quota,
  { id, now, limits = dataSourceLimits }: Creation,
): Promise<ReservationResult | undefined> {
  const sources = await table.query<DataSource>(keys.dataSources(user_id));
  const stored = new Set(sources.map((source) => pendingPrefix + source.id));
  const own = pendingPrefix + id;
  if (stored.has(own)) return 'reserved';

  const pending = listPending(quota);
  const inFlight = pending.filter(
    (attribute) => !stored.has(attribute) && isRecent(quota, attribute, now),
  );

  const active = sources.filter((source) => source.active).length + inFlight.length;
  const total = sources.length + inFlight.length;
  if (active >= limits.active) return 'too_many_active';
  if (total >= limits.total) return 'too_many';

  const free = Math.min(limits.active - active, limits.total - total);
  // Counts this creation. `reserved` reaches its limit as soon as either limit is reached.
  const reserved = limits.active - free + 1;
  const kept = [...inFlight, own];
  const change = {
    set: { reserved, [own]: toEpochSeconds(now) },
    remove: pending.filter((attribute) => !kept.includes(attribute)),
  };
  const key = keys.dataSourceCount(user_id);
  const { done } = await table.update(key, change, unchangedSince(quota));
  return done ? 'reserved' : undefined;
}

function listPending(quota: Quota): string[] {
  return Object.keys(quota).filter((attribute) => attribute.startsWith(pendingPrefix));
}

function isRecent(quota: Quota, attribute: string, now: Date): boolean {
  return Number(quota[attribute]) > toEpochSeconds(now) - pendingSeconds;
}
