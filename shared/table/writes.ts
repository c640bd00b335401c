import { randomBytes } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { optionalEnvironment } from '../runtime/environment.ts';
import type { Condition } from './condition.ts';
import type { Connection } from './connection.ts';
import { type Change, expressions } from './expression.ts';
import { canExist, type Key } from './keys.ts';
import type { Outcome, Table } from './table.ts';

/**
 * Writes to the table, each one item under one condition. Where the SDK repeats a write whose answer was lost, the
 * condition refuses the repetition. A put or update then finds the write id with which it marked the item, and a delete
 * finds nothing left; either is known to have been done.
 */
export function writes(
  { client, base, metered }: Connection,
  { get }: Table<'get'>,
): Table<'put' | 'update' | 'delete'> {
  const returnRefused = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };

  /** Some engines leave the refused item out of the exception; there it is read. */
  const refusedItem = async <R extends object>(
    { Item }: ConditionalCheckFailedException,
    { pk, sk }: Key,
  ) => {
    if (Item) return unmarshall(Item) as R & Marked;
    return optionalEnvironment('DYNAMODB_OMITS_REFUSED_ITEM')
      ? get<R & Marked>({ pk, sk })
      : undefined;
  };

  const outcomeOf = async <R extends object>(
    key: Key,
    write_id: string,
    call: Promise<R>,
  ): Promise<Outcome<R>> => {
    try {
      return { done: true, row: await call };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const existing = await refusedItem<R>(error, key);
      return existing?.write_id === write_id
        ? { done: true, row: existing }
        : { done: false, existing };
    }
  };

  return {
    put<R extends object>(row: Key & R, condition: Condition) {
      const write_id = newWriteId();
      const expression = expressions();
      const command = new PutCommand({
        ...base,
        ...returnRefused,
        Item: { ...row, write_id },
        ConditionExpression: expression.condition(condition),
        ...expression.attributes(),
      });
      return outcomeOf<R>(
        row,
        write_id,
        metered('write', client.send(command)).then(() => row),
      );
    },

    async update<R extends object>(
      key: Key,
      change: Change,
      condition: Condition,
      answers?: 'without row',
    ) {
      if (!canExist(key)) return { done: false, existing: undefined };
      const write_id = newWriteId();
      const expression = expressions();
      const command = new UpdateCommand({
        ...base,
        ...returnRefused,
        Key: key,
        UpdateExpression: expression.update({ ...change, set: { ...change.set, write_id } }),
        ConditionExpression: expression.condition(condition),
        ...expression.attributes(),
        ReturnValues: answers === 'without row' ? 'NONE' : 'ALL_NEW',
      });
      const answer = metered('write', client.send(command));
      return outcomeOf(
        key,
        write_id,
        answer.then(({ Attributes }) => Attributes as R),
      );
    },

    async delete(key: Key, condition: Condition) {
      if (!canExist(key)) return false;
      const expression = expressions();
      const command = new DeleteCommand({
        ...base,
        ...returnRefused,
        Key: key,
        ConditionExpression: expression.condition(condition),
        ...expression.attributes(),
      });
      try {
        await metered('write', client.send(command));
        return true;
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        const { attempts = 1 } = error.$metadata;
        return attempts > 1 && (await refusedItem(error, key)) === undefined;
      }
    },
  };
}

interface Marked {
  write_id?: string;
}

const newWriteId = () => randomBytes(9).toString('base64url');
