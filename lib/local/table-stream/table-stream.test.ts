import { expect, it } from 'vitest';
import type { StreamRoute } from '../template/stream-routes.ts';
import { openMessageQueues } from './message-queues.ts';
import type { StreamRecord } from './stream-proxy.ts';
import { routeToQueues, startQueuePolling } from './table-stream.ts';

const route: StreamRoute = {
  queue: 'Queue',
  table: 'Table',
  patterns: [{ dynamodb: { Keys: { sk: { S: [{ prefix: 'A#' }] } } } }],
  visibilityTimeout: 900,
  maxReceiveCount: 96,
  functionArn: 'arn',
};

const removalOf = (sk: string): StreamRecord => {
  const Keys = { pk: { S: 'pk' }, sk: { S: sk } };
  return { eventName: 'REMOVE', dynamodb: { Keys, OldImage: Keys } };
};

function start() {
  const service = new AsyncDisposableStack();
  const queues = openMessageQueues(undefined);
  const invoked: string[] = [];
  const deps = {
    clock: { now: () => 0 },
    isUnavailable: () => true,
    warn: () => undefined,
    invoke: async (_: string, payload: string) => {
      invoked.push(payload);
      return { ok: true, payload: '{"batchItemFailures":[]}' } as const;
    },
  };
  const drainQueues = startQueuePolling([route], queues, deps, service);
  return { service, invoked, drainQueues, pipe: routeToQueues(queues, [route]) };
}

it('hands over what was removed, once', async () => {
  const { service, invoked, drainQueues, pipe } = start();
  pipe('Table', removalOf('A#1'));
  await drainQueues();
  await drainQueues();
  expect(invoked).toHaveLength(1);
  await service.disposeAsync();
});

it('leaves alone what passes no filter, and what was in another table', async () => {
  const { service, invoked, drainQueues, pipe } = start();
  pipe('Table', removalOf('B#1'));
  pipe('Other', removalOf('A#1'));
  await drainQueues();
  expect(invoked).toEqual([]);
  await service.disposeAsync();
});

it('begins nothing that its end would cut off', async () => {
  const { service, invoked, drainQueues, pipe } = start();
  pipe('Table', removalOf('A#1'));
  await service.disposeAsync();
  await drainQueues();
  expect(invoked).toEqual([]);
});
