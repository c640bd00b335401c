/** A value of an item as DynamoDB's stream writes it in JSON, bytes as base64. */
export type AttributeJson =
  | { S: string }
  | { N: string }
  | { B: string }
  | { BOOL: boolean }
  | { NULL: true }
  | { M: Readonly<Record<string, AttributeJson>> }
  | { L: readonly AttributeJson[] };

/** Converts an item of the stream. Throws if it contains a set, which no item of ours does. */
export function fromStreamImage<Row extends object>(
  image: Readonly<Record<string, AttributeJson>>,
): Row {
  return Object.fromEntries(
    Object.entries(image).map(([name, value]) => [name, fromAttribute(value)]),
  ) as Row;
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
