import { randomBytes } from 'node:crypto';
import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { unavailableWhenBusy } from '../errors/unavailable.ts';
import { environment, optionalEnvironment } from '../runtime/environment.ts';
import type { Meter } from '../runtime/meter.ts';
import type { Condition } from './condition.ts';
import { type Change, expressions } from './expression.ts';
import { collectionIndex, type Key } from './keys.ts';

/** What an endpoint may do with the table; each is one IAM action. */
export type TableOperation = 'get' | 'query' | 'put' | 'update' | 'delete';

/**
 * What became of a conditional write. `row` is the item as it is after the write; `existing` is the item that the
 * condition refused, undefined where there is none.
 */
export type Outcome<R> = { done: true; row: R } | { done: false; existing: R | undefined };

interface Operations {
  /** Reads one item, consistently. */
  get<R extends object>(key: Key): Promise<R | undefined>;
  /** Reads a whole key range of one partition in the order of the sort key, consistently unless from the index. */
  query<R extends object>(range: KeyRange): Promise<R[]>;
  /** Writes a whole item where the condition holds. */
  put<R extends object>(row: Key & R, condition: Condition): Promise<Outcome<R>>;
  /** Changes attributes of one item where the condition holds. */
  update<R extends object>(key: Key, change: Change, condition: Condition): Promise<Outcome<R>>;
  /** Removes one item where the condition holds; `row` is what it was. */
  delete<R extends object>(key: Key, condition: Condition): Promise<Outcome<R>>;
}

/** A partition, or the part of it whose sort keys begin with `prefix`. */
export type KeyRange = { pk: string; prefix?: string } | { collection: string; prefix?: string };

/** The table with the operations that are named, and no other. */
export type Table<O extends TableOperation = TableOperation> = Pick<Operations, O>;

let client: DynamoDBDocumentClient | undefined;

/** One client a process: its connections outlive a request. */
function connect(): DynamoDBDocumentClient {
  client ??= DynamoDBDocumentClient.from(
    new DynamoDBClient({ maxAttempts: 3, requestHandler: { connectionTimeout: 1000, requestTimeout: 3000 } }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
  return client;
}

/**
 * The port to the single table. Every write is one conditional item write (design principle 3) and marks the item with
 * a write id: where the SDK repeats a write whose answer was lost, the refused repetition finds its own mark and is
 * known to have been done.
 *
 * Throws `unavailable` where the store is busy or cannot be reached, and `no_room` where an item would have more than the
 * 400 KB that DynamoDB allows.
 */
export function openTable(meter: Meter): Table {
  const TableName = environment('TABLE_NAME');
  const db = connect();
  const ReturnConsumedCapacity = 'TOTAL' as const;
  const base = { TableName, ReturnConsumedCapacity };

  const metered = async <T extends { ConsumedCapacity?: { CapacityUnits?: number | undefined } | undefined }>(
    kind: 'read' | 'write',
    call: Promise<T>,
  ): Promise<T> => {
    meter.count(kind);
    const answer = await unavailableWhenBusy(call);
    meter.consume(kind, answer.ConsumedCapacity?.CapacityUnits ?? 0);
    return answer;
  };

  const get = async <R extends object>(key: Key): Promise<R | undefined> => {
    const answer = await metered(
      'read',
      db.send(new GetCommand({ ...base, Key: key, ConsistentRead: true })),
    );
    return answer.Item as R | undefined;
  };

  /** Some engines leave the refused item out of the exception; there it is read. */
  const refusedItem = async <R extends object>(error: ConditionalCheckFailedException, key: Key) => {
    if (error.Item) return unmarshall(error.Item) as R & { write_id?: string };
    return optionalEnvironment('DYNAMODB_OMITS_REFUSED_ITEM')
      ? get<R & { write_id?: string }>(key)
      : undefined;
  };

  const write = async <R extends object>(
    key: Key,
    write_id: string,
    send: () => Promise<R>,
  ): Promise<Outcome<R>> => {
    try {
      return { done: true, row: await send() };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const existing = await refusedItem<R>(error, key);
      return existing?.write_id === write_id ? { done: true, row: existing } : { done: false, existing };
    }
  };

  const returnRefused = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };

  return {
    get,

    async query<R extends object>(range: KeyRange) {
      const inIndex = 'collection' in range;
      const { condition: _, update: __, range: keyCondition, attributes } = expressions();
      const sortKey = inIndex ? 'collection_sk' : 'sk';
      const prefix = range.prefix === undefined ? undefined : { of: sortKey, startsWith: range.prefix };
      const request = {
        ...base,
        ...(inIndex ? { IndexName: collectionIndex } : { ConsistentRead: true }),
        KeyConditionExpression: inIndex
          ? keyCondition('collection', prefix, range.collection)
          : keyCondition('pk', prefix, range.pk),
        ...attributes(),
      };
      const rows: R[] = [];
      let from: Record<string, unknown> | undefined;
      do {
        const page = await metered(
          'read',
          db.send(new QueryCommand({ ...request, ...(from && { ExclusiveStartKey: from }) })),
        );
        rows.push(...((page.Items ?? []) as R[]));
        from = page.LastEvaluatedKey;
      } while (from);
      return rows;
    },

    put<R extends object>(row: Key & R, condition: Condition) {
      const write_id = newWriteId();
      const expression = expressions();
      const ConditionExpression = expression.condition(condition);
      return write<R>(row, write_id, async () => {
        await metered(
          'write',
          db.send(
            new PutCommand({
              ...base,
              ...returnRefused,
              Item: { ...row, write_id },
              ConditionExpression,
              ...expression.attributes(),
            }),
          ),
        );
        return row;
      });
    },

    update<R extends object>(key: Key, change: Change, condition: Condition) {
      const write_id = newWriteId();
      const expression = expressions();
      const UpdateExpression = expression.update({ ...change, set: { ...change.set, write_id } });
      const ConditionExpression = expression.condition(condition);
      return write<R>(key, write_id, async () => {
        const answer = await metered(
          'write',
          db.send(
            new UpdateCommand({
              ...base,
              ...returnRefused,
              Key: key,
              UpdateExpression,
              ConditionExpression,
              ...expression.attributes(),
              ReturnValues: 'ALL_NEW',
            }),
          ),
        );
        return answer.Attributes as R;
      });
    },

    delete<R extends object>(key: Key, condition: Condition) {
      const expression = expressions();
      const ConditionExpression = expression.condition(condition);
      return write<R>(key, newWriteId(), async () => {
        const answer = await metered(
          'write',
          db.send(
            new DeleteCommand({
              ...base,
              ...returnRefused,
              Key: key,
              ConditionExpression,
              ...expression.attributes(),
              ReturnValues: 'ALL_OLD',
            }),
          ),
        );
        return answer.Attributes as R;
      });
    },
  };
}

const newWriteId = () => randomBytes(9).toString('base64url');
