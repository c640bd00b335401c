import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emailLinkKeys } from '#functions/auth/email-link/email-link.keys.ts';
import { getDefinition } from '#kit/definition.ts';
import { newOperator, type Operator, runCommandLine } from '#kit/operator.ts';
import { startOwnService } from '#kit/own-service.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { openQueueClient, sendBody } from '#lib/admin/dead-letters/dead-letter-queue.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import { parseConsumerQueues } from '#lib/deployment/outputs.ts';
import { discoverDefinitions } from '#lib/endpoints.ts';
import { recordDataVersion } from '#lib/local/host/data-version.ts';
import type { LocalService } from '#lib/local/service.ts';
import { failedRecords } from '#shared/queue/stream.ts';
import { isNew } from '#shared/table/condition.ts';

const { consumers } = await discoverDefinitions();
/** The names of all queues: the ids of the consumers, and that of records without a message. */
const queueNames = [...consumers.map(({ id }) => id), failedRecords].toSorted();
const consumer = 'connections/revocation';
const ids = Array.from({ length: 12 }, (_, index) => `message-${index}`);
const secret = 'AQIDAHgencryptedTokenOfAnn';
const address = 'ann@example.com';

const folder = createTemporaryFolder(afterAll);
const file = join(folder, 'queues.json');
const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());
let service: LocalService;
let admin: Operator;

/** A deleted connection whose tokens cannot be decrypted, so its revocation fails. */
const body = JSON.stringify({
  pk: 'USER#ann',
  sk: 'REMOTE_CONNECTION#c1',
  id: 'c1',
  type: 'strava',
  remote_id: address,
  provider_tokens: { wrapped_key: secret, ciphertext: secret },
});

/** Lists the queues' names in the file, one for each message. */
function listStoredQueues(): string[] {
  const { messages } = JSON.parse(readFileSync(file, 'utf8'));
  return messages.map(({ queue }: { queue: string }) => queue);
}

async function runDeadLetters(...args: string[]) {
  const { exitCode, stdout, stderr } = await admin(['dead-letters', ...args, '--json']);
  return { exitCode, stderr, data: stdout === '' ? undefined : JSON.parse(stdout) };
}

const findQueues = (name = consumer) => {
  const queues = parseConsumerQueues(service.environment.CONSUMER_QUEUES ?? '');
  const urls = queues[name];
  if (!urls) throw new Error('The consumer has no queues.');
  return urls;
};

beforeAll(async () => {
  const { queues } = getDefinition();
  const route = queues.find(({ queue }) => queue.startsWith('Revocation'));
  if (!route) throw new Error('No route leads to the consumer.');

  const { queue, maxReceiveCount } = route;
  // The next failure moves a message to the dead-letter queue.
  const receives = maxReceiveCount - 1;
  const messages = ids.map((id) => ({ id, queue, body, receives, visibleAt: 0 }));
  // Without a version, the folder would be one of somebody else.
  await recordDataVersion(folder);
  writeFileSync(file, JSON.stringify({ messages }));
  service = await startOwnService({
    data: folder,
    environment: { PROVIDER_GATEWAY: 'http://127.0.0.1:9' },
  });
  disposables.defer(() => service.close());
  await service.drainQueues();
  service.clock.stop();
  admin = await newOperator(disposables, service.environment);
});

it('lists the queue of every consumer with its oldest message', async () => {
  const { data } = await runDeadLetters('list');
  const empty = { messages: 0, oldest_datetime: null };
  const filled = {
    messages: 12,
    oldest_datetime: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
  };
  expect(data).toEqual(
    queueNames.map((name) => ({
      consumer: name,
      ...(name === consumer ? filled : empty),
    })),
  );
});

it('shows messages without tokens, addresses and ids of accounts at providers', async () => {
  const { data } = await runDeadLetters('show', consumer, '--limit', '11');
  expect(data).toHaveLength(11);
  expect(data[0]).toMatchObject({
    kind: 'REMOTE_CONNECTION',
    user_id: 'ann',
    details: ['id=c1', 'type=strava'],
  });
  const shown = JSON.stringify(data);
  expect([shown.includes(secret), shown.includes(address)]).toEqual([false, false]);
});

it('changes nothing if an id is unknown', async () => {
  const args = ['--id', 'message-3', '--id', 'nobody', '--yes'];
  const { exitCode, stderr } = await runDeadLetters('send-again', consumer, ...args);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('nobody')]);
  expect(new Set(listStoredQueues())).toEqual(
    new Set([findQueues().dead_letter_queue_url]),
  );
});

it('sends selected messages again once, and deletes others', async () => {
  const { queue_url, dead_letter_queue_url } = findQueues();
  const selected = ['--id', 'message-3', '--id', 'message-11', '--yes'];
  const sent = await runDeadLetters('send-again', consumer, ...selected);
  expect(sent.data).toEqual({ consumer, sent: 2 });
  const removed = await runDeadLetters('remove', consumer, '--id', 'message-4', '--yes');
  expect(removed.data).toEqual({ consumer, removed: 1 });

  const stored = listStoredQueues();
  expect(stored.filter((queue) => queue === queue_url)).toHaveLength(2);
  expect(stored.filter((queue) => queue === dead_letter_queue_url)).toHaveLength(9);
});

it('sends all messages again', async () => {
  const { data } = await runDeadLetters('send-again', consumer, '--all', '--yes');
  expect(data).toEqual({ consumer, sent: 9 });
  const stored = listStoredQueues();
  expect(stored).toHaveLength(ids.length - 1);
  expect(new Set(stored)).toEqual(new Set([findQueues().queue_url]));
});

it('makes the message of a failed record again', async () => {
  const table = openLocalTable(service.environment);
  const key = emailLinkKeys.emailLink('ann', 'link');
  const mail = { id: 'write', template: 'sign_up', to: address, language: 'en' };
  await table.put({ ...key, mail }, isNew);
  const record = { ...key, consumer: 'account/mail', sequence_number: '100' };
  const { dead_letter_queue_url } = findQueues('failed-records');
  await sendBody(openQueueClient(), dead_letter_queue_url, JSON.stringify(record));

  const shown = await runDeadLetters('show', 'failed-records');
  expect(shown.data).toMatchObject([
    {
      kind: 'EMAIL_LINK',
      user_id: 'ann',
      details: ['consumer=account/mail', 'sequence_number=100'],
    },
  ]);
  const sent = await runDeadLetters('send-again', 'failed-records', '--all', '--yes');
  const counts = { sent: 1, unneeded: 0, failed: 0 };
  expect(sent.data).toEqual({ consumer: 'failed-records', ...counts });
  const stored = listStoredQueues();
  expect(stored).not.toContain(dead_letter_queue_url);
  expect(stored).toContain(findQueues('account/mail').queue_url);
});

it('deletes all messages', async () => {
  const { dead_letter_queue_url } = findQueues('account/export/write');
  const client = openQueueClient();
  for (const text of ['{}', '[]']) await sendBody(client, dead_letter_queue_url, text);
  const { data } = await runDeadLetters(
    'remove',
    'account/export/write',
    '--all',
    '--yes',
  );
  expect(data).toEqual({ consumer: 'account/export/write', removed: 2 });
  expect(listStoredQueues()).not.toContain(dead_letter_queue_url);
});

it('finds the queues of a deployed stack by its outputs', async () => {
  const outputs = join(folder, 'outputs.json');
  const { CONSUMER_QUEUES: ConsumerQueues } = service.environment;
  const stackOutputs = {
    MainUrl: 'https://main.example',
    TableName: 'Table',
    ConsumerQueues,
  };
  // The local service stands in for AWS.
  openLocalTable(service.environment);
  writeFileSync(outputs, JSON.stringify({ Stack: stackOutputs }));
  const args = ['dead-letters', 'list', '--json', '--outputs', outputs];
  const { exitCode, stdout } = await runCommandLine(args);
  const { length } = queueNames;
  expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { length }]);
});

it.each([
  [['send-again', consumer, '--yes'], 2, 'specify --id <id> or --all'],
  [['send-again', consumer, '--all'], 2, 'add --yes to confirm'],
  [['remove', consumer, '--id', 'x'], 2, 'add --yes to confirm'],
  [['remove', consumer, '--yes'], 2, 'specify --id <id> or --all'],
  [['show', 'nobody'], 1, `must be one of ${queueNames.join(', ')}`],
])('rejects %j', async (args, status, message) => {
  const { exitCode, stderr } = await runDeadLetters(...args);
  expect([exitCode, stderr]).toEqual([status, expect.stringContaining(message)]);
});
