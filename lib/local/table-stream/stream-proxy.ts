import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AttributeJson } from '#shared/queue/stream-image.ts';
import { listen } from '../host/listen.ts';

type Item = Readonly<Record<string, AttributeJson>>;

/** What the table's stream would have of an item that was deleted, as far as somebody reads it. */
export interface StreamRecord {
  eventName: 'REMOVE';
  dynamodb: { Keys: Item; OldImage: Item };
}

/** Told of every deleted item, with its table, before whoever deleted it has the answer. */
export type OnStreamRecord = (table: string, record: StreamRecord) => void;

interface DeleteItemInput {
  TableName: string;
  Key: Item;
}

/**
 * Stands before a DynamoDB, passes every call on, and tells what was deleted; answers its address. It takes the place of
 * the table's stream: one embedded engine has none, and the other writes the slower the longer its stream has become.
 */
export async function startStreamProxy(
  engine: string,
  onRecord: OnStreamRecord,
  disposables: AsyncDisposableStack,
): Promise<string> {
  const proxy = await listen('127.0.0.1', 0, disposables);
  proxy.handleWith((request, response) => {
    // To the SDK the engine cannot be reached, then; what it does about that is its own.
    pass(request, response, engine, onRecord).catch(() => request.socket.destroy());
  });
  return proxy.url;
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  engine: string,
  onRecord: OnStreamRecord,
): Promise<void> {
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
  const body = await buffer(request);
  const deletion = String(headers['x-amz-target']).endsWith('.DeleteItem')
    ? (JSON.parse(body.toString()) as DeleteItemInput)
    : undefined;
  const answer = await fetch(engine, {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: deletion
      ? JSON.stringify({ ...deletion, ReturnValues: 'ALL_OLD' })
      : new Uint8Array(body),
  });
  const text = await answer.text();
  if (deletion && answer.ok) {
    const { Attributes }: { Attributes?: Item } = JSON.parse(text);
    const { TableName, Key } = deletion;
    if (Attributes)
      onRecord(TableName, { eventName: 'REMOVE', dynamodb: { Keys: Key, OldImage: Attributes } });
  }
  response.writeHead(answer.status, { 'Content-Type': 'application/x-amz-json-1.0' }).end(text);
}
