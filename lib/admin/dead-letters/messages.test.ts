import { SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, expect, it } from 'vitest';
import {
  type MessageQueues,
  openMessageQueues,
} from '#lib/local/queues/message-queues.ts';
import { startQueueServer } from '#lib/local/queues/queue-server.ts';
import { openDeadLetterQueue } from './dead-letter-queue.ts';
import { applyToAll, applyToSelected, describeMessage } from './messages.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

const startTime = 1000;
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const listBodies = (queues: MessageQueues, queue: string) =>
  queues.list(queue).map(({ body }) => body);

/**
 * Serves the queue `Live` of a consumer and its dead-letter queue `Dead`, which has these messages.
 * Deleting the message with the body `undeletable` fails.
 */
async function serveQueues(undeletable?: string, bodies = ['one', 'two']) {
  const queues = openMessageQueues(undefined);
  queues.send(bodies.map((body) => ({ queue: 'Dead', body })));
  const failing: MessageQueues = {
    ...queues,
    delete: (message) => {
      if (message.body === undeletable) throw new Error('The disk is full.');
      queues.delete(message);
    },
  };
  let now = startTime;
  const clock = { now: () => now };
  const names = new Set(['Live', 'Dead']);
  const endpoint = await startQueueServer({ queues: failing, names, clock }, disposables);
  const client = new SQSClient({
    endpoint,
    credentials,
    region: 'us-east-1',
    maxAttempts: 1,
    useQueueUrlAsEndpoint: false,
  });
  const urls = { queue_url: 'Live', dead_letter_queue_url: 'Dead' };
  const setTime = (time: number) => {
    now = time;
  };
  return { queues, deadLetters: openDeadLetterQueue(client, urls), setTime };
}

it('sends a message before deleting it, so a failure in between loses nothing', async () => {
  const { queues, deadLetters } = await serveQueues('two');
  await expect(applyToAll(deadLetters, deadLetters.sendAgain)).rejects.toThrow();
  expect(listBodies(queues, 'Live')).toEqual(['one', 'two']);
  expect(listBodies(queues, 'Dead')).toEqual(['two']);
});

it('reaches every message, even if earlier ones are visible again meanwhile', async () => {
  const bodies = Array.from({ length: 12 }, (_, i) => `message ${i}`);
  const { deadLetters, setTime } = await serveQueues(undefined, bodies);
  let time = startTime;
  const reached = await applyToAll(deadLetters, async ({ body }) => {
    time += 10_000;
    setTime(time);
    return body;
  });
  expect(reached).toEqual(bodies);
});

it('leaves messages visible if they were not selected', async () => {
  const { queues, deadLetters } = await serveQueues();
  const [one] = queues.list('Dead');
  await applyToSelected(deadLetters, [one?.id ?? ''], deadLetters.delete);
  expect(queues.listVisible('Dead', startTime)).toMatchObject([{ body: 'two' }]);
});

it('releases received messages, even if their visibility timeout is over', async () => {
  const { queues, deadLetters, setTime } = await serveQueues();
  const { value: received = [] } = await deadLetters.receiveAll().next();
  expect(queues.listVisible('Dead', startTime)).toEqual([]);
  await deadLetters.release(received);
  expect(queues.listVisible('Dead', startTime)).toHaveLength(2);

  const { value: receivedAgain = [] } = await deadLetters.receiveAll().next();
  const afterTimeout = 100_000;
  setTime(afterTimeout);
  await deadLetters.release(receivedAgain);
  expect(queues.listVisible('Dead', afterTimeout)).toHaveLength(2);
});

const key = { pk: 'USER#ann', sk: 'EMAIL_LINK#link' };

it('shows the template of a mail, but neither the address nor the id of its link', () => {
  const mail = { id: 'secret', template: 'confirm_email', to: 'ann@example.com' };
  expect(describeMessage(JSON.stringify({ ...key, mail, id: { secret: 1 } }))).toEqual({
    kind: 'EMAIL_LINK',
    user_id: 'ann',
    details: ['mail.template=confirm_email'],
  });
});

it('shows the step of an export', () => {
  const body = JSON.stringify({ ...key, continuation: { id: 'export', step: 3 } });
  expect(describeMessage(body)).toMatchObject({
    details: ['continuation.id=export', 'continuation.step=3'],
  });
});

it.each(['', '{', 'null', '{}', '{"pk":"ann@example.com"}'])(
  'shows nothing of a damaged body: %j',
  (body) => {
    expect(describeMessage(body)).toEqual({
      kind: null,
      user_id: null,
      details: [],
    });
  },
);
