import { beforeEach, describe, expect, it } from 'vitest';
import { eventKeys } from '#functions/account/event/event.keys.ts';
import {
  createLogMemory,
  type LogMemory,
  type LogTable,
  readEvents,
} from '#functions/account/event/event.store.ts';
import * as accounts from '#functions/auth/identity/account.store.ts';
import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import { soup } from '#kit/event-log.ts';
import { createTableOfCalls } from '#kit/failing-table.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import {
  createFaultyTable,
  isRepaired,
  type TransactionFault,
  transactionFaults,
} from '#kit/store-faults.ts';
import { buildChangeRecord } from '#kit/stream-records.ts';
import { serviceError } from '#shared/errors/errors.ts';
import type { ChangeRecord } from '#shared/queue/stream.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { exists } from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';
import { openTable } from '#shared/table/table.ts';
import { appendToLogs } from './append-to-logs.ts';

/** Builds the record of a write that adds batches of 50 entries to a day. */
function buildDayRecord(user_id: string, batches = 1): ChangeRecord {
  const batch = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [index, soup]),
  );
  const stored = Array.from({ length: batches }, () => [newId(new Date()), batch]);
  const key = dayKeys.diaryDay(user_id, soup.date);
  return buildChangeRecord({ item: { ...key, ...Object.fromEntries(stored) } });
}

/** Builds a record with a set of bytes, which no item has. */
function buildPoisonedRecord(user_id: string): ChangeRecord {
  const key = dayKeys.diaryDay(user_id, soup.date);
  const day = { ...key, set: new Set([Buffer.from('x')]) };
  return buildChangeRecord({ item: day });
}

const append = (
  records: readonly ChangeRecord[],
  store: LogTable = table(),
  memory = createLogMemory(),
) => appendToLogs({ table: store, memory, hasWebhooks: async () => true }, records);

async function countEvents(user_id: string): Promise<number> {
  const { events, sequence, isGap } = await readEvents(table(), user_id, 0, 100_000);
  expect({ sequence, isGap }).toEqual({ sequence: events.length, isGap: false });
  return events.length;
}

let ann: string;
let bob: string;
beforeEach(async () => {
  ann = (await newPerson()).user_id;
  bob = (await newPerson()).user_id;
});

describe('the logs of people', () => {
  it('have the events of a batch once, however often it is passed on', async () => {
    const records = [ann, bob, ann].map((user_id) => buildDayRecord(user_id));
    for (let time = 0; time < 3; time += 1) expect(await append(records)).toEqual([]);
    expect([await countEvents(ann), await countEvents(bob)]).toEqual([100, 50]);
  });

  it('have the events of halves of a batch once, after the whole batch', async () => {
    const records = Array.from({ length: 4 }, () => buildDayRecord(ann));
    await append(records.slice(0, 3));
    await append(records.slice(0, 2));
    await append(records.slice(2));
    expect(await countEvents(ann)).toBe(200);
  });

  it('have no hole if two batches of a person are passed on at once', async () => {
    const batches = [1, 2, 3].map(() => [buildDayRecord(ann), buildDayRecord(bob)]);
    const results = await Promise.all(batches.map((batch) => append(batch)));
    expect(results.flat()).toEqual([]);
    expect([await countEvents(ann), await countEvents(bob)]).toEqual([150, 150]);
  });

  it('have all events of a write that adds 500 entries to a day', async () => {
    expect(await append([buildDayRecord(ann, 10)])).toEqual([]);
    expect(await countEvents(ann)).toBe(500);
  });

  it.each(['first', 'last'])(
    'are delayed by no record of which no event can be made: the %s of a batch',
    async (place) => {
      const poisoned = buildPoisonedRecord(ann);
      const others = [buildDayRecord(ann), buildDayRecord(bob)];
      const batch = place === 'first' ? [poisoned, ...others] : [...others, poisoned];
      expect(await append(batch)).toEqual([
        {
          record: poisoned,
          consumer: 'events',
          error: expect.any(Error),
          isFinal: true,
        },
      ]);
      expect([await countEvents(ann), await countEvents(bob)]).toEqual([50, 50]);
    },
  );

  const busyFaults = transactionFaults.filter(
    ({ cause }) => cause === 'conflict' || cause === 'throttling',
  );

  it.each(busyFaults)(
    'get the events of a person later if the table is busy: $cause, $tries',
    async (fault: TransactionFault) => {
      const records = [buildDayRecord(ann), buildDayRecord(bob)];
      const failed = await append(records, createFaultyTable(fault));
      const count = isRepaired(fault) ? 0 : 1;
      expect(failed.map(({ isFinal }) => isFinal)).toEqual(Array(count).fill(false));
      expect(await append(records)).toEqual([]);
      expect([await countEvents(ann), await countEvents(bob)]).toEqual([50, 50]);
    },
  );
});

describe('the logs of people that a warm function has written last', () => {
  let memory: LogMemory;
  beforeEach(async () => {
    memory = createLogMemory();
    await pass(table(), [ann, bob]);
  });

  /** Passes on a record of 50 events for each person. */
  const pass = (store: LogTable, people: readonly string[], ends = memory) =>
    append(
      people.map((user_id) => buildDayRecord(user_id)),
      store,
      ends,
    );

  it('get the events of a batch by one call', async () => {
    const meter = newMeter();
    expect(await pass(openTable(meter), [ann, bob, ann])).toEqual([]);
    expect(meter.readings()).toMatchObject({ store_calls: 1, read_units: 0 });
    expect([await countEvents(ann), await countEvents(bob)]).toEqual([150, 100]);
  });

  it('get the events of 51 people by two calls, because one has 100 changes', async () => {
    const others = Array.from({ length: 49 }, async () => (await newPerson()).user_id);
    const people = [ann, bob, ...(await Promise.all(others))];
    await pass(table(), people.slice(2));
    const meter = newMeter();
    expect(await pass(openTable(meter), people)).toEqual([]);
    expect(meter.readings().store_calls).toBe(2);
    expect(await countEvents(people.at(-1) ?? '')).toBe(100);
  });

  it('are not held up by a person who is erased between two batches', async () => {
    const { pk } = eventKeys.eventLog(ann);
    await accounts.erase(table(), ann);
    const items = await table().query<Key>({ pk });
    await Promise.all(items.map((key) => table().delete(key, exists)));
    expect(await pass(table(), [ann, bob])).toEqual([]);
    expect(await table().query({ pk })).toEqual([]);
    expect(await countEvents(bob)).toBe(100);
  });

  it('have each event once if two functions pass on batches at once', async () => {
    const other = createLogMemory();
    await pass(table(), [bob], other);
    for (let time = 0; time < 3; time += 1) {
      const both = [memory, other].map((ends) => pass(table(), [ann, bob], ends));
      expect((await Promise.all(both)).flat()).toEqual([]);
    }
    expect([await countEvents(ann), await countEvents(bob)]).toEqual([350, 400]);
  });

  it.each([1, 2, 3, 4, 5])(
    'have each event once if a call fails, made or not: call %i',
    async (number) => {
      for (const isWritten of [false, true]) {
        let calls = 0;
        const failing = createTableOfCalls(async (call) => {
          calls += 1;
          if (calls !== number) return call();
          if (isWritten) await call();
          throw serviceError('unavailable', { cause: 'lost' });
        });
        const before = [await countEvents(ann), await countEvents(bob)];
        const records = [ann, bob].map((user_id) => buildDayRecord(user_id));
        const failed = await append(records, failing, memory);
        expect(failed.every(({ isFinal }) => !isFinal)).toBe(true);
        expect(await append(records, table(), memory)).toEqual([]);
        const after = [await countEvents(ann), await countEvents(bob)];
        expect(after).toEqual(before.map((count) => count + 50));
      }
    },
  );
});
