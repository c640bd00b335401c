import { toDigest } from '#shared/auth/secrets.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import type { PushedWindow } from './readers/companion-window.ts';

/** The limits of a window that is remembered. */
const limits = {
  ids: 20_000,
  messages: 400,
  /** In seconds: as long as the app keeps a message that was refused. */
  duration: 8 * 86_400,
} as const;

/** The characters of the digest of an id: 60 bits, for some thousand ids of one person. */
const digestLength = 10;

/**
 * The window of days whose messages an inbox is taking. Once all have come, what the phone no
 * longer has is deleted.
 */
export interface Backfill {
  start: number;
  end: number;
  /** The number of the message before the window that was the last known. */
  before: number;
  /** The numbers of messages since, also of others than those of the window. */
  seen: readonly number[];
  /** The number of the last message of the window. */
  last?: number;
  /** The digests of the ids that its messages have. */
  ids: string;
  /** The lists that the app has read. Absent if it does not tell. */
  read?: readonly string[];
  /** Whether it was compared, or is too large for that. */
  is_closed?: boolean;
  /** When it is forgotten, in seconds since 1970. */
  ttl: number;
}

/** A message of a window. */
interface NumberedWindow {
  window: Omit<PushedWindow, 'workout_ids'>;
  sequence: number;
  /** The number of the latest message that the inbox has noted. */
  noted: number | undefined;
}

/**
 * Returns the window with a message more, or undefined if it says nothing new: a repeat, or one of
 * an earlier window that is late.
 */
export function addMessage(
  stored: Backfill | undefined,
  { window, sequence, noted = 0 }: NumberedWindow,
  now: Date,
): Backfill | undefined {
  const isSame = stored?.start === window.start && stored.end === window.end;
  const newest = stored ? Math.max(stored.before, ...stored.seen) : 0;
  if (stored && sequence <= newest && !isSame) return undefined;
  const isRepeat = isSame && stored.seen.includes(sequence);
  if (isRepeat) return undefined;
  const isAgain = stored?.is_closed === true && sequence > newest;
  const known = isSame && !isAgain ? stored : undefined;
  const latest = Math.max(newest, noted < sequence ? noted : 0);
  const { before = latest, seen = [], ids = '' } = known ?? {};
  const last = window.isLast ? sequence : known?.last;
  const read = unite(known?.read, window.read);
  const added = ids + window.ids.map(digest).join('');
  const all = [...new Set([...seen, sequence, ...(noted > before ? [noted] : [])])];
  const isTooLarge =
    added.length > limits.ids * digestLength || all.length > limits.messages;
  return {
    start: window.start,
    end: window.end,
    before,
    seen: isTooLarge ? [Math.max(...all)] : all,
    ids: isTooLarge ? '' : added,
    ...(last !== undefined && { last }),
    ...(read && { read }),
    ...((isTooLarge || known?.is_closed) && { is_closed: true }),
    ttl: toEpochSeconds(now) + limits.duration,
  };
}

/** Returns whether all messages of a window have come, up to its last. A number is missing if not. */
export function isWhole({ before, seen, last, is_closed }: Backfill): boolean {
  if (last === undefined || is_closed) return false;
  const numbers = new Set(seen);
  for (let number = before + 1; number <= last; number += 1)
    if (!numbers.has(number)) return false;
  return true;
}

/** Returns a window that was compared, without what that needed. */
export function close(backfill: Backfill): Backfill {
  return { ...backfill, ids: '', is_closed: true };
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
