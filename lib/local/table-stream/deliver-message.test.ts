import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#kit/temporary-folder.ts';
import type { InvocationResult } from '../functions/invocation.ts';
import { deliverMessage } from './deliver-message.ts';
import { type MessageQueues, openMessageQueues } from './message-queues.ts';

const route = {
  queue: 'Queue',
  table: 'Table',
  patterns: [],
  visibilityTimeout: 900,
  maxReceiveCount: 3,
  functionArn: 'arn',
};
const kept = JSON.stringify({ batchItemFailures: [{ itemIdentifier: 'id' }] });
const crash: InvocationResult = { ok: false, errorType: 'Error', errorMessage: 'out of memory' };

/** A queue with one message, and how its function is tried at a second. */
function newQueue(queues: MessageQueues = openMessageQueues(undefined)) {
  const warnings: string[] = [];
  queues.send([{ queue: 'Queue', body: 'body' }]);
  const tryAt = async (seconds: number, outcome: InvocationResult) => {
    const clock = { now: () => seconds * 1000 };
    const deps = {
      clock,
      invoke: async () => outcome,
      warn: (line: string) => void warnings.push(line),
    };
    for (const message of queues.listVisible('Queue', clock.now()))
      await deliverMessage(message, route, queues, deps);
  };
  const waiting = () =>
    queues.listVisible('Queue', Number.POSITIVE_INFINITY).map(({ receives }) => receives);
  return { warnings, tryAt, waiting };
}

it('forgets what was done', async () => {
  const { warnings, tryAt, waiting } = newQueue();
  await tryAt(0, { ok: true, payload: '{"batchItemFailures":[]}' });
  expect([waiting(), warnings]).toEqual([[], []]);
});

it('waits between tries, and gives up after as many as the queue allows, in one line', async () => {
  const { warnings, tryAt, waiting } = newQueue();
  await tryAt(0, { ok: true, payload: kept });
  await tryAt(899, { ok: true, payload: kept });
  expect(waiting()).toEqual([1]);
  await tryAt(900, crash);
  expect([waiting(), warnings]).toEqual([[2], []]);
  await tryAt(1800, { ok: true, payload: kept });
  expect(waiting()).toEqual([]);
  expect(warnings).toEqual(['Queue: a message was tried 3 times in vain and is given up.']);
});

it('keeps in a file that is for nobody else what waits, and how often it was tried', async () => {
  const folder = temporaryFolder();
  await newQueue(openMessageQueues(folder)).tryAt(0, crash);
  const queues = openMessageQueues(folder);
  expect(queues.listVisible('Queue', 900_000)).toMatchObject([{ body: 'body', receives: 1 }]);
  const file = join(folder, 'removals.json');
  const before = readFileSync(file, 'utf8');
  queues.close();
  queues.send([{ queue: 'Queue', body: 'late' }]);
  expect(readFileSync(file, 'utf8')).toBe(before);
  writeFileSync(file, '{');
  expect(() => openMessageQueues(folder)).toThrow(
    `${file} cannot be read. Remove it: what it held is then not tried again.`,
  );
});
