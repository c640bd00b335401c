import { beforeEach, describe, expect, it } from 'vitest';
import { readEvents } from '#functions/account/event/event.store.ts';
import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import { soup } from '#kit/event-log.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import {
  createFaultyTable,
  isRepaired,
  type TransactionFault,
  transactionFaults,
} from '#kit/store-faults.ts';
import { buildChangeRecord } from '#kit/stream-records.ts';
import type { ChangeRecord } from '#shared/queue/stream.ts';
import { newId } from '#shared/runtime/ids.ts';
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
    for (let time = 0; time < 3; time += 1)
      expect(await appendToLogs(table(), records)).toEqual([]);
    expect([await countEvents(ann), await countEvents(bob)]).toEqual([100, 50]);
  });

  it('have the events of halves of a batch once, after the whole batch', async () => {
    const records = Array.from({ length: 4 }, () => buildDayRecord(ann));
    await appendToLogs(table(), records.slice(0, 3));
    await appendToLogs(table(), records.slice(0, 2));
    await appendToLogs(table(), records.slice(2));
    expect(await countEvents(ann)).toBe(200);
  });

  it('have no hole if two batches of a person are passed on at once', async () => {
    const batches = [1, 2, 3].map(() => [buildDayRecord(ann), buildDayRecord(bob)]);
    const results = await Promise.all(
      batches.map((batch) => appendToLogs(table(), batch)),
    );
    expect(results.flat()).toEqual([]);
    expect([await countEvents(ann), await countEvents(bob)]).toEqual([150, 150]);
  });

  it('have all events of a write that adds 500 entries to a day', async () => {
    expect(await appendToLogs(table(), [buildDayRecord(ann, 10)])).toEqual([]);
    expect(await countEvents(ann)).toBe(500);
  });

  it.each(['first', 'last'])(
    'are delayed by no record of which no event can be made: the %s of a batch',
    async (place) => {
      const poisoned = buildPoisonedRecord(ann);
      const others = [buildDayRecord(ann), buildDayRecord(bob)];
      const batch = place === 'first' ? [poisoned, ...others] : [...others, poisoned];
      expect(await appendToLogs(table(), batch)).toEqual([
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
      const failed = await appendToLogs(createFaultyTable(fault), records);
      const count = isRepaired(fault) ? 0 : 1;
      expect(failed.map(({ isFinal }) => isFinal)).toEqual(Array(count).fill(false));
      expect(await appendToLogs(table(), records)).toEqual([]);
      expect([await countEvents(ann), await countEvents(bob)]).toEqual([50, 50]);
    },
  );
});
