import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTableOfCalls } from '#kit/failing-table.ts';
import { table } from '#kit/fixtures.ts';
import { arrangeWebhook, findLastRow, measureEvent, respond } from '#kit/webhooks.ts';
import { sendRow } from './fan-out.ts';

// The audit events are not output of the tests.
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

describe('an event for one webhook', () => {
  it('takes four store calls of a warm function', async () => {
    expect(await measureEvent()).toEqual({
      store_calls: 4,
      read_units: 3,
      write_units: 2,
    });
  });

  it('shares the query of grants, and that of webhooks, with others of its invocation', async () => {
    const { log, openDeps, person, received } = await arrangeWebhook();
    const store = table();
    const query = vi.spyOn(store, 'query');
    const deps = openDeps({ table: store, isPrompt: true });
    for (let sent = 0; sent < 3; sent += 1) {
      await log();
      await sendRow(deps, await findLastRow(person.user_id));
    }
    expect(received).toHaveLength(3);
    expect(query).toHaveBeenCalledTimes(2);
  });

  it.each([1, 2, 3, 4, 5, 6, 7])(
    'is lost by no failure of the store: call %i',
    async (number) => {
      for (const isWritten of [false, true]) {
        const { log, openDeps, person, received, listDeliveries } =
          await arrangeWebhook();
        await log();
        const row = await findLastRow(person.user_id);
        let calls = 0;
        const failing = createTableOfCalls(async (call) => {
          calls += 1;
          if (calls < number) return call();
          if (isWritten && calls === number) await call();
          throw new Error('The store has failed.');
        });
        const isPrompt = true;
        await sendRow(openDeps({ table: failing, isPrompt }), row).catch(() => undefined);
        await sendRow(openDeps({ isPrompt }), row);
        await sendRow(openDeps({ isPrompt }), row);
        expect(received.length).toBeGreaterThan(0);
        expect(received.length).toBeLessThan(3);
        expect(await listDeliveries()).toMatchObject([{ state: 'delivered' }]);
      }
    },
  );
});

describe('first tries of several workers at once', () => {
  it('are each counted if the receiver fails, and degrade the webhook', async () => {
    const arranged = await arrangeWebhook();
    const { log, openDeps, person, receiver, received, readWebhook } = arranged;
    const rows = [];
    for (let count = 0; count < 3; count += 1) {
      await log();
      rows.push(await findLastRow(person.user_id));
    }
    const all = Promise.withResolvers<void>();
    receiver.respond = async () => {
      if (received.length === rows.length) all.resolve();
      await all.promise;
      return respond(500);
    };
    await Promise.all(rows.map((row) => sendRow(openDeps({ isPrompt: true }), row)));
    const { failures, lease_id } = await readWebhook();
    expect(failures).toBeGreaterThan(0);
    expect(lease_id).toBeUndefined();
    receiver.respond = () => respond(204);
    while (await arranged.runNextTimer());
    expect(new Set(received.map(({ event }) => event.data.event_id)).size).toBe(3);
    const deliveries = await arranged.listDeliveries();
    expect(deliveries.map(({ state }) => state)).toEqual(rows.map(() => 'delivered'));
  });

  it('leave what is cut off to one job', async () => {
    const arranged = await arrangeWebhook();
    const { log, openDeps, person, receiver, received, runJobs } = arranged;
    const rows = [];
    for (let count = 0; count < 3; count += 1) {
      await log();
      rows.push(await findLastRow(person.user_id));
    }
    const all = Promise.withResolvers<void>();
    receiver.respond = async () => {
      if (received.length === rows.length) all.resolve();
      await all.promise;
      return { ok: false, error: { kind: 'timeout' } };
    };
    await Promise.all(rows.map((row) => sendRow(openDeps({ isPrompt: true }), row)));
    receiver.respond = () => respond(204);
    await runJobs();
    const deliveries = await arranged.listDeliveries();
    expect(deliveries.map(({ state }) => state)).toEqual(rows.map(() => 'delivered'));
    expect(received).toHaveLength(6);
  });

  it('that come after the webhook is disabled are not counted', async () => {
    const { happen, key, readWebhook, receiver } = await arrangeWebhook();
    receiver.respond = async () => {
      await table().update(key, { set: { state: 'disabled' } }, {});
      return respond(500);
    };
    await happen();
    expect(await readWebhook()).toMatchObject({ state: 'disabled', failures: 0 });
  });
});
