import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as processing from '#functions/auth/identity/processing.store.ts';
import { table } from '#kit/fixtures.ts';
import { arrangeWebhook, respond } from '#kit/webhooks.ts';
import type { ListedEntry, Table } from '#shared/table/table.ts';
import { resumeUser } from './resend.ts';

// The audit events are not output of the tests.
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

type Arranged = Awaited<ReturnType<typeof arrangeWebhook>>;

const listSequences = ({ received }: Arranged) =>
  received
    .map(({ event }) => Number(event.data.sequence))
    .toSorted((one, other) => one - other);

const wait = ({ clock }: Arranged, seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000);
};

describe('an index that lags', () => {
  it('hides nothing for good that was left to a worker with failures of its own', async () => {
    const arranged = await arrangeWebhook();
    const { happen, received, receiver, clock, runNextTimer } = arranged;
    const start = clock.now.getTime();
    // The entry of the last delivery is missing for 55 seconds.
    const lagging: Table = {
      ...table(),
      queryPage: async (page) => {
        const entries = await table().queryPage<ListedEntry>(page);
        const isCurrent = clock.now.getTime() >= start + 105_000;
        const isLate = ({ collection_sk }: ListedEntry) => {
          return collection_sk.includes(new Date(start + 50_000).toISOString());
        };
        return entries.filter((entry) => isCurrent || !isLate(entry)) as never;
      },
    };
    const held = Promise.withResolvers<void>();
    const sent = Promise.withResolvers<void>();
    receiver.answer = async () => {
      if (received.length === 1) return respond(500);
      if (received.length < 9) return respond(204);
      sent.resolve();
      await held.promise;
      return respond(204);
    };
    const first = happen(9, {}, { table: lagging });
    await sent.promise;
    wait(arranged, 50);
    await happen(1, {}, { table: lagging });
    receiver.answer = () => respond(204);
    held.resolve();
    await first;
    while (await runNextTimer({ table: lagging }));
    expect(new Set(listSequences(arranged)).size).toBe(10);
  });
});

describe('a receiver that is gone for one event and accepts another', () => {
  it('gets nothing more', async () => {
    const arranged = await arrangeWebhook();
    const { happen, received, receiver, readWebhook } = arranged;
    receiver.answer = () => respond(received.length === 1 ? 410 : 204);
    await happen(2);
    const { state, disabled_reason } = await readWebhook();
    expect([state, disabled_reason]).toEqual(['disabled', 'gone']);
  });
});

describe('a restriction that is lifted while a worker pauses a delivery', () => {
  it('keeps nothing back', async () => {
    const arranged = await arrangeWebhook();
    const { person, clock, happen, received, receiver, runNextTimer, openDeps } =
      arranged;
    const { user_id } = person;
    receiver.answer = () => respond(500);
    await happen();
    receiver.answer = () => respond(204);
    received.length = 0;
    wait(arranged, 60);
    await processing.restrict(table(), user_id, clock.now);
    const since = clock.now.toISOString();
    const racing: Table = {
      ...table(),
      put: async (...put) => {
        const resumed = { givesConsent: true, now: clock.now };
        if (await processing.resume(table(), user_id, resumed))
          await resumeUser(openDeps(), user_id, since);
        return table().put(...put);
      },
    };
    while (await runNextTimer({ table: racing }));
    expect(listSequences(arranged)).toEqual([1]);
  });
});
