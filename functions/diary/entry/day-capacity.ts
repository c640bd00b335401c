import type { Failures } from '#shared/errors/errors.ts';
import {
  belowOrAbsent,
  type Condition,
  unchangedSince,
} from '#shared/table/condition.ts';
import type { Change } from '#shared/table/expression.ts';
import { applyChange } from '#shared/table/guarded-write.ts';
import { maxEntries, maxKilobytes } from './bounds.ts';
import { type DayItem, isSynced, listStoredEntries, pickOwnPart } from './day-item.ts';
import type { Entry } from './entry.ts';

/** A conditional update of the item of a day. */
export interface DayUpdate {
  date: string;
  change: Change;
  condition: Condition;
  /** The item that was read, if the condition is that it has not been written since. */
  item?: DayItem;
}

/**
 * The most that the item of a day can have of its own entries, and of the rest: entries of remote
 * connections, and what merges have decided. Together they are less than the 400 KB that DynamoDB
 * allows, so no entry that a caller may not see takes the place of one that it sends (decision
 * 0053). What is left is for decisions after changes by persons.
 */
const limits = {
  own_entries: maxEntries,
  own_bytes: maxKilobytes * 1024,
  other_bytes: 114_688,
};

/** The limit of the own entries of a day that an update exceeds. */
export type OwnLimit = 'entries' | 'bytes';

/**
 * Returns an update on condition that there is room for what it adds. Bytes that an update replaces
 * or removes are not subtracted, because they are not read. So the count of bytes is not exact, but
 * never too low.
 */
export function toCountedUpdate(update: DayUpdate): DayUpdate {
  const { own_entries, own_bytes, isGrowing } = getGrowth(update);
  if (!isGrowing) return update;
  const capacity = {
    own_entries: belowOrAbsent(limits.own_entries - own_entries + 1),
    own_bytes: belowOrAbsent(limits.own_bytes - own_bytes + 1),
  };
  return { ...update, condition: { ...update.condition, ...capacity } };
}

/** Returns whether an item has no room for an update, as far as its counts say. */
export function isRefusedByCounts(update: DayUpdate, item: DayItem): boolean {
  const { own_entries, own_bytes, isGrowing } = getGrowth(update);
  const hasRoom =
    (item.own_entries ?? 0) + own_entries <= limits.own_entries &&
    (item.own_bytes ?? 0) + own_bytes <= limits.own_bytes;
  return isGrowing && !hasRoom;
}

function getGrowth({ change: { increment = {} } }: DayUpdate) {
  const { own_entries = 0, own_bytes = 0 } = increment;
  return { own_entries, own_bytes, isGrowing: own_entries > 0 || own_bytes > 0 };
}

/**
 * Returns an update on condition that the item has not been written since it was read. It counts
 * the own entries of the item anew.
 */
export function toExactUpdate(update: DayUpdate, item: DayItem = {}): DayUpdate {
  return withCounts(update, item, measure(applyChange(item, update.change)));
}

function withCounts(
  update: DayUpdate,
  item: DayItem,
  { own_entries, own_bytes }: typeof limits,
): DayUpdate {
  const { set, remove = [] } = update.change;
  const change = { set: { ...set, own_entries, own_bytes }, remove };
  return toGuardedUpdate({ ...update, change }, item);
}

/**
 * Returns an update like `toExactUpdate`, or, if it changes no own entry, one that leaves the
 * counts as they are: otherwise the next write of a caller who does not see the change could take
 * one call less.
 */
export function toPlannedUpdate(update: DayUpdate, item: DayItem = {}): DayUpdate {
  const { before, after } = measureChange(update, item);
  const changesOwn =
    after.own_entries !== before.own_entries || after.own_bytes !== before.own_bytes;
  if (changesOwn) return withCounts(update, item, after);
  const { increment: _, ...change } = update.change;
  return toGuardedUpdate({ ...update, change }, item);
}

function toGuardedUpdate(update: DayUpdate, item: DayItem): DayUpdate {
  return { ...update, condition: { ...update.condition, ...unchangedSince(item) }, item };
}

/** Returns the limit of own entries that an update of an item exceeds. */
export function findExceededLimit(
  update: DayUpdate,
  item: DayItem = {},
): OwnLimit | undefined {
  return compareLimits(measureChange(update, item));
}

/** The counts of an item before and after an update. */
interface MeasuredChange {
  before: typeof limits;
  after: typeof limits;
}

function measureChange({ change }: DayUpdate, item: DayItem): MeasuredChange {
  return { before: measure(item), after: measure(applyChange(item, change)) };
}

function compareLimits({ before, after }: MeasuredChange): OwnLimit | undefined {
  const exceeds = (count: 'own_entries' | 'own_bytes') =>
    after[count] > limits[count] && after[count] > before[count];
  if (exceeds('own_entries')) return 'entries';
  return exceeds('own_bytes') ? 'bytes' : undefined;
}

/** Returns whether an item has no room for an update by an import. */
export function isRefusedToImports(update: DayUpdate, item: DayItem = {}): boolean {
  return isTooLarge(measureChange(update, item));
}

function isTooLarge(measured: MeasuredChange): boolean {
  const { before, after } = measured;
  const exceedsRest =
    after.other_bytes > limits.other_bytes && after.other_bytes > before.other_bytes;
  return exceedsRest || compareLimits(measured) !== undefined;
}

/**
 * Returns an update like `toExactUpdate`, and whether an item has no room for it by an import. The
 * item is measured once.
 */
export function planImportUpdate(
  update: DayUpdate,
  item: DayItem,
): { update: DayUpdate; isRefused: boolean } {
  const measured = measureChange(update, item);
  return {
    update: withCounts(update, item, measured.after),
    isRefused: isTooLarge(measured),
  };
}

/** Counts the own entries of a day, and the bytes of these and of the rest. */
function measure(item: DayItem): typeof limits {
  const { own, all } = pickOwnPart(item);
  const own_entries = listStoredEntries(item, '').filter((entry) => !isSynced(entry));
  const own_bytes = countBytes(own);
  const other_bytes = countBytes(all) - own_bytes;
  return { own_entries: own_entries.length, own_bytes, other_bytes };
}

/** Returns the size of a value as JSON, which is more than DynamoDB counts. */
export function countBytes(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/**
 * A day and the limit that was exceeded on it. `bytes_in_all` means that the items of all days of a
 * request are too large for one transaction.
 */
export interface CapacityExceeded {
  date: string;
  limit: OwnLimit | 'bytes_in_all';
}

/** Returns the message for an entry whose day has no capacity left. */
export function buildCapacityMessage({ date, limit }: CapacityExceeded): string {
  switch (limit) {
    case 'entries':
      return `must be another day; ${date} is limited to ${maxEntries} entries`;
    case 'bytes':
      return (
        "must be another day, or the entry's texts must be shorter; " +
        describeSizeLimit(date)
      );
    case 'bytes_in_all':
      return 'must be in a request for fewer days; all entries of its days are limited to 4 MB';
  }
}

/** Returns the message for a change that would make the item of the entry's day too large. */
export function buildShortenMessage({ date }: CapacityExceeded): string {
  return `must have shorter texts; ${describeSizeLimit(date)}`;
}

/**
 * Lists the problems of a rejected batch by field: dates of entries and, if one was sent, the
 * idempotency key.
 */
export function listCapacityFailures(
  { entries, hasKey }: { entries: readonly Entry[]; hasKey: boolean },
  exceeded: readonly CapacityExceeded[],
): Failures {
  const failures: Record<string, string[]> = {};
  for (const [index, { date }] of entries.entries()) {
    const day = exceeded.find((limitedDay) => limitedDay.date === date);
    if (day) failures[`items.${index}.date`] = [buildCapacityMessage(day)];
  }
  if (hasKey) {
    failures['Idempotency-Key'] = [
      'must be a new key if the entries change; this key is bound to these entries',
    ];
  }
  return failures;
}

function describeSizeLimit(date: string): string {
  return `the entries of ${date} are limited to ${maxKilobytes} KB; delete some and try again`;
}
