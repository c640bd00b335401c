import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTableOfWrites } from '#kit/failing-table.ts';
import { table } from '#kit/fixtures.ts';
import { arrangeWebhook, findLastRow, respond } from '#kit/webhooks.ts';
import type { ReceiverOutcome } from '#shared/outgoing/send-to-receiver.ts';
import { startedVariable } from '#shared/runtime/lease.ts';
import type {
  CollectionPage,
  ListedEntry,
  RangePage,
  Table,
} from '#shared/table/table.ts';
import { enableWebhook } from '../registration.store.ts';
import { wakeWebhooks } from '../wake/handler.ts';
import { sendRow } from './fan-out.ts';
import { runJob } from './resend.ts';
import { bringWebhooksForward, leaseMs, takeLease } from './webhook-lease.store.ts';

// The audit events are not output of the tests.
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

type Arranged = Awaited<ReturnType<typeof arrangeWebhook>>;

const listIds = ({ received }: Arranged) =>
  received.map(({ event }) => event.data.event_id);

/** Lets the lease of a worker that was killed end, and the timer run until nothing is due. */
async function settle({ clock, runJobs, runNextTimer }: Arranged): Promise<void> {
  clock.now = new Date(clock.now.getTime() + leaseMs);
  await runJobs();
  while (await runNextTimer());
}

/** Makes the responses of the receiver wait until the test lets them go. */
function hold({ receiver }: Arranged) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  receiver.respond = async () => {
    sent.resolve();
    await promise;
    return respond(200);
  };
  return { letGo: resolve, firstSent: sent.promise };
}

describe('two workers of what is left', () => {
  it('send nothing beside each other: the one with the lease sends what the other left', async () => {
    const arranged = await arrangeWebhook();
    const { happen, receiver, received } = arranged;
    const { letGo, firstSent } = hold(arranged);
    const first = happen(1, {}, { isPrompt: false });
    await firstSent;
    const second = await happen();
    expect(received).toHaveLength(1);
    receiver.respond = () => respond(200);
    letGo();
    const ids = [...(await first), ...second];
    expect(listIds(arranged)).toEqual(ids);
  });

  it('do not wait for the lease of one whose process has ended', async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    const arranged = await arrangeWebhook();
    const { clock, happen, received } = arranged;
    const webhook = await arranged.readWebhook();
    const applicant = { lease_id: 'killed', isPrompt: false };
    await takeLease(table(), webhook, applicant, clock.now);
    clock.now = new Date(clock.now.getTime() + 5000);
    vi.stubEnv(startedVariable, String(clock.now.getTime()));
    await happen();
    expect(received).toHaveLength(1);
    await takeLease(table(), webhook, applicant, clock.now);
    await happen();
    expect(received).toHaveLength(1);
  });

  it('lose nothing if the one with the lease has ended before the other woke it', async () => {
    const arranged = await arrangeWebhook();
    const { happen, receiver, received } = arranged;
    const { letGo, firstSent } = hold(arranged);
    const first = happen(1, {}, { isPrompt: false });
    await firstSent;
    // The first worker ends as soon as the second one has found that it has the lease.
    const racing: Table = {
      ...table(),
      put: async (...put) => {
        receiver.respond = () => respond(200);
        letGo();
        await first;
        return table().put(...put);
      },
    };
    await happen(1, {}, { table: racing });
    expect(received).toHaveLength(2);
  });

  it('miss no wake-up: a third one with deliveries of its own sends what was left before', async () => {
    const arranged = await arrangeWebhook();
    const { happen, receiver } = arranged;
    const held = hold(arranged);
    const first = happen(1, {}, { isPrompt: false });
    await held.firstSent;
    let third: Promise<string[]> | undefined;
    let letThirdGo = () => {};
    const wakeLast = async <T>(update: () => Promise<T>): Promise<T> => {
      const updated = await update();
      const heldThird = hold(arranged);
      letThirdGo = heldThird.letGo;
      third = happen();
      await heldThird.firstSent;
      return updated;
    };
    let updates = 0;
    const racing = createTableOfWrites(async (write) => {
      updates += 1;
      // It finds the webhook busy, stores its delivery, and wakes the worker that has just ended.
      if (updates === 3) return wakeLast(write);
      const written = await write();
      if (updates === 2) held.letGo();
      if (updates === 2) await first;
      return written;
    });
    const second = await happen(1, {}, { table: racing });
    receiver.respond = () => respond(200);
    letThirdGo();
    const ids = [...(await first), ...((await third) ?? []), ...second];
    expect(listIds(arranged)).toEqual(ids);
  });

  it('have at most eight deliveries on the way', async () => {
    const arranged = await arrangeWebhook();
    let current = 0;
    let most = 0;
    arranged.receiver.respond = async () => {
      current += 1;
      most = Math.max(most, current);
      await new Promise(setImmediate);
      current -= 1;
      return respond(200);
    };
    await arranged.happen(30);
    expect(most).toBe(8);
    expect(arranged.received).toHaveLength(30);
  });
});

describe('a worker without time', () => {
  it('stores the rest, which another one sends', async () => {
    const arranged = await arrangeWebhook();
    const { happen, received, runJobs } = arranged;
    const ids = await happen(30, {}, { hasTime: () => received.length < 16 });
    expect(received).toHaveLength(16);
    await runJobs();
    expect(listIds(arranged).toSorted()).toEqual(ids.toSorted());
  });

  it('goes on after a restart of a receiver where it has stopped', async () => {
    const arranged = await arrangeWebhook();
    const { happen, received, receiver, runNextTimer, runJobs, readWebhook } = arranged;
    receiver.respond = () => respond(500);
    for (let count = 0; count < 3; count += 1) await happen();
    await happen(20);
    received.length = 0;
    receiver.respond = () => respond(200);
    await runNextTimer({ hasTime: () => received.length < 5 });
    expect(received.length).toBeLessThan(23);
    expect(await readWebhook()).toMatchObject({ is_catching_up: true });
    await runJobs();
    expect(received).toHaveLength(23);
    expect(await readWebhook()).not.toHaveProperty('is_catching_up');
  });
});

/** Opens the table as if there were no other webhooks that are due: other tests have some. */
function openTableFor({ webhook }: Arranged): Table {
  return {
    ...table(),
    queryPage: async <R extends object>(page: CollectionPage | RangePage) => {
      const items = await table().queryPage<R & ListedEntry>({ ...page, limit: 1000 });
      return items.filter(({ collection_sk }) => collection_sk.endsWith(webhook.id));
    },
  };
}

describe('the timer', () => {
  it('wakes a degraded webhook at once if the clock that planned its tries was ahead', async () => {
    const arranged = await arrangeWebhook();
    const { happen, clock, receiver, received, runJobs } = arranged;
    const own = openTableFor(arranged);
    const now = clock.now;
    clock.now = new Date(now.getTime() + 3_600_000);
    receiver.respond = () => respond(500);
    await happen(4);
    await takeLease(
      own,
      arranged.webhook,
      { lease_id: 'killed', isPrompt: false },
      clock.now,
    );
    expect(await arranged.readWebhook()).toMatchObject({ state: 'degraded' });
    received.length = 0;
    receiver.respond = () => respond(200);
    clock.now = now;
    expect(await wakeWebhooks(own, now)).toBe(0);
    await bringWebhooksForward(own, now);
    expect(await wakeWebhooks(own, now)).toBe(1);
    await runJobs();
    expect(received).toHaveLength(4);
    const { state, is_catching_up } = await arranged.readWebhook();
    expect([state, is_catching_up]).toEqual(['active', undefined]);
  });

  it('requests a job for a webhook that is due, once in a while', async () => {
    const arranged = await arrangeWebhook();
    const { happen, clock, receiver, received, runJobs } = arranged;
    receiver.respond = () => respond(500);
    await happen();
    receiver.respond = () => respond(200);
    const own = openTableFor(arranged);
    expect(await wakeWebhooks(own, clock.now)).toBe(0);
    clock.now = new Date(clock.now.getTime() + 60_000);
    expect(await wakeWebhooks(own, clock.now)).toBe(1);
    expect(await wakeWebhooks(own, clock.now)).toBe(0);
    await runJobs();
    expect(received).toHaveLength(2);
  });
});

/** Makes a write or a delivery, which are what other processes see. */
type Act = Parameters<typeof createTableOfWrites>[0];

/** Opens what a worker needs, and makes its writes and deliveries with `act`. */
function openDepsWith({ openDeps }: Arranged, act: Act) {
  const { send } = openDeps();
  const sendWith: typeof send = (...sent) => act(() => send(...sent));
  return openDeps({ table: createTableOfWrites(act), send: sendWith });
}

type WorkerDeps = ReturnType<typeof openDepsWith>;

/** The worker that is killed, and the way in which the service repeats it. */
const steps: Record<string, (arranged: Arranged, deps: WorkerDeps) => Promise<unknown>> =
  {
    'the first try': async ({ person }, deps) =>
      sendRow({ ...deps, isPrompt: true }, await findLastRow(person.user_id)),
    'a first try after a failure': async ({ person }, deps) =>
      sendRow({ ...deps, isPrompt: true }, await findLastRow(person.user_id)),
    'a later try': ({ client, webhook }, deps) =>
      runJob(deps, { client_id: client.client_id, webhook_id: webhook.id, is_due: true }),
    'a job that sends events again': ({ client, webhook }, deps) =>
      runJob(deps, {
        client_id: client.client_id,
        webhook_id: webhook.id,
        since: '2026-11-20T12:00:00.000Z',
      }),
  };

/** What the receiver does. The one that drips bytes is like the one that never answers. */
const outcomes: Record<string, ReceiverOutcome> = {
  answers: respond(200),
  fails: respond(500),
  'is gone': respond(410),
  'resets the connection': { ok: false, error: { kind: 'unreachable' } },
  'never answers': { ok: false, error: { kind: 'timeout' } },
};

/** Lets two events happen that are to be sent by the next step. */
async function arrangeFor(name: string, outcome: ReceiverOutcome): Promise<Arranged> {
  const arranged = await arrangeWebhook();
  const { happen, receiver, received, clock } = arranged;
  if (name.includes('first try')) {
    const failures = name === 'the first try' ? 0 : 1;
    await table().update(arranged.key, { set: { failures } }, {});
    await arranged.log(2);
  } else {
    receiver.respond = () => respond(500);
    await happen(2);
    clock.now = new Date(clock.now.getTime() + 5000);
  }
  received.length = 0;
  receiver.respond = () => outcome;
  return arranged;
}

describe.each(Object.entries(steps))('%s that is killed', (name, step) => {
  /** Kills the worker at its write or delivery `number`, counted from 1. */
  async function killAt(number: number, outcome: ReceiverOutcome) {
    const arranged = await arrangeFor(name, outcome);
    let acts = 0;
    const killed = openDepsWith(arranged, (act) => {
      acts += 1;
      // Nothing follows, as if the process had ended.
      if (acts >= number) throw new Error('The process has ended.');
      return act();
    });
    await step(arranged, killed).catch(() => undefined);
    return { arranged, acts, answers: arranged.received.length };
  }

  /** Repeats the step, and expects that both events get to the receiver. */
  async function expectNothingLost(arranged: Arranged, number: number): Promise<void> {
    const { received, receiver, listDeliveries, readWebhook, clock } = arranged;
    receiver.respond = () => respond(200);
    clock.now = new Date(clock.now.getTime() + leaseMs);
    await step(arranged, arranged.openDeps());
    const left = await readWebhook();
    if (left.state === 'disabled') await enableWebhook(table(), left, clock.now);
    await settle(arranged);
    const delivered = new Set(listIds(arranged));
    expect([number, delivered.size]).toEqual([number, 2]);
    expect(received.length).toBeLessThanOrEqual(4);
    const states = (await listDeliveries()).map(({ state }) => state);
    expect([number, states]).toEqual([number, ['delivered', 'delivered']]);
    expect(await readWebhook()).not.toHaveProperty('collection_sk');
  }

  it.each(Object.entries(outcomes))(
    'at any write or delivery loses no event, and nothing stays stuck when the receiver %s',
    async (_, outcome) => {
      const { arranged: unkilled, acts } = await killAt(Infinity, outcome);
      expect(acts).toBeGreaterThan(3);
      await expectNothingLost(unkilled, Infinity);
      for (let number = acts; number > 0; number -= 1) {
        const { arranged, answers } = await killAt(number, outcome);
        // A worker that has no answers yet is the same before a receiver that is not broken.
        if (!outcome.ok && answers < 2) break;
        await expectNothingLost(arranged, number);
      }
    },
  );
});
