import { expect, it } from 'vitest';
import type { RemovalRoute } from '../template/stream-routes.ts';
import { openBacklog } from './queue.ts';
import type { RemovalRecord } from './stream-proxy.ts';
import { pipeInto, startRemovals } from './table-stream.ts';

const route: RemovalRoute = {
  queue: 'Queue',
  table: 'Table',
  patterns: [{ dynamodb: { Keys: { sk: { S: [{ prefix: 'A#' }] } } } }],
  visibilityTimeout: 900,
  maxReceiveCount: 96,
  functionArn: 'arn',
};

const removalOf = (sk: string): RemovalRecord => {
  const Keys = { pk: { S: 'pk' }, sk: { S: sk } };
  return { eventName: 'REMOVE', dynamodb: { Keys, OldImage: Keys } };
};

function start() {
  const service = new AsyncDisposableStack();
  const backlog = openBacklog(undefined);
  const invoked: string[] = [];
  const surroundings = {
    clock: { now: () => 0 },
    isUnavailable: () => true,
    notice: () => undefined,
    invoke: async (_: string, payload: string) => {
      invoked.push(payload);
      return { ok: true, payload: '{"batchItemFailures":[]}' } as const;
    },
  };
  const handOver = startRemovals([route], backlog, surroundings, service);
  return { service, invoked, handOver, pipe: pipeInto(backlog, [route]) };
}

it('hands over what was removed, once', async () => {
  const { service, invoked, handOver, pipe } = start();
  pipe('Table', removalOf('A#1'));
  await handOver();
  await handOver();
  expect(invoked).toHaveLength(1);
  await service.disposeAsync();
});

it('leaves alone what passes no filter, and what was in another table', async () => {
  const { service, invoked, handOver, pipe } = start();
  pipe('Table', removalOf('B#1'));
  pipe('Other', removalOf('A#1'));
  await handOver();
  expect(invoked).toEqual([]);
  await service.disposeAsync();
});

it('begins nothing that its end would cut off', async () => {
  const { service, invoked, handOver, pipe } = start();
  pipe('Table', removalOf('A#1'));
  await service.disposeAsync();
  await handOver();
  expect(invoked).toEqual([]);
});
