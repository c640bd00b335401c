import { compact } from '../runtime/compact.ts';
import type { Change } from '../table/expression.ts';
import type { Use } from './use.store.ts';

/** Returns those members of a set, in ascending order, that it has to keep. */
export type KeepRule = (sorted: readonly string[]) => readonly string[];

/** Keeps the first and the last member. */
export const keepEnds: KeepRule = (sorted) => [
  ...new Set([...sorted.slice(0, 1), ...sorted.slice(-1)]),
];

/** Returns the rule that keeps the last members. */
export const keepLast =
  (count: number): KeepRule =>
  (sorted) =>
    sorted.slice(-count);

/** Returns the members of some sets that a rule keeps. */
export function keep(rule: KeepRule, ...sets: readonly (readonly string[])[]): string[] {
  return [...rule([...new Set(sets.flat())].sort())];
}

function readMembers(item: Use | undefined, attribute: string): string[] {
  const members = item?.[attribute];
  return members instanceof Set ? [...members].map(String) : [];
}

/** The two attributes of a set. */
const toAttributes = (name: string) => [`${name}_a`, `${name}_b`] as const;

/** Returns the members of a set of an item that its rule keeps, in ascending order. */
export function readSet(item: Use | undefined, name: string, rule: KeepRule): string[] {
  const stored = toAttributes(name).map((attribute) => readMembers(item, attribute));
  return keep(rule, ...stored);
}

/** Returns whether some members are outside of the ends that a set of an item has. */
export function isBeyondEnds(item: Use, name: string, added: readonly string[]): boolean {
  let [first, last] = ['', ''];
  for (const attribute of toAttributes(name)) {
    const members = item[attribute];
    if (!(members instanceof Set)) continue;
    for (const member of members) {
      if (first === '' || member < first) first = member;
      if (member > last) last = member;
    }
  }
  for (const one of added) if (first === '' || one < first || one > last) return true;
  return false;
}

/**
 * Returns the change that adds members to a set of an item, and removes what the rule does not keep
 * in what was seen last. Functions that change the set at the same time need no condition, because
 * they never remove what the rule keeps in the union of all that they have added.
 *
 * The set has two attributes, because an update cannot add to an attribute and remove from it: one
 * is added to, the other one cleaned up, in turn.
 */
export function changeSet(
  name: string,
  added: readonly string[],
  { seen, rule }: { seen: Use | undefined; rule: KeepRule },
): Required<Pick<Change, 'include' | 'exclude'>> {
  const parts = toAttributes(name).map((attribute) => ({
    attribute,
    members: readMembers(seen, attribute),
  }));
  const stored = parts.flatMap(({ members }) => members);
  const kept = new Set(keep(rule, stored, added));
  const news = added.filter((member) => kept.has(member) && !stored.includes(member));
  const [smallest] = parts.toSorted(
    (one, other) => one.members.length - other.members.length,
  );
  const target = news.length > 0 ? smallest?.attribute : undefined;
  const removals = parts.map(({ attribute, members }) => {
    const superseded = members.filter((member) => !kept.has(member));
    const isCleaned = attribute !== target && superseded.length > 0;
    return [attribute, isCleaned ? superseded : undefined];
  });
  return {
    include: target === undefined ? {} : { [target]: news },
    exclude: compact(Object.fromEntries(removals)),
  };
}
