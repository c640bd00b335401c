import {
  DynamoDBServiceException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import type { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import { newMeter } from '#shared/runtime/log.ts';
import { type Connection, connect, maxTries } from '#shared/table/connection.ts';
import { createTable, type FailedChange, type Table } from '#shared/table/table.ts';

/** The codes of DynamoDB for the reasons why it cancels a transaction. */
const codes = {
  conflict: 'TransactionConflict',
  throttling: 'ThrottlingError',
  size: 'ValidationError',
  condition: 'ConditionalCheckFailed',
};

/** A fault of a table's transactions. */
export interface TransactionFault {
  cause: keyof typeof codes;
  /**
   * The tries that fail. With `last`, all tries before it conflict with another transaction. A
   * transaction is not tried again after a failed condition or a refusal for size.
   */
  tries: 'first' | 'last' | 'every';
  /** The transaction that fails, counted from 1. Defaults to 1. */
  transaction?: number;
  /** Whether the transactions after it fail, too. */
  isLasting?: boolean;
  /** The change of the transaction that fails, counted from 0. Defaults to 0. */
  change?: number;
}

/**
 * One fault for each outcome of a transaction: it is done at a later try, it cannot be tried again
 * in time, it is too large, or a condition fails. The tests of transactions prove that every other
 * fault has one of these outcomes.
 */
export const transactionFaults: readonly TransactionFault[] = [
  { cause: 'conflict', tries: 'first' },
  { cause: 'throttling', tries: 'every' },
  { cause: 'size', tries: 'first' },
  { cause: 'condition', tries: 'first' },
];

/** Returns whether a transaction succeeds in spite of a fault, because it is tried again. */
export function isRepaired({ cause, tries }: TransactionFault): boolean {
  return tries === 'first' && (cause === 'conflict' || cause === 'throttling');
}

/** The faults of the first and of the second change of a transaction. */
export const faultsOfTwoChanges = transactionFaults.flatMap((fault) =>
  [0, 1].map((change) => ({ ...fault, change })),
);

/** Returns whether a fault means that a transaction cannot be tried again in time. */
export function isBusyError(fault: TransactionFault): boolean {
  return ['conflict', 'throttling'].includes(fault.cause) && !isRepaired(fault);
}

/**
 * Returns the result of a call that meets a fault. Expects the error of the fault, and returns
 * undefined then. A failed condition has none, because it is a result.
 */
export async function meetFault<Result>(
  fault: TransactionFault,
  call: Promise<Result>,
): Promise<Result | undefined> {
  const isTooLarge = fault.cause === 'size';
  if (!isTooLarge && !isBusyError(fault)) return call;
  const code = isTooLarge ? 'item_too_large' : 'unavailable';
  await expect(call).rejects.toMatchObject({ code });
  return undefined;
}

/**
 * Creates a table with a fault at the edge to DynamoDB: the request of a try is not sent, and fails
 * as DynamoDB would reject it. The table does not pause between tries.
 */
export function createFaultyTable(
  fault: TransactionFault,
  { meter = newMeter(), maxCalls = Infinity } = {},
): Table {
  const connection = connect(meter, { pause: async () => {}, maxCalls });
  const client = createFaultyClient(connection.client, fault);
  return createTable({ ...connection, client });
}

/** Creates a table whose writes are all refused with this error. */
export function createRefusingTable(error: Error): Table {
  const connection = connect(newMeter(), { pause: async () => {} });
  const send = () => Promise.reject(error);
  return createTable({ ...connection, client: replaceSend(connection.client, send) });
}

/**
 * Wraps a table whose first transactions are refused, because of the condition of their first
 * change or of the size of all of them: DynamoDB does not always say which is too large.
 */
export function refuseFirst(
  table: Table,
  count: number,
  cause: FailedChange['cause'],
): Table {
  let refused = 0;
  return {
    ...table,
    async transact(changes) {
      if (refused >= count) return table.transact(changes);
      refused += 1;
      const failed = cause === 'size' ? changes : changes.slice(0, 1);
      const failures = failed.map((_, index) => ({ index, cause, existing: undefined }));
      return { done: false, failures };
    },
  };
}

/** Replaces how a client sends its commands. */
export function replaceSend<Command>(
  client: Connection['client'],
  send: (command: Command) => Promise<unknown>,
): Connection['client'] {
  return new Proxy(client, {
    get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)),
  });
}

const refuse = (name: string, message: string, httpStatusCode = 400) =>
  new DynamoDBServiceException({
    name,
    message,
    $fault: 'client',
    $metadata: { httpStatusCode },
  });

/**
 * Refusals of a transaction for its size that name no change: the sentence of DynamoDB for an item,
 * those of its API reference and of the engine on one machine for 4 MB, and that for a large body.
 */
export const sizeRefusals: readonly Error[] = [
  ...[
    'Item size has exceeded the maximum allowed size',
    'The aggregate size of the items in the transaction cannot exceed 4 MB.',
    'Collection size of items exceeded, which can also be caused by the aggregate size of the ' +
      'items in the transaction exceeding the 4MB limit',
  ].map((message) => refuse('ValidationException', message)),
  refuse('RequestEntityTooLarge', 'Request Entity Too Large', 413),
  new TransactionCanceledException({
    $metadata: {},
    message: 'Transaction cancelled: its aggregate size exceeds 4 MB',
  }),
];

/** Refusals of a transaction that are faults of this code, although some name a size. */
export const faultyRequests: readonly Error[] = [
  'Invalid UpdateExpression: Expression size has exceeded the maximum allowed size; ' +
    'expression size: 4097',
  'One or more parameter values were invalid: Aggregated size of all range keys has exceeded the ' +
    'size limit of 1024 bytes',
  'Transaction request cannot include multiple operations on one item',
].map((message) => refuse('ValidationException', message));

function createFaultyClient(
  client: Connection['client'],
  fault: TransactionFault,
): Connection['client'] {
  const { transaction = 1, isLasting = false } = fault;
  const triesByToken = new Map<string, number>();

  const send = (command: TransactWriteCommand) => {
    const { ClientRequestToken: token, TransactItems = [] } = command.input;
    if (token === undefined) return client.send(command);

    const tried = (triesByToken.get(token) ?? 0) + 1;
    triesByToken.set(token, tried);
    const { size } = triesByToken;
    const isFaulty = isLasting ? size >= transaction : size === transaction;
    const cause = isFaulty ? findCause(fault, tried) : undefined;
    if (cause === undefined) return client.send(command);
    return Promise.reject(createCancellation(cause, TransactItems.length, fault.change));
  };
  return replaceSend(client, send);
}

/** Returns why a try fails, or undefined if it is sent. */
function findCause({ cause, tries }: TransactionFault, tried: number) {
  if (tries === 'every' || (tries === 'first' && tried === 1)) return cause;
  if (tries === 'last') return tried < maxTries ? 'conflict' : cause;
  return undefined;
}

function createCancellation(
  cause: TransactionFault['cause'],
  changes: number,
  failing = 0,
) {
  const CancellationReasons = Array.from({ length: changes }, (_, index) =>
    index === failing ? toReason(cause) : { Code: 'None' },
  );
  return new TransactionCanceledException({
    $metadata: {},
    message: 'Transaction cancelled',
    CancellationReasons,
  });
}

function toReason(cause: TransactionFault['cause']) {
  const Message = 'Item size to update has exceeded the maximum allowed size';
  return cause === 'size' ? { Code: codes.size, Message } : { Code: codes[cause] };
}
