import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AttributeJson } from '#shared/queue/stream-image.ts';
import { listen } from '../host/listen.ts';

type Item = Readonly<Record<string, AttributeJson>>;

/** The record of a deleted item, with the members of a stream record that consumers read. */
export interface StreamRecord {
  eventName: 'REMOVE';
  dynamodb: { Keys: Item; OldImage: Item };
}

/** Receives the record of every deleted item before the caller receives the response. */
export type OnStreamRecord = (table: string, record: StreamRecord) => void;

interface DeleteItemInput {
  TableName: string;
  Key: Item;
}

/** Parses the input of a DeleteItem. Returns undefined for any other action. */
function parseDeleteItem(target: unknown, body: Buffer): DeleteItemInput | undefined {
  const isDeleteItem = String(target).endsWith('.DeleteItem');
  return isDeleteItem ? JSON.parse(body.toString()) : undefined;
}

function callEngine(
  engine: string,
  headers: IncomingHttpHeaders,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const { host: _, connection: __, 'content-length': ___, ...forwarded } = headers;
  return fetch(engine, {
    method: 'POST',
    headers: forwarded as Record<string, string>,
    body,
  });
}

/** Sends the call to the engine. A DeleteItem also asks for the deleted item. */
async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  engine: string,
  onRecord: OnStreamRecord,
): Promise<void> {
  const { headers } = request;
  const body = await buffer(request);
  const deletion = parseDeleteItem(headers['x-amz-target'], body);
  const forwardedBody = deletion
    ? JSON.stringify({ ...deletion, ReturnValues: 'ALL_OLD' })
    : new Uint8Array(body);

  const result = await callEngine(engine, headers, forwardedBody);
  const text = await result.text();
  if (deletion && result.ok) reportDeletion(deletion, text, onRecord);

  response.writeHead(result.status, { 'Content-Type': 'application/x-amz-json-1.0' });
  response.end(text);
}

function reportDeletion(
  { TableName, Key }: DeleteItemInput,
  result: string,
  onRecord: OnStreamRecord,
): void {
  const { Attributes }: { Attributes?: Item } = JSON.parse(result);
  if (!Attributes) return;

  onRecord(TableName, {
    eventName: 'REMOVE',
    dynamodb: { Keys: Key, OldImage: Attributes },
  });
}

/**
 * Starts a proxy in front of DynamoDB that reports deleted items, and returns its address.
 * It replaces the table's stream, which one engine does not have and which slows the other.
 */
export async function startStreamProxy(
  engine: string,
  onRecord: OnStreamRecord,
  disposables: AsyncDisposableStack,
): Promise<string> {
  const server = await listen('127.0.0.1', 0, disposables);
  server.handleWith((request, response) => {
    // A closed connection tells the SDK that the engine is unreachable, so it retries.
    forward(request, response, engine, onRecord).catch(() => request.socket.destroy());
  });
  return server.url;
}
