/** The value of an attribute in the JSON of a DynamoDB stream. Bytes are base64. */
export type AttributeJson =
  | { S: string }
  | { N: string }
  | { B: string }
  | { BOOL: boolean }
  | { NULL: true }
  | { M: Readonly<Record<string, AttributeJson>> }
  | { L: readonly AttributeJson[] }
  | { SS: readonly string[] };

/** The attributes of an item, or of its key, in the JSON of a DynamoDB stream. */
type ItemImage = Readonly<Record<string, AttributeJson>>;

/** A record of the table's stream as Lambda passes it on, with the members that are read. */
export interface ChangeRecord {
  /** The same if the stream repeats the record. */
  eventID: string;
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  dynamodb: {
    /** When the item was written, in seconds since 1970. */
    ApproximateCreationDateTime: number;
    Keys: { pk: { S: string }; sk: { S: string } };
    /** The item before a change or a deletion. */
    OldImage?: ItemImage;
    /** The item as it was written. */
    NewImage?: ItemImage;
    SequenceNumber: string;
  };
}

/**
 * Converts the image of an item in a stream record to the item. Throws an error if it has a set of
 * numbers or bytes, because no item has one. The SDK's `unmarshall` cannot read base64.
 */
export function fromStreamImage<Item extends object>(image: ItemImage): Item {
  const attributes = Object.entries(image).map(([name, value]) => [
    name,
    fromAttribute(value),
  ]);
  return Object.fromEntries(attributes) as Item;
}

function fromAttribute(value: AttributeJson): unknown {
  if ('S' in value) return value.S;
  if ('N' in value) return Number(value.N);
  if ('B' in value) return new Uint8Array(Buffer.from(value.B, 'base64'));
  if ('BOOL' in value) return value.BOOL;
  if ('NULL' in value) return null;
  if ('M' in value) return fromStreamImage(value.M);
  if ('L' in value) return value.L.map(fromAttribute);
  if ('SS' in value) return new Set(value.SS);
  throw new Error(
    `An item of the stream has a value of the unknown type ${Object.keys(value)}.`,
  );
}

/** The name of the queue of failed records, beside the ids of the consumers. */
export const failedRecords = 'failed-records';

/** The name of the logs of people among failed records, as consumers have their ids. */
export const eventLogs = 'events';

/**
 * A record of the table's stream of which a consumer got no message, or a log no event. It has no
 * attributes of the item, because nothing says which of them may be in a queue.
 */
export interface FailedRecord {
  pk: string;
  sk: string;
  /**
   * The id of the consumer whose rule failed, or whose queue refused the message; or `eventLogs`.
   */
  consumer: string;
  sequence_number: string;
}

/** Returns what the queue of failed records has of a record. */
export function toFailedRecord(
  { dynamodb: { Keys, SequenceNumber } }: ChangeRecord,
  consumer: string,
): FailedRecord {
  return {
    pk: Keys.pk.S,
    sk: Keys.sk.S,
    consumer,
    sequence_number: SequenceNumber,
  };
}
