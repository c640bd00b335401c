import fc from 'fast-check';
import { expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { openLease, withdraw, writeDue } from '#shared/limits/lease.ts';
import { countRead, listReadMarks } from '#shared/limits/read-marks.ts';
import { toUserUse, type Use } from '#shared/limits/use.store.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { Table } from '#shared/table/table.ts';

const start = new Date('2026-11-27T09:00:00Z');
const limits = { '15min': 400, day: 4000 };
const instanceCount = 8;

/** A read: which function answers it, the day that it is about, and whether the table fails. */
const reads = fc.array(
  fc.record({
    instance: fc.nat({ max: instanceCount - 1 }),
    day: fc.integer({ min: 1, max: 28 }),
    isFailing: fc.boolean(),
    seconds: fc.nat({ max: 20 }),
  }),
  { minLength: 1, maxLength: 40 },
);

const failing: Table<'update'> = {
  update: () => Promise.reject(serviceError('unavailable', { cause: 'throttled' })),
  updateWithoutReturnValues: () =>
    Promise.reject(serviceError('unavailable', { cause: 'throttled' })),
};

/** Ends a read as the pipeline does: it takes a unit with the mark, and writes what is due. */
function newReader(user_id: string) {
  const instances = Array.from({ length: instanceCount }, () => new Map());
  const open = (instance: number, now: Date) => {
    const item = toUserUse(user_id, 'watch', now);
    const leases = instances[instance] ?? new Map();
    return { item, lease: openLease(leases, item, now) };
  };
  return {
    read: async (
      instance: number,
      dates: string[],
      now: Date,
      store: Table<'update'>,
    ) => {
      const { item, lease } = open(instance, now);
      const target = { table: store, item, limits };
      const counts = countRead('diary', dates);
      try {
        await withdraw(lease, { ...target, units: 1, counts });
        await writeDue(lease, target, now);
      } catch {
        // The request goes on, and the counts wait.
      }
    },
    writeAll: async (now: Date) => {
      for (let instance = 0; instance < instanceCount; instance += 1) {
        const { item, lease } = open(instance, now);
        await writeDue(lease, { table: table(), item, limits }, now);
      }
      return table().get<Use>(toUserUse(user_id, 'watch', now).key);
    },
  };
}

it('keeps every read and both ends of the dates, with parallel functions and failures', async () => {
  await fc.assert(
    fc.asyncProperty(reads, async (schedule) => {
      const reader = newReader(newId(new Date()));
      const toDate = (day: number) => `2026-10-${String(day).padStart(2, '0')}`;
      const sent = schedule.map(({ instance, day, isFailing, seconds }) =>
        reader.read(
          instance,
          [toDate(day)],
          new Date(start.getTime() + seconds * 1000),
          isFailing ? failing : table(),
        ),
      );
      await Promise.all(sent);
      const item = await reader.writeAll(new Date(start.getTime() + 90_000));
      const days = schedule.map(({ day }) => toDate(day)).sort();
      expect(listReadMarks(item ?? {})).toEqual([
        {
          kind: 'diary',
          reads: schedule.length,
          earliest_date: days.at(0),
          latest_date: days.at(-1),
        },
      ]);
    }),
    { numRuns: 25 },
  );
});

it('writes the first read of a day, and dates beyond those read, at once', async () => {
  const user_id = newId(new Date());
  const { read } = newReader(user_id);
  const listDates = async () => {
    const item = await table().get<Use>(toUserUse(user_id, 'watch', start).key);
    return listReadMarks(item ?? {}).map(({ earliest_date }) => earliest_date);
  };
  for (const date of ['2026-10-20', '2026-10-19', '2026-10-18', '2026-10-17']) {
    await read(0, [date], start, table());
    expect(await listDates()).toEqual([date]);
  }
});
