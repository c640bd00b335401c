import fc from 'fast-check';
import { expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { type Leases, openLease, withdraw } from '#shared/limits/lease.ts';
import type { WindowLimits } from '#shared/limits/limits.ts';
import { getTaken, toClientUse, type Use } from '#shared/limits/use.store.ts';
import type { WindowName } from '#shared/limits/windows.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { AttributeCondition, Condition } from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';

/** The functions that take units of one client at the same time. */
const instanceCount = 8;

/** The share of a window that may lapse unused in these functions. */
const lapsingShare = 0.1;

/** Ten seconds before a window of 15 minutes ends. */
const start = new Date('2026-11-27T09:14:50Z');

const addSeconds = (seconds: number) => new Date(start.getTime() + seconds * 1000);

/** The functions of a client, each with its leases, and the units that requests have used. */
function openInstances(client_id: string, units: Table<'update'>, limits: WindowLimits) {
  const instances: Leases[] = Array.from({ length: instanceCount }, () => new Map());
  const used: Record<string, number> = {};
  /** Sends a request. Returns the windows that have no room for it. */
  const send = async (instance: number, cost: number, now: Date) => {
    const item = toClientUse(client_id, now);
    const lease = openLease(instances[instance % instanceCount] ?? new Map(), item, now);
    const full = await withdraw(lease, { table: units, item, limits, units: cost });
    const { attributes } = item.windows;
    for (const name of full.length > 0 ? [] : Object.values(attributes))
      used[name] = (used[name] ?? 0) + cost;
    return full;
  };
  return { send, used };
}

function hasRoom(use: Readonly<Record<string, number>>, condition: Condition): boolean {
  const holds = ([name, test]: [string, AttributeCondition]) =>
    'value' in test && (use[name] ?? 0) <= Number(test.value);
  return Object.entries(condition).every(holds);
}

/** A table in memory that counts as DynamoDB does, and answers in the order of a scheduler. */
function createModel(scheduler: fc.Scheduler) {
  let use: Record<string, number> = {};
  const update: Table<'update'>['update'] = async <R extends object>(
    _: Key,
    { increment = {} }: { increment?: Readonly<Record<string, number>> },
    condition: Condition,
  ) => {
    await scheduler.schedule(Promise.resolve());
    const isDone = hasRoom(use, condition);
    const added = Object.entries(increment).map(([name, units]) => [
      name,
      (use[name] ?? 0) + units,
    ]);
    if (isDone) use = { ...use, ...Object.fromEntries(added) };
    const seen = use as R;
    await scheduler.schedule(Promise.resolve());
    return isDone ? { done: true, item: seen } : { done: false, existing: seen };
  };
  const model = { update, updateWithoutReturnValues: update } as Table<'update'>;
  return { model, getUse: (): Use => use };
}

const request = fc.record({
  instance: fc.nat({ max: instanceCount - 1 }),
  cost: fc.constantFrom(1, 1, 1, 1, 2, 6),
  seconds: fc.integer({ min: 0, max: 20 }),
});

it('no window has more than its limit, whichever call of whichever function is first', async () => {
  const requests = fc.array(request, { minLength: 20, maxLength: 120 });
  const anyLimits = fc.record({
    '15min': fc.integer({ min: 10, max: 400 }),
    day: fc.integer({ min: 10, max: 600 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      requests,
      anyLimits,
      async (scheduler, sent, limits) => {
        const { model, getUse } = createModel(scheduler);
        const { send, used } = openInstances('watch', model, limits);
        const sending = sent.map(({ instance, cost, seconds }) =>
          send(instance, cost, addSeconds(seconds)),
        );
        await scheduler.waitFor(Promise.all(sending));
        for (const [name, units] of Object.entries(used)) {
          const limit = limits[name === 'day' ? 'day' : '15min'];
          const taken = Number(getUse()[name]);
          expect(units).toBeLessThanOrEqual(taken);
          expect(taken).toBeLessThanOrEqual(limit);
        }
      },
    ),
    { numRuns: 60 },
  );
});

const readTaken = async (client_id: string, now: Date, name: WindowName) => {
  const { key, windows } = toClientUse(client_id, now);
  return getTaken(await table().get<Use>(key), windows, name);
};

it('eight functions use a whole window but for what lapses, and never more', async () => {
  const client_id = newId(start);
  const limits = { '15min': 400, day: 4000 };
  const { send, used } = openInstances(client_id, table(), limits);
  const sendUntilRefused = async (instance: number) => {
    while ((await send(instance, 1, start)).length === 0);
  };
  await Promise.all(Array.from({ length: instanceCount }, (_, i) => sendUntilRefused(i)));
  expect(await readTaken(client_id, start, '15min')).toBe(400);
  expect(used.q36).toBeLessThanOrEqual(400);
  expect(used.q36).toBeGreaterThanOrEqual(400 * (1 - lapsingShare));
});

it('eight functions hold at most a tenth of a window', async () => {
  const client_id = newId(start);
  const limits = { '15min': 4000, day: 40_000 };
  const { send, used } = openInstances(client_id, table(), limits);
  for (let i = 0; i < instanceCount; i++)
    for (let sent = 0; sent < 128; sent++) await send(i, 1, start);
  const taken = await readTaken(client_id, start, '15min');
  expect(taken - Number(used.q36)).toBeLessThanOrEqual(4000 * lapsingShare);
  expect(taken).toBeGreaterThan(Number(used.q36));
});

it('gives no window more at its edge, although each function sends on both sides of it', async () => {
  const client_id = newId(start);
  const { send, used } = openInstances(client_id, table(), { '15min': 100, day: 150 });
  const sends = Array.from({ length: 320 }, (_, i) => {
    const isLate = Math.floor(i / instanceCount) % 2 === 1;
    return send(i, 1, addSeconds(isLate ? 11 : 9));
  });
  await Promise.all(sends);
  expect(used.q36).toBeLessThanOrEqual(100);
  expect(used.q37).toBeLessThanOrEqual(100);
  expect(used.day).toBe(150);
  expect(await readTaken(client_id, start, 'day')).toBe(150);
});
