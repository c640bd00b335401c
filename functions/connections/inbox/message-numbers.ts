import { daySeconds, toEpochSeconds } from '#shared/runtime/time.ts';
import { sequenceLimit } from './readers/push.ts';

/** Numbers that follow each other: the first and the last. */
type Run = readonly [first: number, last: number];

/** Which messages of an app that numbers them an inbox has taken. */
export interface MessageNumbers {
  /** Ascending. All before the first run are of before the inbox. */
  runs: readonly Run[];
  /** The highest number at a time in seconds since 1970. Gaps below it are given up in the end. */
  mark: number;
  marked_at: number;
  /** The digests of the content of the latest ones, by their numbers. */
  digests?: Readonly<Record<string, string>>;
  /** Present if the numbers are of several phones. */
  is_mixed?: true;
}

/** A number that is so far below the highest, and below half of it, is of a new installation. */
const farBelow = 200;

/** The most runs, after the first one. A message of one that is dropped counts as missing. */
const maxRuns = 100;

/** The most digests: of about the messages of a day. */
const maxDigests = 50;

/** For how long a message can be missing: an app keeps it a week. */
const patience = 9 * daySeconds;

/**
 * Returns the number of a message in the order of all installations of the app: after the app was
 * installed again, its numbers begin anew.
 */
export function toOrderedNumber(
  sequence: number,
  numbers: MessageNumbers | undefined,
): number {
  const highest = numbers ? getHighest(numbers) : 0;
  const begin = getBegin(highest);
  const latest = highest - begin;
  const isNew = sequence + farBelow < latest && 2 * sequence < latest;
  return begin + (isNew ? sequenceLimit : 0) + sequence;
}

/** Returns the numbers with one more, or the same object if it is known. */
export function noteNumber(
  numbers: MessageNumbers | undefined,
  number: number,
  now: Date,
): MessageNumbers {
  const at = toEpochSeconds(now);
  const own: Run = [number, number];
  const begin = getBegin(number);
  if (!numbers) return { runs: [own], mark: number, marked_at: at };
  const { runs, mark, marked_at } = numbers;
  const highest = getHighest(numbers);
  if (begin > highest) {
    const anew = { runs: include([[begin, begin]], own), mark: number, marked_at: at };
    return { ...numbers, ...anew };
  }
  // Beside an app that was installed again, another one goes on.
  if (begin > 0 && number > highest + farBelow && !numbers.is_mixed)
    return noteNumber(markMixed(numbers), number, now);
  const [first = own] = runs;
  if (number < first[0] || hasNumber(numbers, number)) return numbers;
  const isGivenUp = at - marked_at > patience;
  const known = isGivenUp ? include(runs, [first[0], mark]) : runs;
  const [base = own, ...others] = include(known, own);
  return {
    ...numbers,
    runs: [base, ...others.slice(-maxRuns)],
    mark: isGivenUp ? Math.max(highest, number) : mark,
    marked_at: isGivenUp ? at : marked_at,
  };
}

/** Returns numbers with the digest of the content of a message. */
export function noteDigest(
  numbers: MessageNumbers,
  number: number,
  digest: string,
): MessageNumbers {
  const all: Record<string, string> = { ...numbers.digests, [number]: digest };
  const latest = Object.entries(all).sort(
    ([one], [other]) => Number(one) - Number(other),
  );
  return { ...numbers, digests: Object.fromEntries(latest.slice(-maxDigests)) };
}

/** Returns whether a message with a number was taken since the inbox is there. */
export function hasNumber({ runs }: MessageNumbers, number: number): boolean {
  return runs.some((run) => contains(run, number));
}

/** Returns whether a number is one of those that are missing between others. */
export function fillsGap(numbers: MessageNumbers, number: number): boolean {
  const before = numbers.runs[0]?.[1] ?? number;
  const isBetween = before < number && number < getHighest(numbers);
  return isBetween && !hasNumber(numbers, number);
}

/** Returns numbers that are of several phones, or the same object if they are known to be. */
export function markMixed(numbers: MessageNumbers): MessageNumbers {
  return numbers.is_mixed ? numbers : { ...numbers, is_mixed: true };
}

/**
 * Returns the numbers up to `last` if none is missing, with those of `others`. Returns undefined if
 * one is.
 */
export function findWholeRun(
  { runs }: MessageNumbers,
  others: readonly number[],
  last: number,
): Run | undefined {
  const all = others.reduce<readonly Run[]>(
    (sum, each) => include(sum, [each, each]),
    runs,
  );
  const [first] = all;
  return first && contains(first, last) ? first : undefined;
}

function getHighest({ runs }: MessageNumbers): number {
  return runs.at(-1)?.[1] ?? 0;
}

/** Returns where the numbers of an installation begin, which has as many as an app can send. */
function getBegin(number: number): number {
  return number - (number % sequenceLimit);
}

function contains([first, last]: Run, number: number): boolean {
  return first <= number && number <= last;
}

/** Returns runs with another one, in order. Those that touch are one. */
function include(runs: readonly Run[], added: Run): readonly Run[] {
  const merged: Run[] = [];
  for (const run of [...runs, added].sort(([one], [other]) => one - other)) {
    const before = merged.at(-1);
    if (before && run[0] <= before[1] + 1)
      merged[merged.length - 1] = [before[0], Math.max(before[1], run[1])];
    else merged.push(run);
  }
  return merged;
}
