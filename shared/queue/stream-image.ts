/** The value of an attribute in the JSON of a DynamoDB stream. Bytes are base64. */
export type AttributeJson =
  | { S: string }
  | { N: string }
  | { B: string }
  | { BOOL: boolean }
  | { NULL: true }
  | { M: Readonly<Record<string, AttributeJson>> }
  | { L: readonly AttributeJson[] };

/** The attributes of an item, or of its key, in the JSON of a DynamoDB stream. */
type ItemImage = Readonly<Record<string, AttributeJson>>;

/** A record of the table's stream as Lambda passes it on, with the members that are read. */
export interface ChangeRecord {
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  dynamodb: {
    Keys: { pk: { S: string }; sk: { S: string } };
    /** The item before a change or a deletion. */
    OldImage?: ItemImage;
    /** The item as it was written. */
    NewImage?: ItemImage;
    SequenceNumber: string;
  };
}

/**
 * Converts the image of an item in a stream record to the item. Throws an error if it has a set,
 * which no item of this service has. The SDK's `unmarshall` cannot read base64.
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
  throw new Error(
    `An item of the stream has a value of the unknown type ${Object.keys(value)}.`,
  );
}
