import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTableOfWrites } from '#kit/failing-table.ts';
import { table } from '#kit/fixtures.ts';
import { arrangeWebhook, respond } from '#kit/webhooks.ts';
import type { ReceiverOutcome } from '#shared/outgoing/send-to-receiver.ts';
import type { WebhookJob } from '../delivery.store.ts';
import { webhookKeys } from '../webhook.keys.ts';
import { promptMs } from './webhook-run.ts';

// The audit events are not output of the tests.
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

const timeout: ReceiverOutcome = { ok: false, error: { kind: 'timeout' } };

type Arranged = Awaited<ReturnType<typeof arrangeWebhook>>;

function wait({ clock }: Arranged, ms: number): void {
  clock.now = new Date(clock.now.getTime() + ms);
}

/** Counts the jobs that were requested, in each of which a worker with more time tries again. */
async function countJobs({ client }: Arranged): Promise<number> {
  const { pk, sk: prefix } = webhookKeys.webhookJob(client.client_id, '');
  const jobs = await table().query<WebhookJob>({ pk, prefix });
  return jobs.length;
}

/** Arranges a receiver whose first event had no response in time, and that answers from now on. */
async function arrangeSlow(): Promise<Arranged> {
  const arranged = await arrangeWebhook();
  arranged.receiver.respond = () => timeout;
  await arranged.happen();
  arranged.receiver.respond = () => respond(200);
  await arranged.runJobs();
  arranged.received.length = 0;
  return arranged;
}

describe('a receiver without a response after a second', () => {
  it('is tried with more time by another worker, whose try alone counts', async () => {
    const arranged = await arrangeWebhook();
    const { happen, receiver, received, runJobs, listDeliveries, readWebhook } = arranged;
    receiver.respond = () => timeout;
    await happen(2);
    expect(await listDeliveries()).toMatchObject([{ tries: 0 }, { tries: 0 }]);
    expect(await readWebhook()).toMatchObject({ state: 'active', failures: 0 });
    expect(await countJobs(arranged)).toBe(1);

    receiver.respond = () => {
      wait(arranged, 14_000);
      return respond(200);
    };
    await runJobs();
    expect(received).toHaveLength(4);
    expect(await listDeliveries()).toMatchObject([{ tries: 1 }, { tries: 1 }]);
  });

  it('gets nothing from prompt workers for an hour, and one job for all that is left', async () => {
    const arranged = await arrangeSlow();
    const { happen, received, runJobs } = arranged;
    for (let count = 0; count < 3; count += 1) await happen();
    expect(received).toEqual([]);
    expect(await countJobs(arranged)).toBe(1);
    await runJobs();
    expect(received).toHaveLength(3);
    await happen();
    expect(await countJobs(arranged)).toBe(1);

    wait(arranged, 3_600_000);
    await happen();
    expect(received).toHaveLength(5);
  });

  it('counts as slow for longer if it is slow again', async () => {
    const arranged = await arrangeSlow();
    const { happen, received, receiver, runJobs } = arranged;
    wait(arranged, 3_000_000);
    receiver.respond = () => {
      wait(arranged, promptMs);
      return respond(200);
    };
    await happen();
    await runJobs();
    wait(arranged, 3_000_000);
    await happen();
    expect(received).toHaveLength(1);
    await runJobs();
    expect(received).toHaveLength(2);
  });

  it('gets the event of a message that comes again', async () => {
    const arranged = await arrangeSlow();
    const { happen, received, runJobs } = arranged;
    // The process ends before it requests the job.
    let writes = 0;
    const ending = createTableOfWrites((write) => {
      writes += 1;
      if (writes > 3) throw new Error('The process has ended.');
      return write();
    });
    await expect(happen(1, {}, { table: ending })).rejects.toThrow();
    expect(await countJobs(arranged)).toBe(0);
    await arranged.repeatLast();
    await runJobs();
    expect(received).toHaveLength(1);
  });
});

describe('a prompt worker', () => {
  it('leaves what takes it longer than a second to another one', async () => {
    const arranged = await arrangeWebhook();
    const { happen, receiver, received, runJobs } = arranged;
    receiver.respond = () => {
      wait(arranged, promptMs / 12);
      return respond(200);
    };
    await happen(30);
    expect(received).toHaveLength(16);
    expect(await countJobs(arranged)).toBe(1);
    await runJobs();
    expect(received).toHaveLength(30);
  });
});
