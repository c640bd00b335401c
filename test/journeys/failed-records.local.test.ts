import { afterAll, beforeAll, expect, it } from 'vitest';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import type { IdentityMail } from '#functions/auth/identity/identity.mail.ts';
import { connectionKeys } from '#functions/connections/connection/remote-connection.keys.ts';
import { getDefinition } from '#kit/definition.ts';
import { listMail } from '#kit/inbox.ts';
import { newOperator, type Operator } from '#kit/operator.ts';
import { startOwnService } from '#kit/own-service.ts';
import { putItems } from '#kit/put-items.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import { consumerQueuesOutput, parseConsumerQueues } from '#lib/deployment/outputs.ts';
import type { LocalService } from '#lib/local/service.ts';
import { createMailAttributes } from '#shared/mail/mail.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());
let service: LocalService;
let admin: Operator;

/** The URLs of the queues, of which that of the syncs does not exist. */
function buildQueueUrls(): string {
  const output = getDefinition().stack.findOutput(consumerQueuesOutput) ?? '';
  const urls = Object.entries(parseConsumerQueues(output)).map(([name, queue]) => [
    name,
    queue.queue_url ?? queue.dead_letter_queue_url,
  ]);
  return JSON.stringify({ ...Object.fromEntries(urls), 'connections/sync': 'Missing' });
}

beforeAll(async () => {
  service = await startOwnService({ environment: { QUEUE_URLS: buildQueueUrls() } });
  disposables.defer(() => service.close());
  service.clock.stop();
  admin = await newOperator(disposables, service.environment);
});

const requestMail = (to: string) =>
  createMailAttributes<IdentityMail>({
    template: 'password_changed',
    to,
    language: 'en',
  });

async function runDeadLetters(...args: string[]) {
  const { stdout } = await admin(['dead-letters', ...args, '--json']);
  return JSON.parse(stdout);
}

it('records that fail delay no other, and are sent again from their items', async () => {
  openLocalTable(service.environment);
  const request = { id: '1', remote_connection_id: '1', reason: 'due', ttl: 1 };
  await putItems([
    // No rule can read a set of bytes.
    {
      ...identityKeys.credentials('ann'),
      ...requestMail('ann@b.example'),
      set: new Set([Buffer.from('x')]),
    },
    { ...connectionKeys.syncRequest('bob', '1'), ...request },
    { ...identityKeys.credentials('cid'), ...requestMail('cid@b.example') },
  ]);
  expect(await listMail(service, 'cid@b.example')).toHaveLength(1);
  expect(await listMail(service, 'ann@b.example')).toEqual([]);
  expect(await runDeadLetters('show', 'failed-records')).toMatchObject([
    {
      kind: 'CREDENTIALS',
      user_id: 'ann',
      details: ['consumer=account/mail', expect.stringMatching(/^sequence/)],
    },
    {
      kind: 'SYNC_REQUEST',
      user_id: 'bob',
      details: ['consumer=connections/sync', expect.stringMatching(/^sequence/)],
    },
  ]);

  expect(
    await runDeadLetters('send-again', 'failed-records', '--all', '--yes'),
  ).toMatchObject({ sent: 2, failed: 0 });
  expect(await listMail(service, 'ann@b.example')).toHaveLength(1);
  const counts = await runDeadLetters('list');
  const numbers = counts.map(({ messages }: { messages: number }) => messages);
  expect(new Set(numbers)).toEqual(new Set([0]));
});
