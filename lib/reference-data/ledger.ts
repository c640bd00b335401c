import { parseCsv, type SourceFile } from './source.ts';

/** All ids that have ever been assigned. The id of a key is its line's number below the header. */
export interface Ledger {
  /** Returns the id of a key, or NaN if the ledger does not have the key. */
  getId(key: string): number;
  /** The content of the ledger's file. */
  text: string;
}

/**
 * Parses a ledger and assigns the next ids to the keys that it does not have. Keys without a source
 * stay in the ledger, because clients store ids. Throws if a line was removed or reordered, or if a
 * `published` id has changed.
 */
export function extendLedger(
  file: SourceFile,
  keys: readonly string[],
  published: ReadonlyMap<string, number>,
): Ledger {
  const ids = parseIds(file);
  for (const [key, id] of published) {
    if (ids.get(key) === id) continue;
    throw new Error(
      `${file.path}: ${key} is published with the id ${id}; restore its line`,
    );
  }
  const newKeys = keys.filter((key) => !ids.has(key));
  for (const key of newKeys) {
    ids.set(key, ids.size + 1);
  }
  const lines = [...ids].map(([key, id]) => `${id},${key}\n`);
  return {
    getId: (key) => ids.get(key) ?? Number.NaN,
    text: `id,key\n${lines.join('')}`,
  };
}

/** Sorts rows by the ids of their keys. */
export function sortById<Row extends { key: string }>(
  rows: readonly Row[],
  { getId }: Ledger,
): Row[] {
  return rows.toSorted((one, other) => getId(one.key) - getId(other.key));
}

function parseIds(file: SourceFile): Map<string, number> {
  const rows = parseCsv(file);
  const ids = new Map<string, number>();
  for (const { id, key } of rows) {
    const nextId = ids.size + 1;
    if (id !== String(nextId) || !key || ids.has(key)) {
      // The header is line 1.
      const line = `line ${nextId + 1} must have the id ${nextId} and a new key`;
      throw new Error(`${file.path}: ${line}, not "${id},${key}"; restore its lines`);
    }
    ids.set(key, nextId);
  }
  return ids;
}
