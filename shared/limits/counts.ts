import { changeSet, type KeepRule, keep, keepEnds, keepLast } from './growing-set.ts';
import type { Tally, Use } from './use.store.ts';

/**
 * The counts of a function for an item of use, besides units. They wait in memory for the next
 * call that takes units.
 */
export interface Counts {
  /** Amounts by attribute. */
  amounts: Readonly<Record<string, number>>;
  /** New members of sets. */
  members: Readonly<Record<string, readonly string[]>>;
}

export const noCounts: Counts = { amounts: {}, members: {} };

/** The set of the last errors of a client. */
export const errorSet = 'errors';

/** The amount of users whose first request of the day it was. */
export const peopleAmount = 'people';

/** The counts of a user's first request of the day. */
export const onePerson: Counts = { amounts: { [peopleAmount]: 1 }, members: {} };

/** The most errors of a client that are kept, and shown. */
export const maxErrors = 20;

/** The end of the names that count requests beyond the limits. */
const refused = ' 429';

/** Returns the rule of a set: the last errors, or the first and the last date. */
export function getRule(name: string): KeepRule {
  return name === errorSet ? keepLast(maxErrors) : keepEnds;
}

/** Adds counts of one item. They do not grow with the requests. */
export function joinCounts(one: Counts, other: Counts): Counts {
  const sums = { ...one.amounts };
  for (const [name, amount] of Object.entries(other.amounts))
    sums[name] = (sums[name] ?? 0) + amount;
  const amounts = Object.fromEntries(
    Object.entries(sums).filter(([, amount]) => amount !== 0),
  );
  const members = { ...one.members };
  for (const [name, added] of Object.entries(other.members))
    members[name] = keep(getRule(name), members[name] ?? [], added);
  return { amounts, members };
}

/** Returns the counts that take back amounts. The members of sets stay. */
export function takeBack({ amounts }: Counts): Counts {
  const negated = Object.entries(amounts).map(([name, amount]) => [name, -amount]);
  return { amounts: Object.fromEntries(negated), members: {} };
}

/** Returns the change that adds counts to an item, of which `seen` was seen last. */
export function toTally(
  { amounts, members }: Counts,
  seen: Use | undefined,
): Required<Tally> {
  const changes = Object.entries(members).map(([name, added]) =>
    changeSet(name, added, { seen, rule: getRule(name) }),
  );
  return {
    increment: amounts,
    include: Object.assign({}, ...changes.map(({ include }) => include)),
    exclude: Object.assign({}, ...changes.map(({ exclude }) => exclude)),
  };
}

/** The counts of one answer: for its user, and for its client. */
export interface AnswerCounts {
  user: Counts;
  client: Counts;
}

/** Counts that wait for the next call. */
export interface WaitingCounts {
  counts: Counts;
  /** When counts were written last, in milliseconds. */
  writtenAt: number;
}

/** Counts that wait, and the item to which they belong. */
interface CountsOfItem extends WaitingCounts {
  /** The item, as it was seen last. Undefined if this function has not written it. */
  seen: Use | undefined;
}

/** The most answers that wait, and the longest time between two writes, if anything waits. */
const maxWaiting = 20;
const maxWaitMs = 60_000;

/**
 * Returns whether counts are due to be written at the end of a request, although no units are
 * taken. What is new today is written at once, because an idle function may end before its next
 * request. Refusals wait: a client at its limit costs no call for each.
 */
export function isDue({ counts, seen, writtenAt }: CountsOfItem, now: Date): boolean {
  if (Object.keys(counts.amounts).length === 0) return false;
  const isLate = now.getTime() - writtenAt >= maxWaitMs;
  return isLate || hasNews(counts, seen) || countAnswered(counts) >= maxWaiting;
}

/** Returns whether counts have a name or a date that the item does not have. */
function hasNews(counts: Counts, seen: Use = {}): boolean {
  const names = Object.keys(counts.amounts).filter((name) => !name.endsWith(refused));
  if (names.some((name) => name === peopleAmount || !(name in seen))) return true;
  const { [errorSet]: _, ...members } = counts.members;
  const { include } = toTally({ ...counts, members }, seen);
  return Object.keys(include).length > 0;
}

function countAnswered({ amounts }: Counts): number {
  const answered = Object.entries(amounts).filter(([name]) => !name.endsWith(refused));
  return answered.reduce((sum, [, amount]) => sum + amount, 0);
}
