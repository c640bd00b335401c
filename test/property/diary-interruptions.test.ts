import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { newId } from '../../shared/runtime/ids.ts';
import { keys } from '../../shared/table/keys.ts';
import { porridge, run } from '../kit/diary.ts';
import { type Fault, type FaultProxy, faults, startFaultProxy } from './fault-proxy.ts';
import { type FunctionAnswer, type FunctionRequest, invoke } from './in-process.ts';

let proxy: FaultProxy;
let functions: Record<
  'create' | 'list' | 'update' | 'delete',
  (user: string, request: FunctionRequest) => Promise<FunctionAnswer>
>;
let placesOn: (user: string, date: string) => Promise<number>;

const days = ['2026-11-20', '2026-11-21', '2026-11-22'] as const;
const [monday, tuesday, wednesday] = days;

beforeAll(async () => {
  proxy = await startFaultProxy(inject('service').environment.AWS_ENDPOINT_URL_DYNAMODB ?? '');
  // Before the SDK's client is made, which is at the first call of a process.
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', proxy.url);
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const [create, list, update, remove, { table }] = await Promise.all([
    import('../../functions/diary/entry/create/handler.ts'),
    import('../../functions/diary/entry/list/handler.ts'),
    import('../../functions/diary/entry/update/handler.ts'),
    import('../../functions/diary/entry/delete/handler.ts'),
    import('../kit/fixtures.ts'),
    import('../../shared/table/provide.ts'),
  ]);
  functions = {
    create: (user, request) => invoke(create.handler, user, request),
    list: (user, request) => invoke(list.handler, user, request),
    update: (user, request) => invoke(update.handler, user, request),
    delete: (user, request) => invoke(remove.handler, user, request),
  };
  placesOn = async (user, date) =>
    (await table().get<{ entry_count?: number }>(keys.diaryDay(user, date)))?.entry_count ?? 0;
});

afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await proxy[Symbol.asyncDispose]();
});

/** The days on which somebody sees each entry, as `duration` or servings of it: what is half or double shows here. */
async function diaryOf(user: string): Promise<Record<string, unknown[]>> {
  const listed = await Promise.all(
    days.map((entry_date) => functions.list(user, { query: { entry_date, types: 'exercise,food_entry' } })),
  );
  return Object.fromEntries(
    listed.map(({ body }, i) => [days[i], body.items.map(({ duration, servings }) => duration ?? servings)]),
  );
}

/** One write, from what was there before to what must be there after it was repeated. */
interface Scenario {
  name: string;
  /** Makes what is there before, and answers the id of the entry that is written. */
  before(user: string): Promise<string>;
  write(user: string, id: string): Promise<FunctionAnswer>;
  /** Statuses of a repeat: of one whose first attempt had done its work, too. */
  statuses: readonly number[];
  after: Record<(typeof days)[number], readonly unknown[]>;
}

const idempotent = { 'Idempotency-Key': 'once' };
const post = (user: string, items: unknown[], headers = {}) =>
  functions.create(user, { json: { items }, headers });
const change = (user: string, id: string, json: unknown) => functions.update(user, { id, json });

/** Posts a run on Monday with a neighbour, and moves it through some days. */
async function arranged(user: string, ...moves: string[]): Promise<string> {
  const { body } = await post(user, [porridge, run]);
  const id = body.items[1]?.id ?? '';
  for (const date of moves) await change(user, id, { date });
  return id;
}

const scenarios: readonly Scenario[] = [
  {
    name: 'a POST for one day',
    before: async () => '',
    write: (user) => post(user, [run, porridge], idempotent),
    statuses: [201],
    after: { [monday]: [1800, 2], [tuesday]: [], [wednesday]: [] },
  },
  {
    name: 'a POST for three days',
    before: async () => '',
    write: (user) =>
      post(
        user,
        [...days].reverse().map((date) => ({ ...run, date })),
        idempotent,
      ),
    statuses: [201],
    after: { [monday]: [1800], [tuesday]: [1800], [wednesday]: [1800] },
  },
  {
    name: 'a PATCH',
    before: (user) => arranged(user),
    write: (user, id) => change(user, id, { duration: 60 }),
    statuses: [200],
    after: { [monday]: [2, 60], [tuesday]: [], [wednesday]: [] },
  },
  {
    name: 'a PATCH to another day',
    before: (user) => arranged(user),
    write: (user, id) => change(user, id, { date: tuesday, duration: 60 }),
    statuses: [200],
    after: { [monday]: [2], [tuesday]: [60], [wednesday]: [] },
  },
  {
    name: 'a PATCH to a third day',
    before: (user) => arranged(user, tuesday),
    write: (user, id) => change(user, id, { date: wednesday }),
    statuses: [200],
    after: { [monday]: [2], [tuesday]: [], [wednesday]: [1800] },
  },
  {
    name: 'a PATCH back to the first day',
    before: (user) => arranged(user, tuesday),
    write: (user, id) => change(user, id, { date: monday }),
    statuses: [200],
    after: { [monday]: [2, 1800], [tuesday]: [], [wednesday]: [] },
  },
  {
    name: 'a DELETE',
    before: (user) => arranged(user),
    write: (user, id) => functions.delete(user, { id }),
    statuses: [204, 404],
    after: { [monday]: [2], [tuesday]: [], [wednesday]: [] },
  },
  {
    name: 'a DELETE on another day',
    before: (user) => arranged(user, tuesday),
    write: (user, id) => functions.delete(user, { id }),
    statuses: [204, 404],
    after: { [monday]: [2], [tuesday]: [], [wednesday]: [] },
  },
];

/** Counts the store calls of a write. */
async function callsOf({ before, write }: Scenario): Promise<number> {
  const user = newId(new Date());
  const id = await before(user);
  const { calls } = proxy.watch(user);
  await write(user, id);
  return calls.length;
}

async function interrupt(scenario: Scenario, fault: Fault, at: number): Promise<void> {
  const { before, write, statuses, after, name } = scenario;
  const what = `${name}, call ${at} ${fault}`;
  const user = newId(new Date());
  const id = await before(user);
  proxy.watch(user, fault, at);
  const first = await write(user, id);
  if (fault !== 'answer lost once') expect(first.status, what).toBe(503);
  proxy.heal(user);
  const repeat = await write(user, id);
  expect(statuses, what).toContain(repeat.status);
  expect(await diaryOf(user), what).toEqual(after);
  for (const day of days) {
    const places = await placesOn(user, day);
    expect(places - after[day].length, `places on ${day} after ${what}`).toBeOneOf([0, 1]);
  }
}

it.concurrent('leaves neither a half nor a double entry, whatever store call goes wrong, once the client repeats (Y3, Y4, Y9)', async () => {
  const calls = await Promise.all(scenarios.map(callsOf));
  expect(calls).toEqual([2, 7, 1, 3, 4, 3, 1, 3]);
  const cases = scenarios.flatMap((scenario, i) =>
    faults.flatMap((fault) =>
      Array.from({ length: calls[i] ?? 0 }, (_, at) => interrupt(scenario, fault, at)),
    ),
  );
  await Promise.all(cases);
});

it.concurrent('stores all of a POST without a key or nothing, whatever goes wrong', async () => {
  const outcomes = faults.flatMap((fault) =>
    Array.from({ length: 6 }, async (_, at) => {
      const user = newId(new Date());
      proxy.watch(user, fault, at);
      const { status } = await post(
        user,
        days.map((date) => ({ ...run, date })),
      );
      proxy.heal(user);
      const counts = Object.values(await diaryOf(user)).map((listed) => listed.length);
      expect(counts, `call ${at} ${fault}`).toBeOneOf([
        [0, 0, 0],
        [1, 1, 1],
      ]);
      if (status === 201) expect(counts).toEqual([1, 1, 1]);
    }),
  );
  await Promise.all(outcomes);
});
