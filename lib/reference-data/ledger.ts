import { parseCsv, type SourceFile } from './csv.ts';

/** The ids ever assigned. The id of a key is the number of its line below the header. */
export interface Ledger {
  getId(key: string): number;
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
    throw new Error(`${file.path}: ${key} is published with the id ${id}; restore its line`);
  }
  for (const key of keys) {
    if (!ids.has(key)) ids.set(key, ids.size + 1);
  }
  const lines = [...ids].map(([key, id]) => `${id},${key}\n`);
  return {
    getId: (key) => ids.get(key) ?? Number.NaN,
    text: `id,key\n${lines.join('')}`,
  };
}

function parseIds(file: SourceFile): Map<string, number> {
  const rows = parseCsv(file);
  const ids = rows.map(({ id, key }, i) => requireNext(file.path, i + 1, id, key));
  const byKey = new Map(ids);
  if (byKey.size < ids.length) throw new Error(`${file.path}: two lines have the same key`);
  return byKey;
}

/** Returns a key and its id. Throws unless the id is the next one. */
function requireNext(path: string, next: number, id = '', key = ''): [string, number] {
  if (id === String(next) && key !== '') return [key, next];
  throw new Error(
    `${path}: line ${next + 1} must have the id ${next} and a key, not "${id},${key}"; restore its lines`,
  );
}
