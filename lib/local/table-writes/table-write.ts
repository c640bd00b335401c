import type { Item, StreamRecord } from './stream-record.ts';

/** The result of a write whose request also asks for the item. */
interface WriteOutput {
  Attributes?: Item;
}

/** A call of DynamoDB that writes one item. */
export interface TableWrite {
  table: string;
  Keys: Item;
  /** The event names of the records that the write can cause. */
  eventNames: readonly StreamRecord['eventName'][];
  /** The input of the call, changed to return the item. */
  input: object;
  /** Returns the record of a write that succeeded, or undefined if it changed nothing. */
  toRecord(output: WriteOutput): StreamRecord | undefined;
}

interface WriteInput {
  TableName: string;
  Key: Item;
  Item: Item;
}

type WriteParser = (input: WriteInput) => TableWrite;

const parsers: Readonly<Record<string, WriteParser>> = {
  PutItem: (input) => {
    const { TableName: table, Item } = input;
    const Keys = getKeys(Item);
    return {
      table,
      Keys,
      eventNames: ['INSERT', 'MODIFY'],
      input: { ...input, ReturnValues: 'ALL_OLD' },
      toRecord: ({ Attributes }) => ({
        eventName: Attributes ? 'MODIFY' : 'INSERT',
        dynamodb: { Keys, NewImage: Item },
      }),
    };
  },

  /** An item that the update creates is reported as modified. */
  UpdateItem: (input) => {
    const { TableName: table, Key: Keys } = input;
    return {
      table,
      Keys,
      eventNames: ['MODIFY'],
      input: { ...input, ReturnValues: 'ALL_NEW' },
      toRecord: ({ Attributes: NewImage }) =>
        NewImage && { eventName: 'MODIFY', dynamodb: { Keys, NewImage } },
    };
  },

  DeleteItem: (input) => {
    const { TableName: table, Key: Keys } = input;
    return {
      table,
      Keys,
      eventNames: ['REMOVE'],
      input: { ...input, ReturnValues: 'ALL_OLD' },
      toRecord: ({ Attributes: OldImage }) =>
        OldImage && { eventName: 'REMOVE', dynamodb: { Keys, OldImage } },
    };
  },
};

function getKeys({ pk, sk }: Item): Item {
  if (!pk || !sk) throw new Error('The item has no key.');
  return { pk, sk };
}

function findParser(target: unknown): WriteParser | undefined {
  const [, action = ''] = String(target).split('.');
  return parsers[action];
}

/** Returns whether the `X-Amz-Target` of a call is an action that writes one item. */
export function isWriteAction(target: unknown): boolean {
  return findParser(target) !== undefined;
}

/** Returns whether a call with these headers is a transaction. */
export function isTransaction(headers: Readonly<Record<string, unknown>>): boolean {
  return String(headers['x-amz-target']).endsWith('.TransactWriteItems');
}

/** Returns whether a rule may match a record, judging by its table, event name and keys only. */
export type ExpectsRecord = (table: string, record: StreamRecord) => boolean;

/**
 * Parses a call of DynamoDB. Returns undefined if it is not a write of one item, or if no rule may
 * match its record.
 */
export function findConsumedWrite(
  target: unknown,
  body: string,
  expects: ExpectsRecord,
): TableWrite | undefined {
  const write = findParser(target)?.(JSON.parse(body));
  if (!write) return undefined;

  const { table, eventNames, Keys } = write;
  const isExpected = eventNames.some((eventName) =>
    expects(table, { eventName, dynamodb: { Keys } }),
  );
  return isExpected ? write : undefined;
}
