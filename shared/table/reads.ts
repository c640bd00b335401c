import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { compact } from '../runtime/compact.ts';
import type { Connection } from './connection.ts';
import { createExpressionBuilder } from './expression.ts';
import { collectionIndex, isWithinKeySizeLimits, type Key, toKey } from './keys.ts';
import type { CollectionPage, KeyRange, RangePage, Table } from './table.ts';

type RangeInput = ReturnType<typeof toRangeInput> & { ProjectionExpression?: string };

/** Creates the reads of the table. They are strongly consistent, except those of the index. */
export function createReads({ client, base, send }: Connection): Table<'get' | 'query'> {
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

  return {
    async get<R extends object>(key: Key) {
      if (!isWithinKeySizeLimits(key)) return undefined;
      const command = new GetCommand({ ...base, Key: toKey(key), ConsistentRead: true });
      const { Item } = await send('read', () => client.send(command));
      return Item as R | undefined;
    },

    async query<R extends object>(range: KeyRange) {
      const pages = await Array.fromAsync(readPages(toRangeInput(range)));
      return pages.flat() as R[];
    },

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
