import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { expect } from 'vitest';
import { type Key, toOwnedCollection, toOwnerPartition } from '#shared/table/keys.ts';
import { table } from './fixtures.ts';

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

/** A value of an item as DynamoDB sends it, e.g. `{ S: 'text' }` or `{ B: 'dGV4dA==' }`. */
type AttributeValue = Readonly<Record<string, unknown>>;
type StoredItem = Readonly<Record<string, AttributeValue>>;

/**
 * Lists all items of the table. Takes them from the responses, because the client needs several
 * times longer to parse a table that all tests have filled.
 */
export async function listAllItems(): Promise<StoredItem[]> {
  const client = new DynamoDBClient({});
  const { requestHandler } = client.config;
  const handle = requestHandler.handle.bind(requestHandler);
  const items: StoredItem[] = [];

  requestHandler.handle = async (...request) => {
    const { response } = await handle(...request);
    const { Items = [], ...page } = JSON.parse(await text(response.body));
    items.push(...Items);
    response.body = Readable.from([JSON.stringify(page)]);
    return { response };
  };
  const pages = paginateScan({ client }, { TableName: process.env.TABLE_NAME ?? '' });
  for await (const { $metadata } of pages) expect($metadata.httpStatusCode).toBe(200);
  client.destroy();
  return items;
}

/** Lists the items of a user: those in their partition, and those that another one has for them. */
export async function listUserItems(user_id: string): Promise<Key[]> {
  const pk = toOwnerPartition(user_id);
  const ranges = [{ pk }, { collection: toOwnedCollection(user_id) }];
  const lists = await Promise.all(ranges.map((range) => table().query<Key>(range)));
  return lists.flat();
}

/** Dumps all values of the table, one a line. Bytes are decoded as Latin-1. */
export async function dumpTable(): Promise<string> {
  const items = await listAllItems();
  const values: string[] = [];
  for (const item of items)
    for (const value of Object.values(item)) addTexts(values, value);
  return values.join('\n');
}

/** Adds the texts within a value. A list or map has values of its own. */
function addTexts(texts: string[], value: AttributeValue): void {
  for (const [type, content] of Object.entries(value)) {
    if (type === 'B')
      texts.push(Buffer.from(String(content), 'base64').toString('latin1'));
    else if (type === 'L' || type === 'M')
      for (const member of Object.values(content as StoredItem)) addTexts(texts, member);
    else texts.push(String(content));
  }
}
