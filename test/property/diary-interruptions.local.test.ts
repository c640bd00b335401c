import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import type { DayItem } from '#functions/diary/entry/day-item.ts';
import * as entryStore from '#functions/diary/entry/entry.store.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import { createCopier } from '#kit/copy-person.ts';
import { porridge, run } from '#kit/diary.ts';
import { table } from '#kit/fixtures.ts';
import { createInvocationQueue } from '#lib/local/functions/invocation-queue.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { Key } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { type DiaryResponse, openDiaryInProcess } from './in-process.ts';
import {
  type Fault,
  faults,
  interceptStoreCalls,
  listInjected,
  type StoreFaults,
} from './store-faults.ts';

const disposables = new AsyncDisposableStack();
let storeFaults: StoreFaults;

const days = ['2026-11-20', '2026-11-21', '2026-11-22'] as const;
const [monday, tuesday, wednesday] = days;

beforeAll(() => {
  storeFaults = interceptStoreCalls(disposables);
});

afterAll(() => disposables.disposeAsync());

/** The items of a person's days as they were at one time, by sort key. */
type DayItems = ReadonlyMap<string, DayItem & Key>;

/** Reads the items of all days of a person in one call. */
async function readDays(user: string): Promise<DayItems> {
  const { pk, sk: prefix } = dayKeys.diaryDay(user, '');
  const items = await table().query<DayItem & Key>({ pk, prefix });
  return new Map(items.map((item) => [item.sk, item]));
}

/** Lists what a person sees on each day. Half-written or doubled entries would show here. */
async function listDays(
  user: string,
  items: DayItems,
): Promise<Record<string, unknown[]>> {
  const get: Table['get'] = async <R>({ sk }: Key) => items.get(sk) as R | undefined;
  const diary = { table: { get }, user_id: user };
  const listed = await Promise.all(days.map((day) => entryStore.list(diary, day)));
  return Object.fromEntries(listed.map((entries, i) => [days[i], entries.map(toAmount)]));
}

/** Returns the duration or the servings of an entry. */
function toAmount(entry: Entry): number {
  return entry.type === 'exercise' ? entry.duration : entry.servings;
}

/** A write, the state before it, and the state after it was repeated. */
interface Scenario {
  name: string;
  /** Creates the state before the write. Returns the id of the entry that is written. */
  before(user: string): Promise<string>;
  write(user: string, id: string): Promise<DiaryResponse>;
  /** Statuses of a repeat, whether or not the first attempt was effective. */
  statuses: readonly number[];
  /** The duration or the servings of each entry, by day. */
  after: Record<(typeof days)[number], readonly unknown[]>;
}

const idempotent = { 'Idempotency-Key': 'once' };
const post = (user: string, items: unknown[], headers = {}) =>
  openDiaryInProcess(user).post(items, headers);
const change = (user: string, id: string, members: unknown) =>
  openDiaryInProcess(user).change(id, members);

/** Posts a run on Monday beside another entry, and moves the run to each of the dates. */
async function arrange(user: string, ...moves: string[]): Promise<string> {
  const { body } = await post(user, [porridge, run]);
  const id = body.items[1]?.id ?? '';
  for (const date of moves) expect((await change(user, id, { date })).status).toBe(200);
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
    before: (user) => arrange(user),
    write: (user, id) => change(user, id, { duration: 60 }),
    statuses: [200],
    after: { [monday]: [2, 60], [tuesday]: [], [wednesday]: [] },
  },
  {
    name: 'a PATCH to another day',
    before: (user) => arrange(user),
    write: (user, id) => change(user, id, { date: tuesday, duration: 60 }),
    statuses: [200],
    after: { [monday]: [2], [tuesday]: [60], [wednesday]: [] },
  },
  {
    name: 'a PATCH to a third day',
    before: (user) => arrange(user, tuesday),
    write: (user, id) => change(user, id, { date: wednesday }),
    statuses: [200],
    after: { [monday]: [2], [tuesday]: [], [wednesday]: [1800] },
  },
  {
    name: 'a PATCH back to the first day',
    before: (user) => arrange(user, tuesday),
    write: (user, id) => change(user, id, { date: monday }),
    statuses: [200],
    after: { [monday]: [2, 1800], [tuesday]: [], [wednesday]: [] },
  },
  {
    name: 'a DELETE',
    before: (user) => arrange(user),
    write: (user, id) => openDiaryInProcess(user).remove(id),
    statuses: [204, 404],
    after: { [monday]: [2], [tuesday]: [], [wednesday]: [] },
  },
  {
    name: 'a DELETE on another day',
    before: (user) => arrange(user, tuesday),
    write: (user, id) => openDiaryInProcess(user).remove(id),
    statuses: [204, 404],
    after: { [monday]: [2], [tuesday]: [], [wednesday]: [] },
  },
];

/** A scenario, the state before the write, and its store calls. */
interface PreparedScenario extends Scenario {
  /** Creates a person with the diary before the write. */
  copyPerson(): Promise<string>;
  /** The entries that the person sees on each day before the write. */
  initial: Record<string, unknown[]>;
  /** The id of the entry that is written. */
  id: string;
  /** The operations of its store calls, e.g. "GetItem". */
  calls: readonly string[];
}

async function prepare(scenario: Scenario): Promise<PreparedScenario> {
  const author = newId(new Date());
  const id = await scenario.before(author);
  const copyPerson = await createCopier(author);
  const user = await copyPerson();
  const initial = await listDays(user, await readDays(user));
  const { calls } = storeFaults.watch(user);
  await scenario.write(user, id);
  return { ...scenario, copyPerson, initial, id, calls };
}

const queue = createInvocationQueue({ total: 30, perFunction: 30 });

/** Runs at most 30 pieces of work at the same time, so that the store is not overloaded. */
const runLimited = <T>(work: () => Promise<T>) => queue.run('work', work);

/** Returns the number of entries that the item of each day counts. */
function getCounts(user: string, items: DayItems): number[] {
  return days.map((day) => {
    const { own_entries = 0 } = items.get(dayKeys.diaryDay(user, day).sk) ?? {};
    return own_entries;
  });
}

async function interrupt(
  { copyPerson, initial, id, write, statuses, after, name }: PreparedScenario,
  fault: Fault,
  callIndex: number,
): Promise<void> {
  const description = `${name}, call ${callIndex} ${fault}`;
  const user = await copyPerson();
  storeFaults.watch(user, fault, callIndex);
  const first = await write(user, id);
  if (fault === 'response lost') expect(statuses, description).toContain(first.status);
  else expect(first.status, description).toBe(503);

  storeFaults.stop(user);
  const before = await listDays(user, await readDays(user));
  expect(before, description).toBeOneOf([initial, after]);
  const repeat = await write(user, id);
  expect(statuses, description).toContain(repeat.status);
  const items = await readDays(user);
  expect(await listDays(user, items), description).toEqual(after);
  const counts = days.map((day) => after[day].length);
  expect(getCounts(user, items), description).toEqual(counts);
}

/**
 * The faults, the lost response first. The quota of the SDK for retries is for the whole process,
 * and only a successful retry returns what it took.
 */
const orderedFaults = faults.toSorted(
  (one, other) => Number(other === 'response lost') - Number(one === 'response lost'),
);

it('stores an entry once, whichever store call fails, if it is repeated', async () => {
  const prepared = await Promise.all(scenarios.map(prepare));
  const counts = prepared.map(({ calls }) => calls.length);
  expect(counts).toEqual([2, 2, 1, 2, 3, 3, 1, 2]);

  for (const fault of orderedFaults) {
    const cases = prepared.flatMap((scenario, i) => {
      const injected = listInjected(fault, scenario.calls, i);
      return injected.map((callIndex) =>
        runLimited(() => interrupt(scenario, fault, callIndex)),
      );
    });
    await Promise.all(cases);
  }
});

const withoutKey = days.map((date) => ({ ...run, date }));

async function interruptWithoutKey(fault: Fault, callIndex: number): Promise<void> {
  const user = newId(new Date());
  storeFaults.watch(user, fault, callIndex);
  const { status } = await post(user, withoutKey);
  storeFaults.stop(user);
  const listed = await listDays(user, await readDays(user));
  const counts = Object.values(listed).map((entries) => entries.length);
  expect(new Set(counts), `call ${callIndex} ${fault}`).toBeOneOf([
    new Set([0]),
    new Set([1]),
  ]);
  if (status === 201) expect(counts).toEqual([1, 1, 1]);
}

it('stores all or nothing of a POST without a key, whichever store call fails', async () => {
  const user = newId(new Date());
  const { calls } = storeFaults.watch(user);
  await post(user, withoutKey);
  expect(calls).toEqual(['TransactWriteItems']);
  const cases = faults.flatMap((fault) => {
    const injected = listInjected(fault, calls);
    return injected.map((callIndex) =>
      runLimited(() => interruptWithoutKey(fault, callIndex)),
    );
  });
  await Promise.all(cases);
});
