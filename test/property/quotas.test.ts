import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import fc from '#kit/property.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { countRequest } from '#shared/quota/counted-request.ts';
import { type Counters, getWorth } from '#shared/quota/counter.ts';
import { noCounts } from '#shared/quota/counts.ts';
import {
  type ClientQuotas,
  findWindows,
  type WindowQuotas,
} from '#shared/quota/quotas.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';

/** Twenty seconds before a window of 15 minutes and a day end. */
const start = new Date('2026-11-27T23:59:40Z');
const maxCost = 6;
const ample = { '15min': 1_000_000, day: 1_000_000 };

beforeEach(() => {
  // Calls that fail are logged.
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => void vi.restoreAllMocks());

/** What becomes of the call of a request. The last two end the function. */
const fates = ['done', 'lost', 'lost after the write'] as const;
type Fate = (typeof fates)[number];

/** A table in memory that counts as DynamoDB does, and answers in the order of a scheduler. */
function createModel(wait: () => Promise<void>) {
  const items = new Map<string, Record<string, number>>();
  let calls = 0;
  const open = (fate: Fate): Table<'update'> => {
    const update = async <R extends object>(
      { pk, sk }: Key,
      { increment = {} }: { increment?: Readonly<Record<string, number>> },
    ) => {
      await wait();
      calls += 1;
      if (fate === 'lost') throw serviceError('unavailable', { cause: 'lost' });
      const item = { ...items.get(`${pk} ${sk}`) };
      for (const [name, amount] of Object.entries(increment))
        item[name] = (item[name] ?? 0) + amount;
      items.set(`${pk} ${sk}`, item);
      await wait();
      if (fate !== 'done') throw serviceError('unavailable', { cause: 'lost' });
      return { done: true as const, item: item as R };
    };
    return { update, updateWithoutReturnValues: update } as Table<'update'>;
  };
  return { open, items, countCalls: () => calls };
}

interface Sent {
  counters: Counters;
  table: Table<'update'>;
  user_id?: string;
  now: Date;
  cost?: number;
  limits?: WindowQuotas;
  limitsOfClient?: WindowQuotas;
}

/** Sends a request as the pipeline does. Returns whether it was served. */
async function send({ counters, table, now, cost = 1, ...more }: Sent): Promise<boolean> {
  const { user_id = 'ann', limits: user = ample, limitsOfClient: client = ample } = more;
  const request = countRequest({
    caller: { user_id, client_id: 'watch', token_use: 'user' },
    limits: { user, client } satisfies ClientQuotas,
    openTable: () => table,
    now,
    requestId: 'r',
    getRemainingMs: () => 10_000,
    counters,
  });
  let isServed = true;
  try {
    request.charge(1);
    if (cost > 1) request.charge(cost - 1);
  } catch {
    isServed = false;
  }
  const responses = { 'GET /diary 200': 1 };
  const counted = { amounts: isServed ? responses : {}, members: {} };
  await request.finish({ user: noCounts, client: counted }, false);
  return isServed;
}

const sequence = fc.array(
  fc.record({
    cost: fc.constantFrom(1, 1, 1, 1, 2, maxCost),
    seconds: fc.integer({ min: 0, max: 40 }),
    fate: fc.constantFrom<Fate>('done', 'done', 'done', 'done', ...fates),
  }),
  { maxLength: 40 },
);

const anyLimits = fc.record({
  '15min': fc.integer({ min: 10, max: 300 }),
  day: fc.integer({ min: 10, max: 400 }),
});

it('no window is passed by more than its bound, whichever functions come and go', async () => {
  const instances = fc.array(sequence, { minLength: 1, maxLength: 8 });
  const property = fc.asyncProperty(
    fc.scheduler(),
    instances,
    anyLimits,
    async (scheduler, sequences, limits) => {
      const { open } = createModel(() => scheduler.schedule(Promise.resolve()));
      const used = new Map<string, number>();
      const responding = new Map<string, Set<Counters>>();
      const run = async (requests: (typeof sequences)[number]) => {
        let counters: Counters = new Map();
        for (const { cost, seconds, fate } of requests) {
          const now = new Date(start.getTime() + seconds * 1000);
          const sending = { counters, table: open(fate), now, cost, limits };
          const isServed = await send(sending);
          const { date, attributes } = findWindows(now);
          for (const name of isServed ? Object.values(attributes) : []) {
            const window = `${date} ${name}`;
            used.set(window, (used.get(window) ?? 0) + cost);
            const functions = responding.get(window) ?? new Set();
            responding.set(window, functions.add(counters));
          }
          if (fate !== 'done') counters = new Map();
        }
      };
      await scheduler.waitFor(Promise.all(sequences.map(run)));
      for (const [window, units] of used) {
        const limit = limits[window.endsWith('day') ? 'day' : '15min'];
        const functions = responding.get(window)?.size ?? 0;
        const bound = limit - 1 + functions * (getWorth(limits) - 1 + maxCost);
        expect(units).toBeLessThanOrEqual(bound);
      }
    },
  );
  await fc.assert(property, { numRuns: 150 });
});

it('a function alone passes no window, however many requests it answers at once', async () => {
  const property = fc.asyncProperty(
    fc.scheduler(),
    sequence,
    anyLimits,
    async (scheduler, requests, limits) => {
      const { open } = createModel(() => scheduler.schedule(Promise.resolve()));
      const used: Record<string, number> = {};
      const counters: Counters = new Map();
      const sending = requests.map(async ({ cost, seconds }) => {
        const now = new Date(start.getTime() + seconds * 1000);
        if (!(await send({ counters, table: open('done'), now, cost, limits }))) return;
        const { date, attributes } = findWindows(now);
        for (const name of Object.values(attributes))
          used[`${date} ${name}`] = (used[`${date} ${name}`] ?? 0) + cost;
      });
      await scheduler.waitFor(Promise.all(sending));
      for (const [window, units] of Object.entries(used))
        expect(units).toBeLessThanOrEqual(
          limits[window.endsWith('day') ? 'day' : '15min'],
        );
    },
  );
  await fc.assert(property, { numRuns: 100 });
});

it('no person pays for another, whatever is refused or lost', async () => {
  const people = ['ann', 'bob', 'cy'];
  const requests = fc.array(
    fc.record({ person: fc.nat({ max: 2 }), instance: fc.nat({ max: 3 }) }),
    { maxLength: 120 },
  );
  const limits = { '15min': 30, day: 30 };
  const property = fc.asyncProperty(requests, anyLimits, async (sent, limitsOfClient) => {
    const { open, items } = createModel(() => Promise.resolve());
    const functions = Array.from({ length: 4 }, (): Counters => new Map());
    const used: Record<string, number> = {};
    for (const { person, instance } of sent) {
      const user_id = people[person] ?? '';
      const counters = functions[instance] ?? new Map();
      const sending = { counters, table: open('done'), user_id, now: start };
      if (await send({ ...sending, limits, limitsOfClient }))
        used[user_id] = (used[user_id] ?? 0) + 1;
    }
    for (const user_id of people) {
      const [, item] =
        [...items].find(([key]) => key.includes(user_id) && !key.includes('APP')) ?? [];
      expect(item?.day ?? 0).toBeLessThanOrEqual(used[user_id] ?? 0);
    }
  });
  await fc.assert(property, { numRuns: 60 });
});

/** Sends one request a second for each person, in turn to each of some functions. */
async function measureCalls(options: {
  functions: number;
  people: number;
  seconds: number;
}): Promise<number> {
  const { open, countCalls } = createModel(() => Promise.resolve());
  const functions = Array.from({ length: options.functions }, (): Counters => new Map());
  const morning = new Date('2026-11-27T09:00:00Z');
  for (let second = 0; second < options.seconds; second++)
    for (let person = 0; person < options.people; person++)
      await send({
        counters: functions[second % options.functions] ?? new Map(),
        table: open('done'),
        user_id: `person ${person}`,
        now: new Date(morning.getTime() + second * 1000),
        limits: { '15min': 200, day: 2000 },
        limitsOfClient: { '15min': 20_000, day: 200_000 },
      });
  return countCalls() / options.seconds / options.people;
}

it.each([
  { functions: 1, people: 1, seconds: 200 },
  { functions: 1, people: 1, seconds: 3600 },
  { functions: 50, people: 1, seconds: 900 },
  { functions: 50, people: 1, seconds: 3600 },
  { functions: 1, people: 50, seconds: 200 },
  { functions: 50, people: 50, seconds: 900 },
])(
  '$people at a request a second in $functions functions cost little in $seconds seconds',
  async (options) => {
    const calls = await measureCalls(options);
    expect(calls).toBeLessThanOrEqual(0.15);
  },
);
