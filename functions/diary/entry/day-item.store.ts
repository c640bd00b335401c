import { ServiceError, serviceError } from '#shared/errors/errors.ts';
import { compact } from '#shared/runtime/compact.ts';
import { isAbsent, unchangedSince } from '#shared/table/condition.ts';
import { getExisting } from '#shared/table/each.ts';
import { type ItemWrite, toGuardedWrite } from '#shared/table/guarded-write.ts';
import type {
  FailedWrite,
  Table,
  TransactionChange,
  TransactionResult,
} from '#shared/table/table.ts';
import { maxTransactionChanges } from '#shared/table/writes.ts';
import type { DayRange } from './dates.ts';
import { dayKeys } from './day.keys.ts';
import {
  type CapacityExceeded,
  countBytes,
  type DayUpdate,
  findExceededLimit,
  isRefusedByCounts,
  type OwnLimit,
  toCountedUpdate,
  toExactUpdate,
} from './day-capacity.ts';
import { type Batch, type DayItem, type Diary, getDayDate } from './day-item.ts';
import type { Entry } from './entry.ts';

/** An update because of which nothing was written. */
export interface FailedUpdate {
  date: string;
  /** Its condition failed, or an item, or all of them, would be too large. */
  cause: 'condition' | 'size';
  /** The item, if the condition failed and the item exists. */
  existing: DayItem | undefined;
  /** The limit of the day's own entries that the update exceeds. */
  limit?: OwnLimit;
  /** Whether the update may be made, although its condition fails now: a response was lost. */
  mayBeDone?: boolean;
}

/** The outcome of a batch. `existing` means that it had been stored before, maybe by this call. */
export type BatchCreation =
  | { outcome: 'created' }
  | { outcome: 'existing'; mayBeOwn: boolean }
  | { outcome: 'refused'; exceeded: readonly [CapacityExceeded, ...CapacityExceeded[]] };

/** Returns the item of a day, or undefined if nothing was ever stored on it. */
export function find({ table, user_id }: Diary<'get'>, date: string) {
  return table.get<DayItem>(dayKeys.diaryDay(user_id, date));
}

type StoredDay = DayItem & { sk: string };

/** Reads the items of some days, with their dates. A day without entries has none. */
export async function findDays(
  { table, user_id }: Diary<'getEach'>,
  dates: readonly string[],
): Promise<[string, DayItem][]> {
  const keys = dates.map((date) => dayKeys.diaryDay(user_id, date));
  const items = await getExisting<StoredDay>(table, keys);
  return items.map((item) => [getDayDate(item), item]);
}

/** Reads the items of the days of a range, with their dates. A day without entries has none. */
export async function list(
  { table, user_id }: Diary<'query'>,
  { first, last }: DayRange,
): Promise<[string, DayItem][]> {
  const range = dayKeys.diaryDays(user_id, first, last);
  const items = await table.query<StoredDay>(range);
  return items.map((item) => [getDayDate(item), item]);
}

/** Reads the same as `list`, a page of at most 1 MB at a time. */
export async function* readDayItems(
  { table, user_id }: Diary<'query'>,
  { first, last }: DayRange,
): AsyncGenerator<[string, DayItem][]> {
  const range = dayKeys.diaryDays(user_id, first, last);
  for await (const items of table.queryPages<StoredDay>(range))
    yield items.map((item) => [getDayDate(item), item]);
}

/**
 * Updates the item of a day if the condition holds and there is room. Returns the item after the
 * update, or why it failed.
 */
export async function update(
  { table, user_id }: Diary<'update'>,
  update: DayUpdate,
): Promise<{ item: DayItem } | FailedUpdate> {
  const { date } = update;
  const key = dayKeys.diaryDay(user_id, date);
  let item: DayItem = {};
  const [failure] = await writeCounted([update], async (writes) => {
    const [{ change, condition } = update] = writes;
    const outcome = await catchItemTooLarge(
      table.update<DayItem>(key, change, condition),
    );
    if (outcome?.done) item = outcome.item;
    return toFailures(date, outcome);
  });
  return failure ?? { item };
}

/**
 * Makes all updates or none, if their conditions hold and there is room on all days. Returns those
 * that failed, so an empty list if the updates are made.
 */
export function updateAll(
  diary: Diary<'put' | 'update' | 'transact'>,
  updates: readonly DayUpdate[],
): Promise<FailedUpdate[]> {
  return writeCounted(updates, (writes) => writeAll(diary, writes));
}

/**
 * Stores a batch exactly once, however often it is posted: each entry in the item of its day.
 */
export async function createBatch(
  diary: Diary<'put' | 'update' | 'transact'>,
  batch: Batch,
): Promise<BatchCreation> {
  const entriesByDate = Map.groupBy(batch.entries.entries(), ([, { date }]) => date);
  const updates = [...entriesByDate].map(([date, entries]) =>
    toBatchUpdate(batch.id, date, entries),
  );
  const failures = await updateAll(diary, updates);
  // The batch is stored on all of its days or on none.
  const isStored = failures.some(({ existing }) => existing?.[batch.id] !== undefined);
  const mayBeOwn = failures.some(({ mayBeDone = false }) => mayBeDone);
  if (isStored) return { outcome: 'existing', mayBeOwn };

  const tooLarge = failures.filter(({ cause }) => cause === 'size');
  const isTooLargeInAll = tooLarge.length > 1 && tooLarge.length === updates.length;
  const [first, ...others] = failures.map(
    ({ date, limit = 'entries' }): CapacityExceeded => {
      return { date, limit: isTooLargeInAll ? 'bytes_in_all' : limit };
    },
  );
  if (!first) return { outcome: 'created' };
  return { outcome: 'refused', exceeded: [first, ...others] };
}

/** Returns the update of a day with the entries of a batch and their indexes. */
function toBatchUpdate(
  id: string,
  date: string,
  entries: readonly (readonly [number, Entry])[],
): DayUpdate {
  // The id of an entry encodes its address in the table, so it is not stored.
  const stored = entries.map(([index, { id: _, ...entry }]) => [index, entry] as const);
  const set = { [id]: Object.fromEntries(stored) };
  const increment = { own_entries: entries.length, own_bytes: countBytes(set) };
  return { date, change: { set, increment }, condition: { [id]: isAbsent } };
}

/** An update, and how it is written. */
interface Attempt {
  update: DayUpdate;
  write: DayUpdate;
  /** The item whose entries were counted for this write. */
  counted?: DayItem;
}

/** The most attempts to write days whose entries had to be counted. */
const maxAttempts = 20;

/**
 * Writes updates on condition that there is room for them. If a day seems to be full, its entries
 * are counted, and the updates are written once more unless it is.
 */
async function writeCounted(
  updates: readonly DayUpdate[],
  write: (updates: readonly DayUpdate[]) => Promise<FailedUpdate[]>,
): Promise<FailedUpdate[]> {
  let attempts = updates.map(
    (update): Attempt => ({ update, write: toCountedUpdate(update) }),
  );
  for (let count = 0; count < maxAttempts; count += 1) {
    const failures = await write(attempts.map((attempt) => attempt.write));
    const failed = new Map(failures.map((failure) => [failure.date, failure]));
    const next = attempts.map((attempt) => {
      const failure = failed.get(attempt.update.date);
      return failure ? tryAgain(attempt, failure) : attempt;
    });
    const isRepeatable = next.every((attempt) => attempt !== undefined);
    if (failures.length === 0 || !isRepeatable) {
      return failures.map((failure) => withLimit(failure, updates));
    }
    attempts = next;
  }
  throw serviceError('unavailable', { cause: 'concurrent_changes' });
}

/** Returns the next attempt, or undefined if not only the counts of the item were wrong. */
function tryAgain(
  { update, counted }: Attempt,
  { existing }: FailedUpdate,
): Attempt | undefined {
  if (!existing || (counted && existing.write_id === counted.write_id)) return undefined;
  if (!isRefusedByCounts(update, existing)) {
    return counted && { update, write: toCountedUpdate(update) };
  }
  if (findExceededLimit(update, existing)) return undefined;
  return { update, write: toExactUpdate(update, existing), counted: existing };
}

function withLimit(failure: FailedUpdate, updates: readonly DayUpdate[]): FailedUpdate {
  const { date, cause, existing } = failure;
  if (cause === 'size') return { ...failure, limit: 'bytes' };
  const update = updates.find((each) => each.date === date);
  const isRefused = existing && update && isRefusedByCounts(update, existing);
  const limit = isRefused ? findExceededLimit(update, existing) : undefined;
  return { ...failure, ...compact({ limit }) };
}

/**
 * Makes all updates or none as they are: a single one by a plain write, several by a transaction.
 * Returns those that failed.
 */
export async function writeAll(
  diary: Diary<'put' | 'update' | 'transact'>,
  updates: readonly DayUpdate[],
): Promise<FailedUpdate[]> {
  const { table, user_id } = diary;
  const changes = updates.map((update) => toTransactionChange(user_id, update));
  const [first, second] = changes;
  const dates = updates.map(({ date }) => date);
  const [date = ''] = dates;
  if (first && !second)
    return toFailures(date, await catchItemTooLarge(writeOne(table, first)));

  const result = await table.transact(changes);
  return toFailedUpdates(result, dates);
}

function writeOne(
  table: Table<'put' | 'update'>,
  write: ItemWrite,
): Promise<{ done: true } | FailedWrite<DayItem>> {
  const { condition } = write;
  if ('put' in write) return table.put<DayItem>(write.put, condition);
  // The new item is not returned, which takes less time.
  return table.updateWithoutReturnValues(write.update, write.change, condition);
}

/** Returns the failure of a single write. It has no outcome if the item would exceed 400 KB. */
function toFailures(
  date: string,
  outcome: { done: true } | FailedWrite<DayItem> | undefined,
): FailedUpdate[] {
  if (!outcome) return [{ date, cause: 'size', existing: undefined }];
  if (outcome.done) return [];
  const { existing, mayBeDone } = outcome;
  return [{ date, cause: 'condition', existing, ...compact({ mayBeDone }) }];
}

/** Returns the updates that failed. `dates` are those of the transaction's changes. */
function toFailedUpdates(
  result: TransactionResult,
  dates: readonly string[],
): FailedUpdate[] {
  if (result.done) return [];
  return result.failures.map(({ index, cause, existing }) => {
    const date = dates[index] ?? '';
    return { date, cause, existing: existing as DayItem | undefined };
  });
}

/** The conditions of updates: other days as they were read, and checks of other items. */
interface Dependencies {
  /** Days without an item are checked, too. */
  others: ReadonlyMap<string, DayItem | undefined>;
  checks: readonly TransactionChange<'check'>[];
}

/**
 * Like `writeAll`, on condition that other days have not changed since they were read, and that
 * the checks hold. The updates and the other days are at most ten items, which are never left out.
 * The last checks are, if there are more than 89: otherwise a person with as many data sources
 * could not change the entry any more (decision 0022).
 */
export async function updateIfUnchanged(
  { table, user_id }: Diary<'put' | 'update' | 'check' | 'transact'>,
  updates: readonly DayUpdate[],
  { others, checks }: Dependencies,
): Promise<FailedUpdate[]> {
  const unchanged = [...others].map(([date, item = {}]) => {
    const check = dayKeys.diaryDay(user_id, date);
    return { check, condition: unchangedSince(item) };
  });
  const changes = updates.map((update) => toTransactionChange(user_id, update));
  const all = [...changes, ...unchanged, ...checks].slice(0, maxTransactionChanges - 1);
  const dates = [...updates.map(({ date }) => date), ...others.keys()];
  return toFailedUpdates(await table.transact(all), dates);
}

/** Returns an update as a write, which can be of any size if the item was read. */
export function toTransactionChange(
  user_id: string,
  { date, change, condition, item }: DayUpdate,
): ItemWrite {
  const key = dayKeys.diaryDay(user_id, date);
  if (item) return toGuardedWrite(key, { change, condition, item });
  return { update: key, change, condition };
}

async function catchItemTooLarge<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    const isTooLarge = error instanceof ServiceError && error.code === 'item_too_large';
    if (isTooLarge) return undefined;
    throw error;
  }
}
