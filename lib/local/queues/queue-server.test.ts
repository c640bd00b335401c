import { expect, it, onTestFinished, vi } from 'vitest';
import { formatMessage, sendMessages } from '#shared/queue/send.ts';
import { openMessageQueues } from './message-queues.ts';
import { startQueueServer } from './queue-server.ts';

/** Starts a server with one queue, to which functions of this process send. */
async function startQueue() {
  const disposables = new AsyncDisposableStack();
  onTestFinished(() => disposables.disposeAsync());
  const queues = openMessageQueues(undefined);
  const deps = { queues, names: new Set(['Queue']), clock: { now: () => 1000 } };
  vi.stubEnv('AWS_ENDPOINT_URL_SQS', await startQueueServer(deps, disposables));
  onTestFinished(() => void vi.unstubAllEnvs());
  return queues;
}

it('a message with a delay is visible when it has passed', async () => {
  const queues = await startQueue();
  await sendMessages('Queue', [{ body: 'later', delaySeconds: 5 }, { body: 'now' }]);
  const listVisible = (now: number) =>
    queues.listVisible('Queue', now).map(({ body }) => body);
  expect(listVisible(1000)).toEqual(['now']);
  expect(listVisible(5999)).toEqual(['now']);
  expect(listVisible(6000)).toEqual(['later', 'now']);
});

it('a message has any text, although SQS refuses some characters', async () => {
  const queues = await startQueue();
  const text = String.fromCodePoint(0, 0xd800, 0xfffd, 0xfffe, 0xffff, 0x10ffff);
  expect(await sendMessages('Queue', [{ body: formatMessage({ text }) }])).toEqual([]);
  const bodies = queues.listVisible('Queue', 1000).map(({ body }) => JSON.parse(body));
  expect(bodies).toEqual([{ text }]);

  const refused = await sendMessages('Queue', [{ body: text }, { body: 'text' }]);
  expect(refused).toMatchObject([{ body: text, isFinal: true }]);
  expect(queues.listVisible('Queue', 1000)).toHaveLength(2);
});
