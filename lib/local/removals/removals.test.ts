import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import type { RemovalRoute } from '../template/removals.ts';
import { startRemovals } from './removals.ts';

const owner = new AsyncDisposableStack();
afterAll(() => owner.disposeAsync());

const route: RemovalRoute = {
  queue: 'Queue',
  table: 'Table',
  patterns: [{ eventName: ['REMOVE'] }],
  visibilityTimeout: 900,
  maxReceiveCount: 96,
  functionArn: 'arn',
};

/** An engine whose stream has one removed item, and which refuses every call while it is broken. */
async function startStream() {
  const engine = { isBroken: false, url: '' };
  const record = { eventName: 'REMOVE', dynamodb: { SequenceNumber: '1' } };
  const answers: Record<string, (input: Record<string, string>) => object> = {
    DescribeStream: () => ({ StreamDescription: { Shards: [{ ShardId: 'shard' }] } }),
    GetShardIterator: ({ SequenceNumber = '' }) => ({ ShardIterator: `after ${SequenceNumber}` }),
    GetRecords: ({ ShardIterator }) => ({ Records: ShardIterator === 'after ' ? [record] : [] }),
  };
  const server = createServer(async (request, response) => {
    const action = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const input = JSON.parse(await text(request));
    const refusal = { __type: 'InternalServerError', message: 'The disk is full.' };
    response.end(JSON.stringify(engine.isBroken ? refusal : answers[action]?.(input)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  owner.defer(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  engine.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return engine;
}

async function start() {
  const engine = await startStream();
  const service = new AsyncDisposableStack();
  owner.use(service);
  const [heard, invoked]: [string[], string[]] = [[], []];
  const handOver = startRemovals(
    [route],
    {
      dynamodb: engine.url,
      streams: new Map([['Table', 'stream']]),
      directory: undefined,
      clock: { now: () => 0 },
      isUnavailable: () => true,
      notice: (line) => void heard.push(line),
      invoke: async (_, payload) => {
        invoked.push(payload);
        return { ok: true, payload: '{"batchItemFailures":[]}' };
      },
    },
    service,
  );
  return { engine, service, heard, invoked, handOver };
}

it('hands over what was removed, once', async () => {
  const { invoked, handOver } = await start();
  await handOver();
  await handOver();
  expect(invoked).toHaveLength(1);
});

it('begins nothing that its end would cut off', async () => {
  const { service, invoked, handOver } = await start();
  const handed = handOver();
  await service.disposeAsync();
  await handed;
  expect(invoked).toEqual([]);
});

it('says what the engine refuses', async () => {
  const { engine, invoked, handOver } = await start();
  engine.isBroken = true;
  await expect(handOver()).rejects.toThrow('DynamoDB refuses DescribeStream: The disk is full.');
  engine.isBroken = false;
  await handOver();
  expect(invoked).toHaveLength(1);
});
