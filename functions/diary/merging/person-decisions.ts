import type { MergedMember } from '#functions/diary/entry/merged-fields.ts';
import { toSourceKey } from '#functions/diary/entry/origin.ts';
import {
  canBeNamed,
  findDecision,
  type HiddenTypes,
} from '#functions/diary/entry/visibility.ts';
import { compact } from '#shared/runtime/compact.ts';
import { canBeCombined, type ImportedEntry } from './imported-entry.ts';

/** A person's decision about two workouts: they are two, or they are the same. */
export type PairDecision = 'separated' | 'joined';

/** A person's decisions about an entry and other workouts, by the keys of their sources. */
export type PairDecisions = ReadonlyMap<string, PairDecision>;

/**
 * Returns all decisions about an entry. `current` are those until now, `others` the other imported
 * entries of the loaded days, by the keys of their sources.
 */
export type ChooseDecisions = (
  current: PairDecisions,
  others: ReadonlyMap<string, ImportedEntry>,
) => PairDecisions;

/**
 * Sets what a person has decided about an entry and other workouts. Both entries of each pair store
 * the decision, because either of them can be imported again at another address. What a caller may
 * not see makes no difference to it.
 */
export function decidePairs(
  entries: Map<string, ImportedEntry>,
  entry: ImportedEntry,
  choose: ChooseDecisions,
  hiddenTypes?: HiddenTypes,
): void {
  const all = [...entries.values()].filter(({ id }) => id !== entry.id);
  const others = new Map(all.map((other) => [toSourceKey(other.source), other]));
  const current = listDecisions(entry);
  const chosen = choose(current, others);
  const ownKey = toSourceKey(entry.source);
  for (const [key, other] of others) {
    entries.set(other.id, withDecision(other, ownKey, chosen.get(key)));
  }
  entries.set(entry.id, withDecisions(entry, chosen));
  for (const [key, decision] of chosen) {
    const other = others.get(key);
    if (!other || current.get(key) === decision) continue;
    const isJoin = decision === 'joined';
    const group = listShownAsOne(entries, entry, hiddenTypes);
    const otherGroup = isJoin ? listShownAsOne(entries, other, hiddenTypes) : [other];
    endBetween(entries, [group, otherGroup], isJoin ? 'separated' : 'joined');
  }
}

/**
 * Ends earlier decisions that contradict a new one. A workout that is separated from an entry is
 * joined to none of its duplicates, and of two that are joined, no duplicates are separated.
 */
function endBetween(
  entries: Map<string, ImportedEntry>,
  [group, otherGroup]: readonly [readonly ImportedEntry[], readonly ImportedEntry[]],
  ended: PairDecision,
): void {
  const end = (from: ImportedEntry, to: ImportedEntry) => {
    const stored = entries.get(from.id);
    const key = toSourceKey(to.source);
    if (!stored || listDecisions(stored).get(key) !== ended) return;
    entries.set(from.id, withDecision(stored, key, undefined));
  };
  for (const one of group) {
    for (const other of otherGroup) {
      end(one, other);
      end(other, one);
    }
  }
}

/** Lists the entries of a workout as a caller sees it until now: one, and those that it hides. */
function listShownAsOne(
  entries: ReadonlyMap<string, ImportedEntry>,
  entry: ImportedEntry,
  hiddenTypes: HiddenTypes | undefined,
): ImportedEntry[] {
  const findShown = (each: ImportedEntry) =>
    findDecision(each, hiddenTypes).hidden_by ?? each.id;
  const shown = findShown(entry);
  return [...entries.values()].filter(
    (each) => canBeNamed(each.source, hiddenTypes) && findShown(each) === shown,
  );
}

/**
 * Sets the record from which the person takes members of a workout: that of a key of
 * `toSourceKey`, or without one, the record that the rules find. All records of the workout store
 * the choice, because each of them can be imported again at another address. Returns whether the
 * workout has the record.
 */
export function chooseRecord(
  entries: Map<string, ImportedEntry>,
  entry: ImportedEntry,
  { members, key }: { members: readonly MergedMember[]; key: string | undefined },
): boolean {
  const records = listShownAsOne(entries, entry, undefined);
  const keys = records.filter(canBeCombined).map(({ source }) => toSourceKey(source));
  if (key && !keys.includes(key)) return false;
  for (const { chosen: before, ...record } of records) {
    const kept = Object.entries(before ?? {}).filter(
      ([member]) => !members.some((each) => each === member),
    );
    const set = key ? members.map((member) => [member, key] as const) : [];
    const all = [...kept, ...set];
    const chosen = all.length > 0 ? Object.fromEntries(all) : undefined;
    entries.set(record.id, { ...record, ...compact({ chosen }) });
  }
  return true;
}

/** Returns a person's decisions about an entry. */
export function listDecisions({
  separated = {},
  joined = {},
}: ImportedEntry): Map<string, PairDecision> {
  return new Map([
    ...Object.keys(joined).map((key) => [key, 'joined'] as const),
    ...Object.keys(separated).map((key) => [key, 'separated'] as const),
  ]);
}

/** Returns an entry with these decisions only. */
export function withDecisions(
  { separated: _, joined: __, ...entry }: ImportedEntry,
  decisions: PairDecisions,
): ImportedEntry {
  const toMember = (name: PairDecision) => {
    const keys = [...decisions.keys()].filter((key) => decisions.get(key) === name);
    if (keys.length === 0) return {};
    return { [name]: Object.fromEntries(keys.map((key) => [key, true as const])) };
  };
  return { ...entry, ...toMember('separated'), ...toMember('joined') };
}

function withDecision(
  entry: ImportedEntry,
  key: string,
  decision: PairDecision | undefined,
): ImportedEntry {
  const decisions = listDecisions(entry);
  if (decision) decisions.set(key, decision);
  else decisions.delete(key);
  return withDecisions(entry, decisions);
}

/** Returns whether the person has made a decision about two entries. */
export function isDecided(
  decision: PairDecision,
  one: ImportedEntry,
  other: ImportedEntry,
): boolean {
  return (
    one[decision]?.[toSourceKey(other.source)] !== undefined ||
    other[decision]?.[toSourceKey(one.source)] !== undefined
  );
}
