import { describe, expect, it, vi } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { arrangeWebhook, respond } from '#kit/webhooks.ts';
import type { ReceiverOutcome } from '#shared/outgoing/send-to-receiver.ts';
import type { WebhookJob } from '../delivery.store.ts';
import { getRetryDelay, retryDelays } from '../delivery.ts';
import { enableWebhook } from '../registration.store.ts';
import { webhookKeys } from '../webhook.keys.ts';

// The audit events are not output of the tests.
vi.spyOn(process.stdout, 'write').mockReturnValue(true);

const timeout: ReceiverOutcome = { ok: false, error: { kind: 'timeout' } };

describe('a delivery that fails', () => {
  it('is tried ten times in 75 hours, and then no more', async () => {
    const {
      clock,
      happen,
      received,
      receiver,
      runNextTimer,
      listDeliveries,
      readWebhook,
    } = await arrangeWebhook();
    receiver.respond = () => respond(500);
    const start = clock.now.getTime();
    await happen();
    while (await runNextTimer());
    const seconds = received.map(({ at }) => (at.getTime() - start) / 1000);
    const hours = (count: number) => count * 3600;
    const pauses = [5, 300, 1800, ...[2, 5, 10, 14, 20, 24].map(hours)];
    let sum = 0;
    expect(seconds).toEqual([0, ...pauses.map((pause) => (sum += pause))]);
    const ids = received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
    expect(await listDeliveries()).toMatchObject([{ state: 'failed', tries: 10 }]);
    const { state, collection_sk, failures } = await readWebhook();
    expect([state, collection_sk, failures]).toEqual(['degraded', undefined, 10]);
  });

  it('is tried again by a message that waits for a quarter of an hour at most', async () => {
    const { client, happen, receiver, runNextTimer } = await arrangeWebhook();
    const { pk, sk: prefix } = webhookKeys.webhookJob(client.client_id, '');
    const listDelays = async () => {
      const jobs = await table().query<WebhookJob>({ pk, prefix });
      return jobs.map(({ delay_seconds }) => delay_seconds);
    };
    receiver.respond = () => respond(500);
    await happen();
    expect(await listDelays()).toEqual([5]);
    // The pause after the third try is half an hour, and those after it are longer.
    for (let tries = 2; tries <= 4; tries += 1) await runNextTimer();
    expect(await listDelays()).toEqual([5, 300]);
  });

  it('makes no message wait for a time that has passed', async () => {
    const { client, happen, receiver, runTimer, clock } = await arrangeWebhook();
    const wait = (seconds: number) => {
      clock.now = new Date(clock.now.getTime() + seconds * 1000);
    };
    receiver.respond = () => respond(500);
    await happen();
    wait(1);
    receiver.respond = () => respond(503, { 'retry-after': '29' });
    await happen();
    receiver.respond = () => respond(204);
    await happen();
    wait(19);
    receiver.respond = () => {
      receiver.respond = () => respond(204);
      wait(15);
      return respond(500);
    };
    expect(await runTimer()).toBe(true);
    const { pk, sk: prefix } = webhookKeys.webhookJob(client.client_id, '');
    const jobs = await table().query<WebhookJob>({ pk, prefix });
    expect(jobs.map(({ delay_seconds }) => delay_seconds)).toEqual([5, 4, 0]);
  });

  it('is tried at most a tenth later by chance', () => {
    retryDelays.forEach((delay, index) => {
      expect(getRetryDelay(index + 1, 0, 0)).toBe(delay);
      expect(getRetryDelay(index + 1, 0, 0.999)).toBeCloseTo(delay * 1.0999);
    });
    expect(getRetryDelay(retryDelays.length + 1, 0, 0)).toBeUndefined();
  });

  it.each<[string, ReceiverOutcome, object]>([
    ['301', respond(301), { outcome: 'status', status: 301 }],
    ['404', respond(404), { outcome: 'status', status: 404 }],
    ['500', respond(500), { outcome: 'status', status: 500 }],
    ['a timeout', timeout, { outcome: 'timeout' }],
    [
      'a reset',
      { ok: false, error: { kind: 'unreachable' } },
      { outcome: 'unreachable' },
    ],
  ])('waits after %s', async (_, outcome, past) => {
    const { happen, receiver, listDeliveries, runJobs } = await arrangeWebhook();
    receiver.respond = () => outcome;
    await happen();
    // A worker with more time has the one that timed out.
    if (outcome === timeout) await runJobs();
    const next_try_datetime = '2026-11-20T12:00:05.000Z';
    const [delivery] = await listDeliveries();
    const past_tries = [past];
    expect(delivery).toMatchObject({ state: 'pending', next_try_datetime, past_tries });
    expect(delivery?.tries).toBe(1);
  });

  it.each([
    [503, '7200', 7200],
    [429, '7200', 7200],
    [500, '7200', 5],
    [503, '1', 5],
    [503, '900000', 86_400],
    [503, 'Fri, 20 Nov 2026 13:00:00 GMT', 3600],
  ])(
    'waits after %i as long as Retry-After %s says: %i s',
    async (status, header, delay) => {
      const { clock, happen, receiver, listDeliveries } = await arrangeWebhook();
      receiver.respond = () => respond(status, { 'retry-after': header });
      await happen();
      const next = new Date(clock.now.getTime() + delay * 1000).toISOString();
      expect(await listDeliveries()).toMatchObject([{ next_try_datetime: next }]);
    },
  );

  it('counts its pause from the end of the try', async () => {
    const { clock, happen, receiver, listDeliveries } = await arrangeWebhook();
    receiver.respond = () => {
      clock.now = new Date(clock.now.getTime() + 14_000);
      return respond(500);
    };
    await happen();
    expect(await listDeliveries()).toMatchObject([
      {
        past_tries: [{ duration_ms: 14_000 }],
        next_try_datetime: '2026-11-20T12:00:19.000Z',
      },
    ]);
  });
});

describe('a webhook whose deliveries fail', () => {
  it('is tried with one delivery at a time after three, and with all when one succeeds', async () => {
    const {
      happen,
      received,
      receiver,
      clock,
      runNextTimer,
      listDeliveries,
      readWebhook,
    } = await arrangeWebhook();
    receiver.respond = () => respond(500);
    for (let count = 0; count < 3; count += 1) await happen();
    expect(await readWebhook()).toMatchObject({ state: 'degraded', failures: 3 });
    await happen(20);
    expect(received).toHaveLength(3);
    expect(await listDeliveries()).toHaveLength(23);

    await runNextTimer();
    expect(received).toHaveLength(4);
    receiver.respond = () => respond(200);
    const before = clock.now;
    await runNextTimer();
    expect(clock.now.getTime() - before.getTime()).toBe(300_000);
    const deliveries = await listDeliveries();
    expect(deliveries.every(({ state }) => state === 'delivered')).toBe(true);
    const { failing_since, probe_at, ...webhook } = await readWebhook();
    expect(webhook).toMatchObject({ state: 'active', failures: 0 });
    expect([failing_since, probe_at]).toEqual([undefined, undefined]);
  });

  it('is tried by a new event once the time of the probe has come', async () => {
    const { happen, received, receiver, clock, readWebhook } = await arrangeWebhook();
    receiver.respond = () => respond(500);
    await happen(3);
    const { probe_at = '' } = await readWebhook();
    receiver.respond = () => respond(200);
    clock.now = new Date(probe_at);
    await happen();
    expect(received).toHaveLength(7);
  });

  it('is tried less and less often, whatever the number of deliveries', async () => {
    const { happen, received, receiver, clock, runNextTimer } = await arrangeWebhook();
    receiver.respond = () => respond(500);
    await happen(3);
    const start = clock.now.getTime();
    for (let count = 0; count < 5; count += 1) await happen(8);
    received.length = 0;
    while (received.length < 6) await runNextTimer();
    const times = received.map(({ at }) => (at.getTime() - start) / 1000);
    expect(times.at(-1)).toBeGreaterThan(10 * 3600);
  });

  it('is disabled after five days with one mail, and gets all since then when it is enabled', async () => {
    const { happen, received, receiver, clock, runTimer, readWebhook, runJobs } =
      await arrangeWebhook();
    receiver.respond = () => respond(500);
    const [first] = await happen();
    const ids = [first];
    const mails = new Set<string>();
    const start = clock.now.getTime();
    for (const hours of [6, 12, 24, 48, 72, 96, 114, 120, 126, 144]) {
      clock.now = new Date(start + hours * 3_600_000);
      await runTimer();
      ids.push(...(await happen()));
      const { mail, state } = await readWebhook();
      if (mail) mails.add(mail.id);
      expect(state === 'disabled').toBe(hours >= 5 * 24);
    }
    expect(await readWebhook()).toMatchObject({
      state: 'disabled',
      disabled_reason: 'failing',
      failing_since: '2026-11-20T12:00:00.000Z',
      mail: { template: 'webhook_failing', to: 'developer@example.com' },
    });
    expect(mails.size).toBe(1);
    expect(await readWebhook()).not.toHaveProperty('collection_sk');

    // It happened before the first failure, but was late.
    ids.push(...(await happen(1, { timestamp: '2026-11-20T11:59:59.000Z' })));
    received.length = 0;
    receiver.respond = () => respond(200);
    await enableWebhook(table(), await readWebhook(), clock.now);
    await runJobs();
    const told = received.map(({ event }) => event.data.event_id);
    expect(told.toSorted()).toEqual(ids.toSorted());
  });

  it('is disabled at once by 410', async () => {
    const { happen, received, receiver, readWebhook, listDeliveries } =
      await arrangeWebhook();
    receiver.respond = () => respond(410);
    await happen();
    expect(await readWebhook()).toMatchObject({
      state: 'disabled',
      disabled_reason: 'gone',
      mail: { template: 'webhook_gone' },
    });
    await happen();
    expect(received).toHaveLength(1);
    expect(await listDeliveries()).toHaveLength(1);
  });
});
