import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { splitIntoBatches } from '../runtime/batches.ts';
import { compact } from '../runtime/compact.ts';
import type { Connection } from './connection.ts';
import { createExpressionBuilder } from './expression.ts';
import { collectionIndex, isValidKey, type Key, toKey } from './keys.ts';
import type { CollectionPage, KeyRange, RangePage, Table } from './table.ts';

/** The most keys of one BatchGetItem (DynamoDB's limit). They must be different. */
const maxBatchKeys = 100;

type RangeInput = ReturnType<typeof toRangeInput> & { ProjectionExpression?: string };

/**
 * Creates the reads of the table. They are strongly consistent, except those of the index, and
 * those that ask for less.
 */
export function createReads({
  client,
  base,
  send,
}: Connection): Table<'get' | 'getEach' | 'query'> {
  /** Reads a key range in pages of at most 1 MB. */
  async function* readPages(range: RangeInput): AsyncGenerator<Key[]> {
    let start: Record<string, unknown> | undefined;
    do {
      const position = compact({ ExclusiveStartKey: start });
      const command = new QueryCommand({ ...base, ...range, ...position });
      const { Items = [], LastEvaluatedKey } = await send('read', () =>
        client.send(command),
      );
      yield Items as Key[];
      start = LastEvaluatedKey;
    } while (start);
  }

  /**
   * Reads at most 100 items by different keys, in no order. DynamoDB leaves some unread if it is
   * throttling, or if they are more than 16 MB: they are read by the next try.
   */
  async function readBatch(
    keys: readonly Key[],
    ConsistentRead: boolean,
  ): Promise<Key[]> {
    const { TableName, ReturnConsumedCapacity } = base;
    const items: Key[] = [];
    let left: Record<string, unknown>[] = keys.map(({ pk, sk }) => ({ pk, sk }));
    const sendOnce = async () => {
      const RequestItems = { [TableName]: { Keys: left, ConsistentRead } };
      const command = new BatchGetCommand({ RequestItems, ReturnConsumedCapacity });
      const response = await client.send(command);
      items.push(...((response.Responses?.[TableName] ?? []) as Key[]));
      left = response.UnprocessedKeys?.[TableName]?.Keys ?? [];
      return response;
    };
    await send('read', sendOnce, () => left.length === 0);
    return items;
  }

  return {
    async get<R extends object>(key: Key) {
      if (!isValidKey(key)) return undefined;
      const command = new GetCommand({ ...base, Key: toKey(key), ConsistentRead: true });
      const { Item } = await send('read', () => client.send(command));
      return Item as R | undefined;
    },

    async getEach<R extends object>(keys: readonly Key[], { isEventual = false } = {}) {
      const valid = keys.filter(isValidKey);
      const different = [...new Map(valid.map((key) => [toPlace(key), key])).values()];
      const batches = splitIntoBatches(different, { maxCount: maxBatchKeys });
      const reads = batches.map((batch) => readBatch(batch, !isEventual));
      const found = (await Promise.all(reads)).flat();
      const items = new Map(found.map((item) => [toPlace(item), item]));
      return keys.map((key) => items.get(toPlace(key)) as R | undefined);
    },

    async query<R extends object>(range: KeyRange) {
      const pages = await Array.fromAsync(readPages(toRangeInput(range)));
      return pages.flat() as R[];
    },

    queryPages: <R extends object>(range: KeyRange) =>
      readPages(toRangeInput(range)) as AsyncIterable<R[]>,

    listKeys: (range: KeyRange) =>
      readPages({ ...toRangeInput(range), ProjectionExpression: 'pk, sk' }),

    async queryPage<R extends object>(page: CollectionPage | RangePage) {
      const range = toRangeInput(toPageRange(page));
      const isDescending = 'isDescending' in page;
      const selection = { Limit: page.limit, ScanIndexForward: !isDescending };
      const command = new QueryCommand({ ...base, ...range, ...selection });
      const { Items = [] } = await send('read', () => client.send(command));
      return Items as R[];
    },
  };
}

/** Returns a string that is different for each key. */
function toPlace({ pk, sk }: Key): string {
  return JSON.stringify([pk, sk]);
}

function toPageRange(page: CollectionPage | RangePage): KeyRange {
  if ('from' in page) {
    const { limit: _, isDescending: __, ...range } = page;
    return range;
  }
  const { collection, after } = page;
  return after === undefined ? { collection } : { collection, after };
}

/** Returns the members of a query that select a key range of the table or of its index. */
function toRangeInput(range: KeyRange) {
  const expressions = createExpressionBuilder();
  const isOfIndex = 'collection' in range;
  return {
    ...(isOfIndex ? { IndexName: collectionIndex } : { ConsistentRead: true }),
    KeyConditionExpression: expressions.range(range),
    ...expressions.attributes(),
  };
}
