import { randomBytes, randomUUID } from 'node:crypto';
import {
  type AttributeValue,
  type CancellationReason,
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { ServiceError, serviceError } from '../errors/errors.ts';
import { isAboutSize } from '../errors/store-failures.ts';
import type { Condition } from './condition.ts';
import type { Connection } from './connection.ts';
import { type Change, createExpressionBuilder } from './expression.ts';
import { isValidKey, type Key, toKey } from './keys.ts';
import type {
  FailedChange,
  Table,
  TransactionChange,
  TransactionResult,
  WriteResult,
} from './table.ts';

type Writes = Pick<
  Table,
  'put' | 'update' | 'updateWithoutReturnValues' | 'delete' | 'transact'
>;

/** The most changes of one transaction (DynamoDB's limit). */
export const maxTransactionChanges = 100;

/**
 * Creates the writes to the table. Each writes one item under one condition, except `transact`.
 *
 * If a response is lost, the SDK repeats the write and the condition fails. A put or an update then
 * still counts as done if the item has its write id, and a delete if the item is gone and an
 * attempt before may have deleted it. An update whose item another write has changed since says
 * that it may be done. All tries of a transaction have the same token, for which DynamoDB makes the
 * changes once. The engine of one machine forgets tokens when it crashes, so a transaction also
 * counts as done if an item whose condition fails has its write id.
 */
export function createWrites(connection: Connection): Writes {
  return {
    put: (item, condition) => put(connection, item, condition),
    update: (key, change, condition) =>
      update(connection, { key, change, condition, returnValues: 'ALL_NEW' }),
    updateWithoutReturnValues: (key, change, condition) =>
      update(connection, { key, change, condition, returnValues: 'NONE' }),
    delete: (key, condition) => deleteItem(connection, key, condition),
    transact: (changes) => transact(connection, changes),
  };
}

/** The id of the put or update that wrote an item last. */
interface WriteMark {
  write_id?: string;
}

async function put<R extends object>(
  { client, base, send }: Connection,
  item: Key & R,
  condition: Condition,
): Promise<WriteResult<R>> {
  const marked = withWriteId(item);
  const command = new PutCommand({
    ...base,
    ...toConditionInput(condition),
    Item: marked,
  });
  const written = send('write', () => client.send(command)).then(() => item);
  return toWriteResult<R>(written, marked.write_id);
}

interface UpdateRequest {
  key: Key;
  change: Change;
  condition: Condition;
  returnValues: 'ALL_NEW' | 'NONE';
}

async function update<R extends object>(
  { client, base, send }: Connection,
  { key, change, condition, returnValues }: UpdateRequest,
): Promise<WriteResult<R>> {
  if (!isValidKey(key)) return { done: false, existing: undefined };

  const set = withWriteId(change.set ?? {});
  const input = toUpdateInput(key, { ...change, set }, condition);
  const command = new UpdateCommand({ ...base, ...input, ReturnValues: returnValues });
  const { middleware, mayBeDone } = watchAttempts();
  command.middlewareStack.add(middleware, watchOptions);
  const sent = send('write', () => client.send(command));
  const written = sent.then(({ Attributes = {} }) => Attributes as R);
  const result = await toWriteResult<R>(written, set.write_id);
  return !result.done && mayBeDone() ? { ...result, mayBeDone: true } : result;
}

async function deleteItem(
  { client, base, send }: Connection,
  key: Key,
  condition: Condition,
): Promise<boolean> {
  if (!isValidKey(key)) return false;

  const command = new DeleteCommand({
    ...base,
    ...toConditionInput(condition),
    Key: toKey(key),
  });
  const { middleware, mayBeDone } = watchAttempts();
  command.middlewareStack.add(middleware, watchOptions);
  try {
    await send('write', () => client.send(command));
    return true;
  } catch (error) {
    const { Item } = requireConditionFailure(error);
    return Item === undefined && mayBeDone();
  }
}

/** Returns the result of a write. Throws every error except a failed condition. */
async function toWriteResult<R extends object>(
  written: Promise<R>,
  write_id: string,
): Promise<WriteResult<R>> {
  try {
    return { done: true, item: await written };
  } catch (error) {
    const { Item } = requireConditionFailure(error);
    const existing = Item && readAttributes<R & WriteMark>(Item);
    const isOwnWrite = existing?.write_id === write_id;
    return isOwnWrite ? { done: true, item: existing } : { done: false, existing };
  }
}

function requireConditionFailure(error: unknown): ConditionalCheckFailedException {
  if (error instanceof ConditionalCheckFailedException) return error;
  throw error;
}

/** Watches the attempts of a command, however often it is sent. */
function watchAttempts() {
  let isUncertain = false;
  const middleware =
    <Args, Output>(next: (args: Args) => Promise<Output>) =>
    async (args: Args): Promise<Output> => {
      try {
        return await next(args);
      } catch (error) {
        isUncertain ||= !isRejection(error);
        throw error;
      }
    };
  return {
    middleware,
    /**
     * Returns whether an attempt has failed and may have been carried out: no response arrived,
     * or DynamoDB failed. What it rejects, e.g. because it is throttling or our clock is wrong, is
     * not.
     */
    mayBeDone: () => isUncertain,
  };
}

/**
 * The place of the watch. The SDK repeats what comes after its own middleware of this step, whose
 * priority is higher. It adds the middleware of a command twice, so the second replaces the first.
 */
const watchOptions = {
  step: 'finalizeRequest',
  priority: 'low',
  name: 'watchAttempts',
  override: true,
} as const;

function isRejection(error: unknown): boolean {
  if (!(error instanceof DynamoDBServiceException)) return false;
  const { httpStatusCode = 500 } = error.$metadata;
  return httpStatusCode < 500;
}

async function transact(
  { client, base, send }: Connection,
  changes: readonly TransactionChange[],
): Promise<TransactionResult> {
  const unreachable = listUnreachable(changes);
  if (unreachable.length > 0) return { done: false, failures: unreachable };

  const write_id = createWriteId();
  const command = new TransactWriteCommand({
    ReturnConsumedCapacity: base.ReturnConsumedCapacity,
    ClientRequestToken: randomUUID(),
    TransactItems: changes.map((change) =>
      toTransactItem(change, base.TableName, write_id),
    ),
  });
  try {
    await send('write', () => client.send(command));
    return { done: true };
  } catch (error) {
    const failures = toFailures(error, changes);
    const existing: (WriteMark | undefined)[] = failures.map(
      (failure) => failure.existing,
    );
    const isDone = existing.some((item) => item?.write_id === write_id);
    return isDone ? { done: true } : { done: false, failures };
  }
}

/** Lists the changes of items that cannot exist, because their key is too long. */
function listUnreachable(changes: readonly TransactionChange[]): FailedChange[] {
  return changes.flatMap((change, index): FailedChange[] => {
    if (isValidKey(getKey(change))) return [];
    return [{ index, cause: 'condition', existing: undefined }];
  });
}

function getKey(change: TransactionChange): Key {
  if ('put' in change) return change.put;
  if ('update' in change) return change.update;
  return 'delete' in change ? change.delete : change.check;
}

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Each item that the transaction writes gets its id, unless the caller chose another one. */
function toTransactItem(
  change: TransactionChange,
  TableName: string,
  write_id: string,
): TransactItem {
  if ('put' in change) {
    const Item = withWriteId(change.put, write_id);
    return { Put: { TableName, Item, ...toConditionInput(change.condition) } };
  }
  const { condition } = change;
  if ('update' in change) {
    const set = withWriteId(change.change.set ?? {}, write_id);
    const input = toUpdateInput(change.update, { ...change.change, set }, condition);
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
 * Creates the id of a write, 72 random bits. A repeated write that finds its own id in the item was
 * already done.
 */
export function createWriteId(): string {
  return randomBytes(9).toString('base64url');
}

/** Returns attributes with the write id that the caller chose, or else with `newId`. */
export function withWriteId<Attributes extends object>(
  attributes: Attributes,
  newId = createWriteId(),
): Attributes & Required<WriteMark> {
  const { write_id = newId }: WriteMark = attributes;
  return { ...attributes, write_id };
}

/** Returns the members of a command that state its condition and ask for the item if it fails. */
function toConditionInput(condition: Condition) {
  const expressions = createExpressionBuilder();
  return {
    ConditionExpression: expressions.condition(condition),
    ...expressions.attributes(),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
}

/** Returns the members of a command that update an item, also as a part of a transaction. */
function toUpdateInput(key: Key, change: Change, condition: Condition) {
  const expressions = createExpressionBuilder();
  return {
    Key: toKey(key),
    UpdateExpression: expressions.update(change),
    ConditionExpression: expressions.condition(condition),
    ...expressions.attributes(),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
}

/**
 * Reads the attributes of an item in an error. The document client converts those of responses
 * only.
 */
function readAttributes<Attributes extends object>(
  values: Record<string, AttributeValue>,
): Attributes {
  return unmarshall(values) as Attributes;
}
