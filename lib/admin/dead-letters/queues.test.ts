import { SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, expect, it } from 'vitest';
import { readEvents } from '#functions/account/event/event.store.ts';
import { emailLinkKeys } from '#functions/auth/email-link/email-link.keys.ts';
import * as emailLinks from '#functions/auth/email-link/email-link.store.ts';
import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { imageKeys } from '#functions/main/image/image.keys.ts';
import { addEvents } from '#kit/event-log.ts';
import { newUser, table } from '#kit/fixtures.ts';
import { openMessageQueues } from '#lib/local/queues/message-queues.ts';
import { startQueueServer } from '#lib/local/queues/queue-server.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { failedRecords } from '#shared/queue/stream.ts';
import { newId } from '#shared/runtime/ids.ts';
import { exists, isNew } from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { applyToAll } from './messages.ts';
import { openFailedRecords } from './queues.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

const mail = 'account/mail';
const sync = 'connections/sync';
const revocation = 'connections/revocation';
const clock = { now: () => 1000 };

/** Serves the queues `Live` of consumers and the failed records `Failed`. */
async function serveRecords(
  records: readonly (string | (Key & { consumer: string }))[],
  { store = table, queue_url = 'Live' }: { store?: () => Table; queue_url?: string } = {},
) {
  const queues = openMessageQueues(undefined);
  queues.send(
    records.map((record) => ({
      queue: 'Failed',
      body:
        typeof record === 'string'
          ? record
          : JSON.stringify({ ...record, sequence_number: '1' }),
    })),
  );
  const names = new Set(['Live', 'Failed']);
  const client = new SQSClient({
    endpoint: await startQueueServer({ queues, names, clock }, disposables),
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    region: 'us-east-1',
    maxAttempts: 1,
    useQueueUrlAsEndpoint: false,
  });
  const urls = { queue_url, dead_letter_queue_url: 'Dead' };
  const queue = openFailedRecords(
    client,
    {
      [mail]: urls,
      [sync]: urls,
      [revocation]: urls,
      [failedRecords]: { dead_letter_queue_url: 'Failed' },
    },
    store,
  );
  return {
    sendAllAgain: () => applyToAll(queue, queue.sendAgain),
    listSent: () => queues.list('Live').map(({ body }) => JSON.parse(body)),
    countFailed: () => queues.list('Failed').length,
  };
}

/** Stores a link whose mail is requested. */
async function newLink() {
  const user_id = newId(new Date());
  const link = await emailLinks.create(
    table(),
    {
      user_id,
      purpose: 'sign_up',
      email: 'a@b.example',
      language: 'en',
      template: 'sign_up',
    },
    new Date(),
  );
  return emailLinkKeys.emailLink(user_id, link.id);
}

it('makes the message of the item as it is now, and removes the record', async () => {
  const key = await newLink();
  const { sendAllAgain, listSent, countFailed } = await serveRecords([
    { ...key, consumer: mail },
  ]);
  expect(await sendAllAgain()).toEqual(['sent']);
  const message = { ...key, mail: expect.objectContaining({ template: 'sign_up' }) };
  expect([listSent(), countFailed()]).toEqual([[message], 0]);
});

it('sends nothing if the item is gone, or needs no message any more', async () => {
  const [used, gone] = [await newLink(), await newLink()];
  await table().update(used, { remove: ['mail'] }, exists);
  await table().delete(gone, exists);
  const { sendAllAgain, listSent, countFailed } = await serveRecords([
    { ...used, consumer: mail },
    { ...gone, consumer: mail },
  ]);
  expect(await sendAllAgain()).toEqual(['unneeded', 'unneeded']);
  expect([listSent(), countFailed()]).toEqual([[], 0]);
});

it('makes all start again who read a log that misses events', async () => {
  const { user_id } = await newUser();
  await addEvents(user_id, 2);
  const { sendAllAgain, listSent, countFailed } = await serveRecords([
    { ...dayKeys.diaryDay(user_id, '2026-11-20'), consumer: 'events' },
    { ...dayKeys.diaryDay(newId(new Date()), '2026-11-20'), consumer: 'events' },
    { ...imageKeys.image('unknown'), consumer: 'events' },
  ]);
  expect(await sendAllAgain()).toEqual(['sent', 'unneeded', 'unneeded']);
  expect([listSent(), countFailed()]).toEqual([[], 0]);
  expect(await readEvents(table(), user_id, 2, 1)).toMatchObject({ isGap: true });
});

it('keeps a record that fails again, and sends those after it', async () => {
  const key = await newLink();
  const { sendAllAgain, listSent, countFailed } = await serveRecords([
    { ...key, consumer: 'removed/consumer' },
    { ...originKeys.remoteConnection('ann', '1'), consumer: revocation },
    { ...key, consumer: mail },
  ]);
  expect(await sendAllAgain()).toEqual(['failed', 'failed', 'sent']);
  expect([listSent().length, countFailed()]).toEqual([1, 2]);
});

it.each([
  '{"pk"',
  'null',
  '{"pk":"USER#ann"}',
  '{"pk":"","sk":"EMAIL_LINK#1","consumer":"account/mail"}',
])(
  'keeps a record that cannot be read, and sends those after it: %s',
  async (unreadable) => {
    const record = { ...(await newLink()), consumer: mail };
    const { sendAllAgain, countFailed } = await serveRecords([unreadable, record]);
    expect(await sendAllAgain()).toEqual(['failed', 'sent']);
    expect(countFailed()).toBe(1);
  },
);

it('keeps a record of a consumer whose queue the stack does not have', async () => {
  const id = newId(new Date());
  const image = imageKeys.deletedImage('ann', id);
  await table().put({ ...image, id }, isNew);
  const { sendAllAgain, countFailed } = await serveRecords([
    { ...image, consumer: 'main/image/delete-files' },
    { ...(await newLink()), consumer: mail },
  ]);
  expect(await sendAllAgain()).toEqual(['failed', 'sent']);
  expect(countFailed()).toBe(1);
});

const throttled = serviceError('unavailable', { cause: 'ThrottlingException' });

it.each([
  [
    'the table is throttling',
    { store: () => ({ ...table(), get: () => Promise.reject(throttled) }) },
  ],
  ['the queue is still missing', { queue_url: 'Missing' }],
])('keeps the record if %s', async (_, failing) => {
  const record = { ...(await newLink()), consumer: mail };
  const { sendAllAgain, countFailed } = await serveRecords([record], failing);
  await expect(sendAllAgain()).rejects.toThrow();
  expect(countFailed()).toBe(1);
});
