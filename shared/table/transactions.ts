import { randomUUID } from 'node:crypto';
import {
  type CancellationReason,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { ServiceError, serviceError } from '../errors/errors.ts';
import { isAboutSize } from '../errors/store-failures.ts';
import type { Connection } from './connection.ts';
import { isWithinKeySizeLimits, type Key, toKey } from './keys.ts';
import type {
  FailedChange,
  Table,
  TransactionChange,
  TransactionResult,
} from './table.ts';
import {
  readAttributes,
  toConditionInput,
  toUpdateInput,
  withWriteId,
} from './writes.ts';

/** The most changes of one transaction (DynamoDB's limit). */
export const maxTransactionChanges = 100;

/**
 * Returns whether a transaction is done, which it is not if one of its conditions failed. Throws
 * `item_too_large` if it was refused for its size, which says nothing about its conditions.
 */
export function meetsConditions(result: TransactionResult): result is { done: true } {
  if (result.done) return true;
  if (result.failures.some(({ cause }) => cause === 'condition')) return false;
  throw serviceError('item_too_large');
}

/**
 * Creates the transactions of the table. All tries of one have the same token: DynamoDB makes the
 * changes once, also if a response is lost.
 */
export function createTransactions({
  client,
  base,
  send,
}: Connection): Pick<Table, 'transact'> {
  return {
    async transact(changes) {
      const unreachable = listUnreachable(changes);
      if (unreachable.length > 0) return { done: false, failures: unreachable };

      const command = new TransactWriteCommand({
        ReturnConsumedCapacity: base.ReturnConsumedCapacity,
        ClientRequestToken: randomUUID(),
        TransactItems: changes.map((change) => toTransactItem(change, base.TableName)),
      });
      try {
        await send('write', () => client.send(command));
        return { done: true };
      } catch (error) {
        return { done: false, failures: toFailures(error, changes) };
      }
    },
  };
}

/** Lists the changes of items that cannot exist, because their key is too long. */
function listUnreachable(changes: readonly TransactionChange[]): FailedChange[] {
  return changes.flatMap((change, index): FailedChange[] => {
    if (isWithinKeySizeLimits(getKey(change))) return [];
    return [{ index, cause: 'condition', existing: undefined }];
  });
}

function getKey(change: TransactionChange): Key {
  if ('put' in change) return change.put;
  if ('update' in change) return change.update;
  return 'delete' in change ? change.delete : change.check;
}

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

function toTransactItem(change: TransactionChange, TableName: string): TransactItem {
  if ('put' in change) {
    const Item = withWriteId(change.put);
    return { Put: { TableName, Item, ...toConditionInput(change.condition) } };
  }
  const { condition } = change;
  if ('update' in change) {
    const input = toUpdateInput(change.update, change.change, condition);
    return { Update: { TableName, ...input } };
  }
  if ('delete' in change) {
    const Key = toKey(change.delete);
    return { Delete: { TableName, Key, ...toConditionInput(condition) } };
  }
  const Key = toKey(change.check);
  return { ConditionCheck: { TableName, Key, ...toConditionInput(condition) } };
}

/** Returns the changes that were refused. Throws every error that is not a refusal. */
function toFailures(
  error: unknown,
  changes: readonly TransactionChange[],
): readonly FailedChange[] {
  if (error instanceof TransactionCanceledException) {
    const reasons = error.CancellationReasons ?? [];
    const failures = reasons.flatMap((reason, index) => toFailure(reason, index));
    if (failures.length > 0) return failures;
  }
  // DynamoDB does not always say which change is too large.
  if (!isRefusedForSize(error)) throw error;
  return changes.map((_, index) => ({ index, cause: 'size', existing: undefined }));
}

function isRefusedForSize(error: unknown): boolean {
  if (error instanceof ServiceError) return error.code === 'item_too_large';
  return error instanceof TransactionCanceledException && isAboutSize(error.message);
}

function toFailure(
  { Code, Message, Item }: CancellationReason,
  index: number,
): FailedChange[] {
  if (Code === 'ConditionalCheckFailed') {
    const existing = Item && readAttributes<Key>(Item);
    return [{ index, cause: 'condition', existing }];
  }
  const isTooLarge =
    Code === 'ItemCollectionSizeLimitExceeded' ||
    (Code === 'ValidationError' && isAboutSize(Message));
  return isTooLarge ? [{ index, cause: 'size', existing: undefined }] : [];
}
