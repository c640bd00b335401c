import { randomBytes } from 'node:crypto';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { splitIntoBatches } from '#shared/runtime/batches.ts';
import { keyBytes } from '#shared/runtime/cipher.ts';
import { daySeconds, toEpochSeconds } from '#shared/runtime/time.ts';
import { createTtlCache } from '#shared/runtime/ttl-cache.ts';
import { belowOrAbsent, equals, exists, isNew } from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/writes.ts';
import { eventKeys } from './event.keys.ts';
import { endOfLog, keptDays, type SequencedEvent, type StoredEvent } from './event.ts';

/** The head of a person's log. */
export interface LogHead {
  /** The number of the last event. */
  sequence: number;
  /** The key that seals the cursors of readers. */
  cursor_key: Uint8Array;
}

/** Returns what each change of a head sets if it is the first one. */
const newHead = () => ({ cursor_key: randomBytes(keyBytes) });

/** Some events of a person that follow each other. The key names the number of the last. */
export interface EventRow {
  events: readonly StoredEvent[];
  /** When the row expires, in seconds since 1970. */
  ttl: number;
  /** Whether no application had a webhook when the row was written, so nobody is sent it. */
  no_webhook?: true;
}

type LogItem = Key & (LogHead | EventRow);

/** The number of digits of a sequence in a key, so that rows sort by it. */
const digits = 16;

function toRowKey(user_id: string, sequence: number): Key {
  return eventKeys.eventRow(user_id, String(sequence).padStart(digits, '0'));
}

/** Returns the events of a row with their numbers. */
export function listRowEvents({ sk, events }: Pick<EventRow, 'events'> & { sk: string }) {
  const last = Number(sk.slice(-digits));
  const first = last - events.length + 1;
  return events.map(
    (event, index): SequencedEvent => ({
      ...event,
      sequence: first + index,
    }),
  );
}

/** Reads a row of a log, or undefined if it is no longer kept. */
export function findRow(table: Table<'get'>, key: Key) {
  return table.get<EventRow & Key>(key);
}

/** Reads the head of a person's log. There is none before the first event. */
export function readHead(table: Table<'get'>, user_id: string) {
  return table.get<LogHead>(eventKeys.eventLog(user_id));
}

/** Events that were read from a person's log. */
export interface ReadEvents {
  /** In order, without a hole between them. */
  events: SequencedEvent[];
  /** Whether events between `after` and the first one are missing, because they have expired. */
  isGap: boolean;
  /** The number after which to go on: that of the last event of the log if nothing is left. */
  sequence: number;
  /** Whether nothing is left. If not, there may be more. */
  isComplete: boolean;
}

/** The events of a log without a head. */
export const emptyLog: ReadEvents = {
  events: [],
  isGap: false,
  sequence: 0,
  isComplete: true,
};

/**
 * Reads at most `limit` events after a number by one query: the rows, and the head if it is within
 * reach. After `endOfLog`, it reads the head only. What seems to be a gap is read again, because a
 * query can see the end of a transaction before its beginning.
 */
export async function readEvents(
  table: Table<'query'>,
  user_id: string,
  after: number,
  limit: number,
): Promise<ReadEvents> {
  const read = await queryEvents(table, user_id, after, limit);
  return read.isGap ? queryEvents(table, user_id, after, limit) : read;
}

/** Reads all events that a log still has after a number, whatever is missing between them. */
export function readKeptEvents(
  table: Table<'query'>,
  user_id: string,
  after: number,
  limit: number,
): Promise<ReadEvents> {
  return queryEvents(table, user_id, after, limit, (events) => events);
}

async function queryEvents(
  table: Table<'query'>,
  user_id: string,
  after: number,
  limit: number,
  select = dropBeforeHole,
): Promise<ReadEvents> {
  const { sk: to } = eventKeys.eventLog(user_id);
  const { pk, sk: from } = toRowKey(user_id, after + 1);
  const items = await table.queryPage<LogItem>({ pk, from, to, limit: limit + 1 });
  const head = items.find((item) => 'sequence' in item);
  const rows = items.filter((item) => 'events' in item);
  const kept = rows.flatMap(listRowEvents).filter(({ sequence }) => sequence > after);
  const events = select(kept).slice(0, limit);
  const last = events.at(-1)?.sequence ?? head?.sequence ?? 0;
  const first = events.at(0)?.sequence ?? last + 1;
  return {
    events,
    isGap: after !== endOfLog && first !== after + 1,
    sequence: last,
    isComplete: items.length === 0 || last === head?.sequence,
  };
}

/** Returns the events after the last number that is missing. Rows expire in any order. */
function dropBeforeHole(events: SequencedEvent[]): SequencedEvent[] {
  const start = events.findLastIndex(
    ({ sequence }, index) => sequence !== (events[index - 1]?.sequence ?? -1) + 1,
  );
  return events.slice(Math.max(start, 0));
}

/** The events of one record of the table's stream. */
export interface RecordEvents {
  /** The beginning of the ids of all events of the record. */
  id: string;
  events: readonly StoredEvent[];
}

/** The most that one transaction writes, far below 4 MB and 100 changes. */
const transactionLimits = { maxCount: 100, maxBytes: 2_000_000 };

/** The most that one row has, far below 400 KB. */
const rowLimits = { maxCount: 200, maxBytes: 100_000 };

/** The newest rows in which records are looked up that the stream repeats. */
const repeatableRows = 25;

/** The most times that a log is read again because another reader has written to it. */
const maxAttempts = 10;

/** The table with what appending to a log needs. */
export type LogTable = Table<'query' | 'put' | 'update' | 'check' | 'transact'>;

/**
 * The time for which a warm function keeps the end of a log that it has written, in milliseconds.
 */
const memoryMs = 3_600_000;

/** The most events of the end of a log that is kept. */
const maxKeptIds = 500;

/**
 * Creates an empty memory of the ends of the logs that a warm function has written last. An end in
 * it is no proof: each write has the condition that the head is as remembered.
 */
export function createLogMemory() {
  return createTtlCache<LogEnd>(memoryMs);
}

export type LogMemory = ReturnType<typeof createLogMemory>;

/** The logs of people. */
export interface EventLogs {
  table: LogTable;
  memory: LogMemory;
  /** What else the rows have that are appended. */
  mark: Pick<EventRow, 'no_webhook'>;
}

/**
 * Appends the events of records to the log of a person, each record all or nothing. Writes nothing
 * for a record that the newest rows have, and nothing for a person who does not exist.
 */
export async function appendEvents(
  logs: EventLogs,
  user_id: string,
  records: readonly RecordEvents[],
): Promise<void> {
  const unique = new Map(records.map((record) => [record.id, record]));
  const measure = ({ events }: RecordEvents) => measureBytes(events);
  for (const batch of splitIntoBatches([...unique.values()], transactionLimits, measure))
    await appendBatch(logs, user_id, batch);
}

/** The records of a person, whose events are appended to their log. */
export interface PersonRecords {
  user_id: string;
  records: readonly RecordEvents[];
}

/** What is appended to a log whose end is remembered, as one row. */
interface RowPlan {
  user_id: string;
  end: LogEnd;
  changes: ReturnType<typeof toAppendChanges>['changes'];
  rows: ReturnType<typeof toAppendChanges>['rows'];
}

/**
 * Plans an append whose two changes can be a part of a transaction with those of other people.
 * Returns undefined if the log must be read, or if the events need several rows.
 */
function planRow(
  { memory, mark }: EventLogs,
  { user_id, records }: PersonRecords,
): RowPlan | undefined {
  const end = memory.get(user_id, new Date());
  if (end?.sequence === undefined) return undefined;
  const unique = new Map(records.map((record) => [record.id, record]));
  const fresh = [...unique.values()].filter(({ id }) => !hasEvent(end, id));
  const events = fresh.flatMap((record) => record.events);
  if (events.length === 0) return undefined;
  const { changes, rows } = toAppendChanges(user_id, end.sequence, events, mark);
  return rows.length === 1 ? { user_id, end, changes, rows } : undefined;
}

/** The most people of one transaction, which has two changes for each. */
const maxPeopleTogether = transactionLimits.maxCount / 2;

/**
 * Appends the events of people whose ends of logs are remembered, many people by one transaction.
 * Returns the people to be appended alone: those of a transaction that failed, too, because it may
 * have failed by the events or the log of one of them. Never throws.
 */
export async function appendTogether(
  logs: EventLogs,
  people: readonly PersonRecords[],
): Promise<PersonRecords[]> {
  const { table, memory } = logs;
  const planned = people.flatMap((person) => planRow(logs, person) ?? []);
  const limits = { maxCount: maxPeopleTogether, maxBytes: transactionLimits.maxBytes };
  const measure = ({ rows }: RowPlan) => measureBytes(rows);
  const transactions = splitIntoBatches(planned, limits, measure).map(async (plans) => {
    // Whatever goes wrong from here on, the next attempt reads.
    for (const { user_id } of plans) memory.take(user_id, new Date());
    if (!(await tryToTransact(table, plans))) return [];
    for (const { user_id, end, rows } of plans) keepEnd(memory, user_id, end, rows);
    return plans.map(({ user_id }) => user_id);
  });
  const appended = new Set((await Promise.all(transactions)).flat());
  return people.filter(({ user_id }) => !appended.has(user_id));
}

async function tryToTransact(
  table: LogTable,
  plans: readonly RowPlan[],
): Promise<boolean> {
  try {
    const result = await table.transact(plans.flatMap(({ changes }) => changes));
    return result.done;
  } catch {
    // An error that is not over meets those again whom it is about.
    return false;
  }
}

function measureBytes(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

async function appendBatch(
  { table, memory, mark }: EventLogs,
  user_id: string,
  batch: readonly RecordEvents[],
): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    // Whatever goes wrong from here on, the next attempt reads.
    const end = memory.take(user_id, new Date()) ?? (await readEnd(table, user_id));
    const records = batch.filter(({ id }) => !hasEvent(end, id));
    const events = records.flatMap((record) => record.events);
    if (events.length === 0) return;

    const { changes, rows } = toAppendChanges(user_id, end.sequence, events, mark);
    const result = await table.transact(changes);
    if (meetsConditions(result)) return keepEnd(memory, user_id, end, rows);
    const isAboutUser = result.failures.some(
      ({ index }) => changes[index] && 'check' in changes[index],
    );
    if (isAboutUser) return;
  }
  throw serviceError('unavailable', { cause: 'concurrent_changes' });
}

/** Returns when events expire, in seconds since 1970. */
function findExpiry(events: readonly StoredEvent[]): number {
  const writtenAt = new Date(events.at(-1)?.timestamp ?? 0);
  return toEpochSeconds(writtenAt) + keptDays * daySeconds;
}

/** The end of a log: the number of its last event, and what tells repeated records. */
interface LogEnd {
  /** Undefined before the first event. */
  sequence: number | undefined;
  /** The ids of the events of the newest rows, the newest row first. */
  rows: readonly (readonly string[])[];
}

function hasEvent({ rows }: LogEnd, record: string): boolean {
  return rows.some((ids) => ids.some((id) => id.startsWith(record)));
}

/** Remembers the end of a log after rows were appended, unless it has too many events. */
function keepEnd(
  memory: LogMemory,
  user_id: string,
  { sequence = 0, rows }: LogEnd,
  appended: readonly (readonly StoredEvent[])[],
): void {
  const added = appended.map((events) => events.map(({ id }) => id));
  const newest = [...added.toReversed(), ...rows].slice(0, repeatableRows);
  if (newest.flat().length > maxKeptIds) return;
  const end = { sequence: sequence + added.flat().length, rows: newest };
  memory.set(user_id, end, new Date());
}

/**
 * Reads the head of a log and its newest rows, again if the last event is not among them, because a
 * query can see the end of a transaction before its beginning.
 */
async function readEnd(table: LogTable, user_id: string): Promise<LogEnd> {
  const { end, isWhole } = await queryEnd(table, user_id);
  return isWhole ? end : (await queryEnd(table, user_id)).end;
}

async function queryEnd(
  table: LogTable,
  user_id: string,
): Promise<{ end: LogEnd; isWhole: boolean }> {
  const { sk: to } = eventKeys.eventLog(user_id);
  const { pk, sk: from } = eventKeys.eventRow(user_id, '');
  const items = await table.queryPage<LogItem>({
    pk,
    from,
    to,
    limit: repeatableRows + 1,
    isDescending: true,
  });
  const head = items.find((item) => 'sequence' in item);
  const rows = items.filter((item) => 'events' in item);
  const newest = rows.slice(0, 1).flatMap(listRowEvents).at(-1);
  const ids = rows.map(({ events }) => events.map(({ id }) => id));
  return {
    end: { sequence: head?.sequence, rows: ids },
    // The newest row has the last event.
    isWhole: head?.sequence === newest?.sequence,
  };
}

/**
 * Returns the changes that append events after the last one, and their rows. The first event of a
 * person checks that the user exists: an erasure deletes the user before the head, so that a late
 * record cannot begin the log of an erased person again.
 */
function toAppendChanges(
  user_id: string,
  last: number | undefined,
  events: readonly StoredEvent[],
  mark: EventLogs['mark'],
): {
  changes: TransactionChange<'put' | 'update' | 'check'>[];
  rows: readonly (readonly StoredEvent[])[];
} {
  let sequence = last ?? 0;
  const rows = splitIntoBatches(events, rowLimits, measureBytes);
  const puts = rows.map((rowEvents) => {
    sequence += rowEvents.length;
    const row: EventRow = { events: rowEvents, ttl: findExpiry(rowEvents), ...mark };
    return { put: { ...toRowKey(user_id, sequence), ...row }, condition: isNew };
  });
  const key = eventKeys.eventLog(user_id);
  const isUnchanged = last === undefined ? isNew : { sequence: equals(last) };
  const change = { set: { sequence }, setIfAbsent: newHead() };
  const head = { update: key, change, condition: isUnchanged };
  const check = { check: identityKeys.user(user_id), condition: exists };
  return { changes: [head, ...puts, ...(last === undefined ? [check] : [])], rows };
}

/**
 * Leaves out a number of a log, because an event is missing that nobody can tell any more. All who
 * read the log find the hole, and start again. Returns false if the person does not exist.
 */
export async function skipSequence(
  table: Table<'update' | 'check' | 'transact'>,
  user_id: string,
): Promise<boolean> {
  const key = eventKeys.eventLog(user_id);
  const condition = { sequence: belowOrAbsent(Number.MAX_SAFE_INTEGER) };
  const result = await table.transact([
    {
      update: key,
      change: { increment: { sequence: 1 }, setIfAbsent: newHead() },
      condition,
    },
    { check: identityKeys.user(user_id), condition: exists },
  ]);
  return meetsConditions(result);
}
