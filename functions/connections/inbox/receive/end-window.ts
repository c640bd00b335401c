import { addDays, listDates } from '#functions/diary/entry/dates.ts';
import * as dayItems from '#functions/diary/entry/day-item.store.ts';
import * as measurements from '#functions/diary/measurement/measurement.store.ts';
import {
  isOfInbox,
  type MeasuredValue,
} from '#functions/diary/measurement/measurement.ts';
import { findImportedEntry } from '#functions/diary/merging/import-change.ts';
import type { ImportTable } from '#functions/diary/workout-import/import-workouts.ts';
import { withdrawWorkouts } from '#functions/diary/workout-import/remove-workouts.ts';
import * as records from '#functions/diary/workout-import/workout-record.store.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { isEqual } from '#shared/runtime/is-equal.ts';
import { toUtcDate } from '#shared/runtime/time.ts';
import * as backfills from '../backfill.store.ts';
import {
  addMessage,
  type Backfill,
  type ComparedNumbers,
  close,
  createLookup,
  findCompared,
} from '../backfill.ts';
import type { Inbox } from '../inbox.ts';
import {
  fillsGap,
  hasNumber,
  type MessageNumbers,
  noteNumber,
} from '../message-numbers.ts';
import { listWindowTypes, workoutList } from '../readers/companion.ts';
import type { Push } from '../readers/push.ts';
import { applyDeletions } from './apply-deletions.ts';

interface WindowPush {
  user_id: string;
  inbox: Inbox;
  push: Push;
}

/** The most tries, each of which begins with what other messages have stored meanwhile. */
const maxTries = 5;

/**
 * Deletes what the phone no longer has, once a message makes a window of days whole: one of the
 * window, or one of before that was missing. Returns how much that is. It can be repeated, and
 * comes after the values of the message are stored, and before its number is.
 */
export async function endWindows(
  table: ImportTable,
  message: WindowPush,
  now: Date,
): Promise<number> {
  const count = await endWindow(table, message, now);
  return count + (await endLateWindows(table, message, now));
}

/** Compares the windows in which only the message was missing, or before which it was. */
async function endLateWindows(
  table: ImportTable,
  message: WindowPush,
  now: Date,
): Promise<number> {
  const { inbox, push } = message;
  const { sequence } = push;
  if (sequence === undefined || !inbox.numbers) return 0;
  if (!fillsGap(inbox.numbers, sequence)) return 0;
  const numbers = noteNumber(inbox.numbers, sequence, now);
  return endOpenWindows(table, { ...message, numbers }, now);
}

/**
 * Deletes what the phone no longer has if messages that were stored at once make a window whole:
 * none of them knew of the others. `left` is the inbox with the numbers of those that are noted. A
 * message that is sent again may have been interrupted before it did so.
 */
export async function endWindowsOfSeveral(
  table: ImportTable,
  message: WindowPush & { left: Inbox },
  now: Date,
): Promise<void> {
  const { inbox, left, push } = message;
  const { sequence } = push;
  const { numbers } = left;
  if (sequence === undefined || !numbers) return;
  const isSentAgain = inbox.numbers !== undefined && hasNumber(inbox.numbers, sequence);
  const alone = noteNumber(inbox.numbers, sequence, now);
  if (!isSentAgain && isEqual(alone.runs, numbers.runs)) return;
  await endOpenWindows(table, { ...message, inbox: left, numbers }, now);
}

async function endOpenWindows(
  table: ImportTable,
  { user_id, inbox, numbers }: Omit<WindowPush, 'push'> & { numbers: MessageNumbers },
  now: Date,
): Promise<number> {
  if (numbers.is_mixed) return 0;
  const { id: inbox_id } = inbox;
  let count = 0;
  for (const window of await backfills.listOpen(table, { user_id, inbox_id }, now)) {
    const compared = findCompared(window, numbers);
    if (!compared) continue;
    const whole = { user_id, inbox, backfill: window, compared };
    count += await deleteAbsent(table, whole, now);
    // Another message of the window, which has changed it meanwhile, compares it again.
    await backfills.save(table, { user_id, inbox_id, window }, close(window), window);
  }
  return count;
}

/**
 * Notes the message of a window. Once all of them have come, deletes what the inbox has of the
 * window and none of them had, and returns how much that is.
 */
async function endWindow(
  table: ImportTable,
  { user_id, inbox, push }: WindowPush,
  now: Date,
): Promise<number> {
  const { sequence } = push;
  // Without a number nobody can tell whether a message of the window is missing.
  if (!push.window || sequence === undefined) return 0;
  const toKey = (workout_id: string) => toWorkoutKey(user_id, inbox, workout_id);
  const ids = [...push.window.ids, ...push.window.workout_ids.map(toKey)];
  const window = { ...push.window, ids };
  const owner = { user_id, inbox_id: inbox.id, window };
  let count = 0;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const stored = await backfills.find(table, owner);
    const backfill = addMessage(stored, { window, sequence }, now);
    if (!backfill || isOfOtherPhone(inbox.numbers, stored, sequence)) return count;
    const compared = findCompared(backfill, inbox.numbers);
    const whole = compared && { user_id, inbox, backfill, compared };
    if (whole) count += await deleteAbsent(table, whole, now);
    const left = whole ? close(backfill) : backfill;
    if (await backfills.save(table, owner, left, stored)) return count;
  }
  throw serviceError('unavailable', { cause: 'concurrent_changes' });
}

/**
 * Returns whether messages of two phones have come, so that a window says nothing about what the
 * inbox has: this one has the number of another message, or one before had.
 */
function isOfOtherPhone(
  numbers: Inbox['numbers'],
  backfill: Backfill | undefined,
  sequence: number,
): boolean {
  if (!numbers) return false;
  const isOfWindow = backfill?.seen.includes(sequence) === true;
  return numbers.is_mixed === true || (hasNumber(numbers, sequence) && !isOfWindow);
}

function toWorkoutKey(user_id: string, { id }: Inbox, workout_id: string): string {
  const account = { remote_connection_type: 'inbox', account_id: id };
  return records.toRecordKey({ user_id, ...account, workout_id }).sk;
}

interface WholeWindow {
  user_id: string;
  inbox: Inbox;
  backfill: Backfill;
  compared: ComparedNumbers;
}

/** Deletes what the phone no longer has, and returns how much that is. */
async function deleteAbsent(
  table: ImportTable,
  window: WholeWindow,
  now: Date,
): Promise<number> {
  const { user_id, inbox, compared } = window;
  const { last } = compared;
  const deletions = await listAbsentValues(table, window);
  const push = { deletions, sequence: last };
  const absent = { user_id, inbox, push, receivedAt: now };
  const count = await applyDeletions(table, absent);
  const subjects = await listAbsentWorkouts(table, window);
  if (subjects.length === 0) return count;
  return (
    count + (await withdrawWorkouts(table, user_id, { subjects, sequence: last }, now))
  );
}

/** Lists the values of a window that no message of it had, with the ids of their records. */
async function listAbsentValues(
  table: ImportTable,
  { user_id, inbox, backfill, compared }: WholeWindow,
): Promise<Push['deletions']> {
  const { start, end, read } = backfill;
  const isSent = createLookup(backfill);
  const days = listDays(backfill);
  const months = [...new Set(days.map((day) => day.slice(0, 'yyyy-mm'.length)))];
  const types = listWindowTypes(read);
  const listed = types.flatMap((type) => months.map((month) => ({ type, month })));
  const diary = { table, user_id, hidden_types: [] };
  const values = await measurements.list(diary, listed);
  return values.filter(isOfInbox(inbox.id)).flatMap(({ type, measured }) => {
    const { external_id, sequence } = measured;
    if (external_id === undefined || !isBefore(compared, sequence)) return [];
    const isPart = isWithin(measured, { start, end });
    return isPart && !isSent(external_id) ? { type, external_id } : [];
  });
}

/** Returns whether the app has sent something by a message of before a window. */
function isBefore(
  { first, before }: ComparedNumbers,
  sequence: number | undefined,
): boolean {
  return sequence !== undefined && sequence >= first && sequence < before;
}

/** Returns whether a value was measured in a window: of a night, all of it. */
function isWithin(
  { time = '', sleep }: MeasuredValue,
  { start, end }: Pick<Backfill, 'start' | 'end'>,
): boolean {
  const isEnded = !sleep || Date.parse(sleep.end) <= end;
  return Date.parse(time) >= start && Date.parse(time) < end && isEnded;
}

/** Lists the records of the workouts of a window that no message of it had. */
async function listAbsentWorkouts(
  table: ImportTable,
  { user_id, inbox, backfill, compared }: WholeWindow,
): Promise<records.StoredRecord[]> {
  const { start, end, read } = backfill;
  if (read && !read.includes(workoutList)) return [];
  const isSent = createLookup(backfill);
  const days = listDays(backfill);
  const own = { user_id, remote_connection_id: inbox.id };
  const listed = await records.listByConnection(table, own);
  const absent = listed.filter(
    ({ sk, storage_date, sequence, digest }) =>
      days.includes(storage_date) &&
      digest &&
      isBefore(compared, sequence) &&
      !isSent(sk),
  );
  if (absent.length === 0) return [];
  const dates = [...new Set(absent.map(({ storage_date }) => storage_date))];
  const items = new Map(await dayItems.findDays({ table, user_id }, dates));
  return absent.filter((record) => {
    const { imported } = findImportedEntry(items, records.toAddress(record)) ?? {};
    if (!imported) return false;
    const startMs = imported.start * 1000;
    const seconds = imported.elapsed ?? imported.duration;
    return startMs >= start && startMs + seconds * 1000 <= end;
  });
}

/** Lists the local days that a window can touch, anywhere on Earth. */
function listDays({ start, end }: Pick<Backfill, 'start' | 'end'>): string[] {
  const [first, last] = [toUtcDate(new Date(start)), toUtcDate(new Date(end))];
  return listDates({ first: addDays(first, -1), last: addDays(last, 1) });
}
