import { toDigest } from '#shared/auth/secrets.ts';
import { compact } from '#shared/runtime/compact.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { findWholeRun, type MessageNumbers } from './message-numbers.ts';
import type { PushedWindow } from './readers/companion-window.ts';

/** The limits of a window that is remembered. */
const limits = {
  ids: 20_000,
  messages: 400,
  /** In seconds: longer than the app keeps a message that was refused. */
  duration: 10 * 86_400,
} as const;

/** The characters of the digest of an id: 60 bits, for some thousand ids of one person. */
const digestLength = 10;

/**
 * A window of days whose messages an inbox is taking. Once all have come, what the phone no longer
 * has is deleted.
 */
export interface Backfill {
  start: number;
  end: number;
  /** The numbers of its messages. */
  seen: readonly number[];
  /** The highest of them, if that is the last message of the window. */
  last?: number;
  /** The digests of the ids that its messages have. */
  ids: string;
  /** The lists that the app has read. Absent if it does not tell. */
  read?: readonly string[];
  /** Whether it was compared. A message with a higher number begins it anew. */
  is_closed?: boolean;
  /** Whether it has too much to be compared, until it is forgotten. */
  is_too_large?: boolean;
  /** When it is forgotten, in seconds since 1970. */
  ttl: number;
}

/** A message of a window. */
interface NumberedWindow {
  window: Omit<PushedWindow, 'workout_ids'>;
  sequence: number;
}

/** Returns a window with a message more, or undefined if that says nothing new. */
export function addMessage(
  stored: Backfill | undefined,
  { window, sequence }: NumberedWindow,
  now: Date,
): Backfill | undefined {
  const known = stored && stored.ttl > toEpochSeconds(now) ? stored : undefined;
  const isKnown = known?.seen.includes(sequence) ?? false;
  const isLate = known?.is_closed === true && sequence < Math.max(...known.seen);
  if (isKnown || isLate || known?.is_too_large) return undefined;
  const current = known?.is_closed ? undefined : known;
  const seen = [...(current?.seen ?? []), sequence];
  const highest = Math.max(...seen);
  const isEnded = sequence === highest ? window.isLast : current?.last === highest;
  const ids = (current?.ids ?? '') + window.ids.map(digest).join('');
  const read = unite(current?.read, window.read);
  const { start, end } = window;
  const ttl = toEpochSeconds(now) + limits.duration;
  const isTooLarge =
    ids.length > limits.ids * digestLength || seen.length > limits.messages;
  if (isTooLarge) return { start, end, seen: [], ids: '', is_too_large: true, ttl };
  return {
    start,
    end,
    seen,
    ids,
    ttl,
    ...compact({ last: isEnded ? highest : undefined, read }),
  };
}

/** The numbers of the values that a whole window can delete: from `first` to before `before`. */
export interface ComparedNumbers {
  first: number;
  before: number;
  /** The number of the last message of the window. */
  last: number;
}

/**
 * Returns what a window can be compared with, once it is whole: its last message has come, and all
 * that the inbox could have taken before. What came after its first message can be newer than what
 * the app had read for it, and what came from another installation can be of another phone.
 */
export function findCompared(
  { seen, last }: Backfill,
  numbers: MessageNumbers | undefined,
): ComparedNumbers | undefined {
  if (last === undefined || !numbers) return undefined;
  const run = findWholeRun(numbers, seen, last);
  return run && { first: run[0], before: Math.min(...seen), last };
}

/** Returns a window that was compared, without what that needed. */
export function close({ start, end, seen, last, read, ttl }: Backfill): Backfill {
  return { start, end, seen, ids: '', is_closed: true, ttl, ...compact({ last, read }) };
}

/** Returns a function that tells whether a message of the window has a record. */
export function createLookup({ ids }: Pick<Backfill, 'ids'>): (id: string) => boolean {
  const digests = new Set<string>();
  for (let at = 0; at < ids.length; at += digestLength)
    digests.add(ids.slice(at, at + digestLength));
  return (id) => digests.has(digest(id));
}

function digest(id: string): string {
  return toDigest(id).slice(0, digestLength);
}

function unite(one: readonly string[] | undefined, other: readonly string[] | undefined) {
  if (!one || !other) return one ?? other;
  return [...new Set([...one, ...other])];
}
