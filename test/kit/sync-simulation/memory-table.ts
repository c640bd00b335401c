import { randomBytes } from 'node:crypto';
import type { DataKeyProvider } from '#shared/encryption/envelope.ts';
import type { AttributeCondition, Condition } from '#shared/table/condition.ts';
import type { Change } from '#shared/table/expression.ts';
import { type Key, toKey } from '#shared/table/keys.ts';
import type { RangePage, Table } from '#shared/table/table.ts';
import { withWriteId } from '#shared/table/writes.ts';

type Item = Key & Record<string, unknown>;

/** The items of a partition, or of a collection, in the order of their sort keys. */
interface Range {
  sortKeys: string[];
  items: Map<string, Item>;
}

/**
 * Creates a table in memory, for simulations that write millions of times. It has what syncs
 * without news use; anything else throws.
 */
export function createMemoryTable(): Table {
  const partitions = new Map<string, Range>();
  const collections = new Map<string, Range>();

  function find({ pk, sk }: Key): Item | undefined {
    return partitions.get(pk)?.items.get(sk);
  }

  function store(item: Item): void {
    const earlier = find(item);
    if (earlier) remove(collections, earlier.collection, earlier.collection_sk);
    insert(partitions, item.pk, item.sk, item);
    const { collection, collection_sk } = item;
    if (typeof collection === 'string' && typeof collection_sk === 'string')
      insert(collections, collection, collection_sk, item);
  }

  async function update<R extends object>(
    key: Key,
    change: Change,
    condition: Condition,
  ) {
    const existing = find(key);
    if (!isMet(condition, existing))
      return { done: false as const, existing: existing as R | undefined };
    const item = applyChange(existing ?? toKey(key), change);
    store(item);
    return { done: true as const, item: item as Item & R };
  }

  function select(ranges: Map<string, Range>, name: string, from: string, to: string) {
    const { sortKeys, items } = ranges.get(name) ?? { sortKeys: [], items: new Map() };
    const within = sortKeys.slice(findPlace(sortKeys, from), findPlace(sortKeys, to));
    return within.map((sortKey) => items.get(sortKey));
  }

  return {
    get: async <R extends object>(key: Key) => find(key) as R | undefined,
    getEach: async <R extends object>(keys: readonly Key[]) =>
      keys.map((key) => find(key) as R | undefined),
    async put(item, condition) {
      if (!isMet(condition, find(item))) return { done: false, existing: undefined };
      store(withWriteId(item) as Item);
      return { done: true, item };
    },
    update,
    updateWithoutReturnValues: update,
    async query<R extends object>(range: object) {
      if (!('pk' in range)) throw new Error('Only partitions have such a query.');
      const {
        pk,
        prefix = '',
        from = prefix,
        to = `${prefix}\uffff`,
      } = range as {
        pk: string;
        prefix?: string;
        from?: string;
        to?: string;
      };
      return select(partitions, pk, from, to) as R[];
    },
    async queryPage<R extends object>(page: object) {
      const { collection, from, to, limit } = page as RangePage & { collection: string };
      return select(collections, collection, from, to).slice(0, limit) as R[];
    },
    queryPages: refuse,
    listKeys: refuse,
    delete: refuse,
    transact: refuse,
  };
}

/** Data keys that no key encrypts. */
export const plainKeys: DataKeyProvider = {
  generate: async () => {
    const plaintext = randomBytes(32);
    // The key is overwritten after its use.
    return { plaintext, wrapped: Buffer.from(plaintext) };
  },
  unwrap: async (wrapped) => Buffer.from(wrapped),
};

function refuse(): never {
  throw new Error('A sync without news has no such operation.');
}

function insert(ranges: Map<string, Range>, name: string, sortKey: string, item: Item) {
  const range = ranges.get(name) ?? { sortKeys: [], items: new Map() };
  ranges.set(name, range);
  if (!range.items.has(sortKey))
    range.sortKeys.splice(findPlace(range.sortKeys, sortKey), 0, sortKey);
  range.items.set(sortKey, item);
}

function remove(ranges: Map<string, Range>, name: unknown, sortKey: unknown): void {
  const range = ranges.get(String(name));
  if (!range?.items.delete(String(sortKey))) return;
  range.sortKeys.splice(findPlace(range.sortKeys, String(sortKey)), 1);
}

/** Returns the index of the first sort key that is not less than a text. */
function findPlace(sortKeys: readonly string[], text: string): number {
  let [low, high] = [0, sortKeys.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sortKeys[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

function applyChange(item: Item | Key, change: Change): Item {
  const { set = {}, setIfAbsent = {}, increment = {}, remove: removed = [] } = change;
  const changed: Item = { ...setIfAbsent, ...item, ...withWriteId(set) };
  for (const [name, amount] of Object.entries(increment))
    changed[name] = Number(changed[name] ?? 0) + amount;
  for (const name of removed) delete changed[name];
  return changed;
}

function isMet(condition: Condition, item: Item | undefined): boolean {
  return Object.entries(condition).every(([name, each]) => holds(each, item?.[name]));
}

function holds(condition: AttributeCondition, value: unknown): boolean {
  switch (condition.operator) {
    case 'attribute_exists':
      return value !== undefined;
    case 'attribute_not_exists':
      return value === undefined;
    case 'has_fewer_than':
    case 'none_of':
      throw new Error(`No sync has a condition with ${condition.operator}.`);
    default: {
      if (value === undefined) return condition.orAbsent === true;
      const order = compare(value, condition.value);
      if (condition.operator === '=') return order === 0;
      if (condition.operator.endsWith('=') && order === 0) return true;
      return condition.operator.startsWith('<') ? order < 0 : order > 0;
    }
  }
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (one === other) return 0;
  return String(one) < String(other) ? -1 : 1;
}
