import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#kit/temporary-folder.ts';
import type { InvocationOutcome } from '../functions/invocation.ts';
import { attempt } from './deliver.ts';
import { type Backlog, openBacklog } from './queue.ts';

const route = {
  queue: 'Queue',
  table: 'Table',
  patterns: [],
  visibilityTimeout: 900,
  maxReceiveCount: 3,
  functionArn: 'arn',
};
const kept = JSON.stringify({ batchItemFailures: [{ itemIdentifier: 'id' }] });
const crash: InvocationOutcome = { ok: false, errorType: 'Error', errorMessage: 'out of memory' };

/** A queue with one message, and how its function is tried at a second. */
function newQueue(backlog: Backlog = openBacklog(undefined)) {
  const notices: string[] = [];
  backlog.add([{ queue: 'Queue', body: 'body' }]);
  const tryAt = async (seconds: number, outcome: InvocationOutcome) => {
    const clock = { now: () => seconds * 1000 };
    const surroundings = {
      clock,
      invoke: async () => outcome,
      notice: (line: string) => void notices.push(line),
    };
    for (const message of backlog.due('Queue', clock.now()))
      await attempt(message, route, backlog, surroundings);
  };
  const waiting = () =>
    backlog.due('Queue', Number.POSITIVE_INFINITY).map(({ receives }) => receives);
  return { notices, tryAt, waiting };
}

it('forgets what was done', async () => {
  const { notices, tryAt, waiting } = newQueue();
  await tryAt(0, { ok: true, payload: '{"batchItemFailures":[]}' });
  expect([waiting(), notices]).toEqual([[], []]);
});

it('waits between tries, and gives up after as many as the queue allows, in one line', async () => {
  const { notices, tryAt, waiting } = newQueue();
  await tryAt(0, { ok: true, payload: kept });
  await tryAt(899, { ok: true, payload: kept });
  expect(waiting()).toEqual([1]);
  await tryAt(900, crash);
  expect([waiting(), notices]).toEqual([[2], []]);
  await tryAt(1800, { ok: true, payload: kept });
  expect(waiting()).toEqual([]);
  expect(notices).toEqual(['Queue: a message was tried 3 times in vain and is given up.']);
});

it('keeps in a file that is for nobody else what waits, and how often it was tried', async () => {
  const folder = temporaryFolder();
  await newQueue(openBacklog(folder)).tryAt(0, crash);
  const backlog = openBacklog(folder);
  expect(backlog.due('Queue', 900_000)).toMatchObject([{ body: 'body', receives: 1 }]);
  const file = join(folder, 'removals.json');
  const before = readFileSync(file, 'utf8');
  backlog.close();
  backlog.add([{ queue: 'Queue', body: 'late' }]);
  expect(readFileSync(file, 'utf8')).toBe(before);
  writeFileSync(file, '{');
  expect(() => openBacklog(folder)).toThrow(
    `${file} cannot be read. Remove it: what it held is then not tried again.`,
  );
});
