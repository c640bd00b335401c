import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Connection } from './connection.ts';
import { expressions } from './expression.ts';
import { canExist, collectionIndex, type Key } from './keys.ts';
import type { KeyRange, Table } from './table.ts';

/** Reads of the table: consistent, except those from the index. */
export function reads({ client, base, metered }: Connection): Table<'get' | 'query'> {
  return {
    async get<R extends object>(key: Key) {
      if (!canExist(key)) return undefined;
      const command = new GetCommand({ ...base, Key: key, ConsistentRead: true });
      const { Item } = await metered('read', client.send(command));
      return Item as R | undefined;
    },

    async query<R extends object>(range: KeyRange) {
      const request = { ...base, ...keyCondition(range) };
      const rows: R[] = [];
      let from: Record<string, unknown> | undefined;
      do {
        const command = new QueryCommand({ ...request, ...(from && { ExclusiveStartKey: from }) });
        const { Items = [], LastEvaluatedKey } = await metered('read', client.send(command));
        rows.push(...(Items as R[]));
        from = LastEvaluatedKey;
      } while (from);
      return rows;
    },
  };
}

function keyCondition(range: KeyRange) {
  const { range: condition, attributes } = expressions();
  const startsWith = (of: string) =>
    range.prefix === undefined ? undefined : { of, startsWith: range.prefix };
  const where =
    'collection' in range
      ? {
          IndexName: collectionIndex,
          KeyConditionExpression: condition(
            'collection',
            startsWith('collection_sk'),
            range.collection,
          ),
        }
      : {
          ConsistentRead: true,
          KeyConditionExpression: condition('pk', startsWith('sk'), range.pk),
        };
  return { ...where, ...attributes() };
}
