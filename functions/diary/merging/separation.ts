import { toSourceKey } from '#functions/diary/entry/source.ts';
import type { ImportedEntry } from './merge.ts';

/**
 * Returns the keys of the sources to separate from an entry. `separatedKeys` are those of the
 * sources that are separated now, `loadedKeys` those of all imported entries of the loaded days.
 */
export type ChooseSeparated = (
  separatedKeys: ReadonlySet<string>,
  loadedKeys: ReadonlySet<string>,
) => ReadonlySet<string>;

/**
 * Sets the entries that an entry is separated from. Both entries of each pair store the separation,
 * because either of them can be imported again at another address.
 */
export function separate(
  entries: Map<string, ImportedEntry>,
  entry: ImportedEntry,
  choose: ChooseSeparated,
): void {
  const all = [...entries.values()];
  const loadedKeys = new Set(all.map(({ source }) => toSourceKey(source)));
  const newKeys = choose(listSeparated(entry), loadedKeys);
  const ownKey = toSourceKey(entry.source);
  for (const other of all) {
    const separated = new Set(listSeparated(other));
    if (newKeys.has(toSourceKey(other.source))) separated.add(ownKey);
    else separated.delete(ownKey);
    entries.set(other.id, withSeparated(other, separated));
  }
  entries.set(entry.id, withSeparated(entry, newKeys));
}

/** Returns the keys of the sources that the person has separated from an entry. */
export function listSeparated({ separated = {} }: ImportedEntry): Set<string> {
  return new Set(Object.keys(separated));
}

/** Returns an entry that is separated from the sources with these keys only. */
export function withSeparated(
  { separated: _, ...entry }: ImportedEntry,
  keys: ReadonlySet<string>,
): ImportedEntry {
  if (keys.size === 0) return entry;
  const pairs = [...keys].map((key) => [key, true] as const);
  return { ...entry, separated: Object.fromEntries(pairs) };
}
