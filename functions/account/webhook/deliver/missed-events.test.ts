import { beforeEach, describe, expect, it, vi } from 'vitest';
import { skipSequence } from '#functions/account/event/event.store.ts';
import * as processing from '#functions/auth/identity/processing.store.ts';
import { addEvents } from '#kit/event-log.ts';
import { issueUserToken, newUser, table } from '#kit/fixtures.ts';
import { arrangeWebhook, respond } from '#kit/webhooks.ts';
import { exists } from '#shared/table/condition.ts';
import type {
  CollectionPage,
  ListedEntry,
  RangePage,
  Table,
} from '#shared/table/table.ts';
import { disableWebhook, enableWebhook } from '../registration.store.ts';
import { resumeUser } from './resend.ts';

// The audit events are not output of the tests.
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

type Arranged = Awaited<ReturnType<typeof arrangeWebhook>>;

const listIds = ({ received }: Arranged) =>
  received.map(({ event }) => event.data.event_id).toSorted();

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
      queryPage: async <R extends object>(page: CollectionPage | RangePage) => {
        const entries = await table().queryPage<R & ListedEntry>(page);
        const isCurrent = clock.now.getTime() >= start + 105_000;
        const isLate = ({ collection_sk }: ListedEntry) => {
          return collection_sk.includes(new Date(start + 50_000).toISOString());
        };
        return entries.filter((entry) => isCurrent || !isLate(entry));
      },
    };
    const held = Promise.withResolvers<void>();
    const sent = Promise.withResolvers<void>();
    receiver.respond = async () => {
      if (received.length === 1) return respond(500);
      if (received.length < 9) return respond(204);
      sent.resolve();
      await held.promise;
      return respond(204);
    };
    const first = happen(9, {}, { table: lagging, isPrompt: false });
    await sent.promise;
    wait(arranged, 50);
    await happen(1, {}, { table: lagging });
    receiver.respond = () => respond(204);
    held.resolve();
    await first;
    while (await runNextTimer({ table: lagging }));
    expect(new Set(listIds(arranged)).size).toBe(10);
  });
});

describe('a receiver that is gone for one event and accepts another', () => {
  it('gets nothing more', async () => {
    const arranged = await arrangeWebhook();
    const { happen, received, receiver, readWebhook } = arranged;
    receiver.respond = () => respond(received.length === 1 ? 410 : 204);
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
    receiver.respond = () => respond(500);
    const ids = await happen();
    receiver.respond = () => respond(204);
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
    expect(listIds(arranged)).toEqual(ids);
  });
});

describe('a webhook that is enabled', () => {
  const hour = 3600;
  /** Enables the webhook, and lets it send. */
  async function enable(arranged: Arranged): Promise<void> {
    const { readWebhook, clock, runJobs, runNextTimer } = arranged;
    expect(await enableWebhook(table(), await readWebhook(), clock.now)).toBe(true);
    await runJobs();
    while (await runNextTimer());
  }

  const disable = async ({ readWebhook, clock }: Arranged) =>
    disableWebhook(table(), await readWebhook(), 'application', clock.now);

  it('gets the first event, too, whose failure was the first and whose tries have ended', async () => {
    const arranged = await arrangeWebhook();
    const { happen, received, receiver, runTimer, runNextTimer, readWebhook } = arranged;
    receiver.respond = () => {
      wait(arranged, 15);
      return respond(500);
    };
    const [first] = await happen();
    const ids = [first];
    while (await runNextTimer());
    wait(arranged, 12 * hour);
    while ((await readWebhook()).state !== 'disabled') {
      wait(arranged, 4 * hour);
      await runTimer();
      ids.push(...(await happen()));
    }
    expect(ids.length).toBeGreaterThan(2);
    expect(listIds(arranged).filter((id) => id === first)).toHaveLength(10);
    received.length = 0;
    receiver.respond = () => respond(204);
    await enable(arranged);
    expect(listIds(arranged)).toEqual(ids.toSorted());
  });

  it('gets no events from before it was created', async () => {
    const arranged = await arrangeWebhook();
    const { clock, key, log } = arranged;
    await log();
    wait(arranged, 60);
    const created_datetime = clock.now.toISOString();
    await table().update(key, { set: { created_datetime } }, exists);
    await disable(arranged);
    const ids = await log();
    await enable(arranged);
    expect(listIds(arranged)).toEqual(ids);
  });

  it('gets those of all users, although there is little time for each step', async () => {
    const arranged = await arrangeWebhook();
    const { client, clock, log, readWebhook, runJobs, runNextTimer } = arranged;
    const other = await newUser();
    await issueUserToken(other, client);
    await disable(arranged);
    const timestamp = clock.now.toISOString();
    const ids = [...(await log()), ...(await addEvents(other.user_id, 1, { timestamp }))];
    await enableWebhook(table(), await readWebhook(), clock.now);
    const steps: unknown[] = [];
    const recording: Table = {
      ...table(),
      put: (item, condition) => {
        if ('after' in item) steps.push(item.after);
        return table().put(item, condition);
      },
    };
    let checks = 0;
    const hasTime = () => {
      checks += 1;
      return checks > 1;
    };
    await runJobs({ table: recording, hasTime });
    while (await runNextTimer());
    expect(steps).toHaveLength(2);
    expect(listIds(arranged)).toEqual(ids.toSorted());
  });

  it('gets all events of a user, although there is only time for some at once', async () => {
    const arranged = await arrangeWebhook({ types: ['diary_entry.created'] });
    const { client, clock, log, readWebhook, runJobs, runNextTimer } = arranged;
    const other = await newUser();
    await issueUserToken(other, client);
    await disable(arranged);
    // More than are read at once, of which few are to be sent.
    const ids = await log(2);
    await log(998, { type: 'diary_entry.updated' });
    ids.push(...(await log(2)));
    const timestamp = clock.now.toISOString();
    ids.push(...(await addEvents(other.user_id, 1, { timestamp })));
    await enableWebhook(table(), await readWebhook(), clock.now);
    const steps: unknown[] = [];
    const recording: Table = {
      ...table(),
      put: (item, condition) => {
        if ('begun' in item) steps.push(item.begun);
        return table().put(item, condition);
      },
    };
    const hasTime = () => steps.length === 2;
    await runJobs({ table: recording, hasTime });
    while (await runNextTimer());
    const { user_id } = arranged.person;
    expect(steps).toEqual([500, 1000].map((sequence) => ({ user_id, sequence })));
    expect(listIds(arranged)).toEqual(ids.toSorted());
  });

  it('gets the events on both sides of a number that the log has left out', async () => {
    const arranged = await arrangeWebhook({ types: ['diary_entry.created'] });
    const { person, log } = arranged;
    await disable(arranged);
    // More than are read at once.
    await log(598, { type: 'diary_entry.updated' });
    const ids = await log(2);
    await skipSequence(table(), person.user_id);
    ids.push(...(await log(2)));
    await enable(arranged);
    expect(listIds(arranged)).toEqual(ids.toSorted());
  });

  it('gets those of a user who restricts the processing when they lift it', async () => {
    const arranged = await arrangeWebhook();
    const { person, happen, received, clock, openDeps } = arranged;
    const { user_id } = person;
    await disable(arranged);
    const ids = await happen();
    wait(arranged, 10 * hour);
    const since = clock.now.toISOString();
    await processing.restrict(table(), user_id, clock.now);
    await enable(arranged);
    expect(received).toEqual([]);
    wait(arranged, 10 * hour);
    await processing.resume(table(), user_id, { givesConsent: true, now: clock.now });
    await resumeUser(openDeps(), user_id, since);
    expect(listIds(arranged)).toEqual(ids);
  });

  it('gets what it has not got yet when it is disabled again', async () => {
    const arranged = await arrangeWebhook();
    const { happen, received, clock, readWebhook, runJobs } = arranged;
    await disable(arranged);
    const ids = await happen();
    wait(arranged, 10 * hour);
    await enableWebhook(table(), await readWebhook(), clock.now);
    await disable(arranged);
    await runJobs();
    expect(received).toEqual([]);
    await enable(arranged);
    expect(listIds(arranged)).toEqual(ids);
    expect(await readWebhook()).not.toHaveProperty('missed_since');
  });
});
