import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from '../host/listen.ts';
import { readBytes } from '../http/read-bytes.ts';
import type { StreamRecord } from '../table-writes/stream-record.ts';
import {
  type ExpectsRecord,
  findConsumedWrite,
  isTransaction,
} from '../table-writes/table-write.ts';
import { type CallEngine, createEngineCaller, type EngineResult } from './call-engine.ts';
import { forwardTransaction } from './forward-transaction.ts';

/** Receives stream records before the caller of the write receives its response. */
export interface StreamListener {
  /** Selects the writes for which the engine is also asked for the item. */
  expects: ExpectsRecord;
  /** Resolves when the record is safe, even if the machine loses power. */
  onRecord(table: string, record: StreamRecord): Promise<void>;
}

/**
 * Forwards a call to the engine. If the call has written an item, passes a record that a rule may
 * match to the listener before it responds.
 */
async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  callEngine: CallEngine,
  listener: StreamListener,
): Promise<void> {
  const { headers } = request;
  const body = await readBytes(request);
  const text = body.toString();
  if (isTransaction(headers)) {
    const result = await forwardTransaction({ headers, body }, callEngine, listener);
    respond(response, result);
    return;
  }
  const write = findConsumedWrite(headers['x-amz-target'], text, listener.expects);
  const forwardedBody = write ? JSON.stringify(write.input) : body;

  const result = await callEngine({ headers, body: forwardedBody });
  const isWritten = write !== undefined && result.status === 200;
  const record = isWritten && write.toRecord(JSON.parse(result.body.toString()));
  if (record) await listener.onRecord(write.table, record);

  respond(response, result);
}

function respond(response: ServerResponse, { status, body }: EngineResult): void {
  response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0' });
  response.end(body);
}

/**
 * Starts a proxy in front of DynamoDB that reports written and deleted items, and returns its
 * URL. The proxy replaces the table's stream, which makes Dynoxide slower (decision 0042).
 */
export async function startStreamProxy(
  engineUrl: string,
  listener: StreamListener,
  disposables: AsyncDisposableStack,
): Promise<string> {
  const callEngine = createEngineCaller(engineUrl, disposables);
  const server = await listen('127.0.0.1', 0, disposables);
  server.handleWith((request, response) => {
    // A closed connection tells the SDK that the engine is unreachable, so it retries.
    forward(request, response, callEngine, listener).catch(() =>
      request.socket.destroy(),
    );
  });
  return server.url;
}
