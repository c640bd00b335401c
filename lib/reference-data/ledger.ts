const header = 'id,key';

/** The ids that were ever given: line by line, so the id of a key is the number of its line below the header. */
export interface Ledger {
  idOf(key: string): number;
  text: string;
}

/**
 * Reads a ledger and gives each key that it does not know the next id. A line that is there stays for ever, also when
 * its key has left the catalogue, for clients keep ids. Throws where the ledger was shortened or reordered, and where
 * it contradicts an id that is `published`.
 */
export function extendLedger(
  text: string,
  keys: readonly string[],
  published: ReadonlyMap<string, number>,
): Ledger {
  const known = text.trimEnd().split('\n').slice(1);
  const ids = new Map(known.map((line, i) => [keyOf(line, i + 1), i + 1]));
  if (ids.size !== known.length) throw new Error('the ledger names a key twice');
  for (const [key, id] of published) {
    if (ids.get(key) !== id)
      throw new Error(
        `${key} is published with the id ${id}; the ledger must keep it: restore its line`,
      );
  }
  for (const key of keys) if (!ids.has(key)) ids.set(key, ids.size + 1);
  return {
    idOf: (key) => ids.get(key) ?? Number.NaN,
    text: `${[header, ...[...ids].map(([key, id]) => `${id},${key}`)].join('\n')}\n`,
  };
}

function keyOf(line: string, id: number): string {
  const [given, key] = line.split(',');
  if (given !== String(id) || !key)
    throw new Error(
      `the ledger must give the id ${id} in line ${id + 1}, not "${line}": restore its lines`,
    );
  return key;
}
