import type { Item, StreamRecord } from './stream-record.ts';

/** The result of a write whose request also asks for the item. */
interface WriteOutput {
  Attributes?: Item;
}

/** A call of DynamoDB that writes one item. */
export interface TableWrite {
  table: string;
  Keys: Item;
  /** The records that the write can lead to. */
  eventNames: readonly StreamRecord['eventName'][];
  /** The input of the call, which asks for the item. */
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

/** Parses a call that writes one item. Returns undefined for any other call. */
export function parseTableWrite(target: unknown, body: Buffer): TableWrite | undefined {
  const [, action = ''] = String(target).split('.');
  const parse = parsers[action];
  return parse?.(JSON.parse(body.toString()));
}
