import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';

/** Encodes bytes at an offset in a text, without characters that also encode the bytes around. */
function toBase64Within(bytes: Uint8Array, offset: 0 | 1 | 2): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  // The first characters and the last one can encode bits of the bytes before and after.
  const mixedLength = offset === 0 ? 0 : offset + 1;
  const isWhole = (offset + bytes.length) % 3 === 0;
  return text.slice(mixedLength, isWhole ? undefined : -1);
}

/** Lists the plain, hex and base64 encodings by which a secret can occur in a text. */
export function listEncodings(secret: string | Uint8Array): string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const base64 = ([0, 1, 2] as const).map((offset) => toBase64Within(bytes, offset));
  const base64url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [bytes.toString('latin1'), hex, hex.toUpperCase(), ...base64, ...base64url];
}

/** Lists all items of the table. */
export async function listAllItems(): Promise<Record<string, unknown>[]> {
  const client = new DynamoDBClient({});
  const TableName = process.env.TABLE_NAME ?? '';
  const items: Record<string, unknown>[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName }))
    items.push(...Items.map((item) => unmarshall(item)));
  client.destroy();
  return items;
}

/** Dumps all values of the table, one a line. Bytes are decoded as Latin-1. */
export async function dumpTable(): Promise<string> {
  const items = await listAllItems();
  return items.flatMap(listValues).join('\n');
}

function listValues(value: unknown): string[] {
  if (value instanceof Uint8Array) return [Buffer.from(value).toString('latin1')];
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.values(value).flatMap(listValues);
}
