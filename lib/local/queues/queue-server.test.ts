import { expect, it, onTestFinished, vi } from 'vitest';
import { sendMessages } from '#shared/queue/send.ts';
import { openMessageQueues } from './message-queues.ts';
import { startQueueServer } from './queue-server.ts';

it('a message with a delay is visible when it has passed', async () => {
  const disposables = new AsyncDisposableStack();
  onTestFinished(() => disposables.disposeAsync());
  const queues = openMessageQueues(undefined);
  const deps = { queues, names: new Set(['Queue']), clock: { now: () => 1000 } };
  vi.stubEnv('AWS_ENDPOINT_URL_SQS', await startQueueServer(deps, disposables));
  onTestFinished(() => void vi.unstubAllEnvs());

  await sendMessages('Queue', [{ body: 'later', delaySeconds: 5 }, { body: 'now' }]);
  const listVisible = (now: number) =>
    queues.listVisible('Queue', now).map(({ body }) => body);
  expect(listVisible(1000)).toEqual(['now']);
  expect(listVisible(5999)).toEqual(['now']);
  expect(listVisible(6000)).toEqual(['later', 'now']);
});
