import { expect, it, onTestFinished, vi } from 'vitest';
import { table } from '#kit/fixtures.ts';
import fc from '#kit/property.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { countRequest } from '#shared/quota/counted-request.ts';
import type { Counters } from '#shared/quota/counter.ts';
import { noCounts } from '#shared/quota/counts.ts';
import { countRead, listReadMarks } from '#shared/quota/read-marks.ts';
import { toUserUse, type Use } from '#shared/quota/use.store.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { Table } from '#shared/table/table.ts';

const start = new Date('2026-11-27T09:00:00Z');
const limits = { '15min': 400, day: 4000 };
const instanceCount = 8;
/** A client of scripts, which is counted for its person alone. */
const personalClient = 'personal-scripts';

const toDate = (day: number) => `2026-10-${String(day).padStart(2, '0')}`;

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

/** Ends reads as the pipeline does, each in one of some functions. */
function newReader(user_id: string) {
  const functions = Array.from({ length: instanceCount }, (): Counters => new Map());
  const read = async (
    instance: number,
    dates: string[],
    now: Date,
    store: Table<'update'>,
  ) => {
    const request = countRequest({
      caller: { user_id, client_id: personalClient, token_use: 'user' },
      limits: { user: limits, client: limits },
      openTable: () => store,
      now,
      requestId: 'r',
      getRemainingMs: () => 10_000,
      counters: functions[instance] ?? new Map(),
    });
    request.charge(1);
    const user = dates.length > 0 ? countRead('diary', dates) : noCounts;
    await request.finish({ user, client: noCounts }, false);
  };
  const find = async () => {
    const { key } = toUserUse(user_id, personalClient, start);
    return listReadMarks((await table().get<Use>(key)) ?? {});
  };
  return { read, find };
}

it('keeps every read and both ends of the dates, with parallel functions and failures', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => void vi.restoreAllMocks());
  const property = fc.asyncProperty(reads, async (schedule) => {
    const reader = newReader(newId(new Date()));
    const sent = schedule.map(({ instance, day, isFailing, seconds }) => {
      const now = new Date(start.getTime() + seconds * 1000);
      return reader.read(instance, [toDate(day)], now, isFailing ? failing : table());
    });
    await Promise.all(sent);
    // The first request of the next 15 minutes adds what a function still owes.
    const later = new Date(start.getTime() + 900_000);
    for (let instance = 0; instance < instanceCount; instance += 1)
      await reader.read(instance, [], later, table());
    const days = schedule.map(({ day }) => toDate(day)).sort();
    expect(await reader.find()).toEqual([
      {
        kind: 'diary',
        reads: schedule.length,
        earliest_date: days.at(0),
        latest_date: days.at(-1),
      },
    ]);
  });
  await fc.assert(property, { numRuns: 25 });
});

it('loses fewer than 20 reads of a function that ends, and none of its dates', async () => {
  const property = fc.asyncProperty(fc.integer({ min: 1, max: 90 }), async (count) => {
    const { read, find } = newReader(newId(new Date()));
    for (let sent = 0; sent < count; sent += 1)
      await read(0, [toDate(28 - Math.min(sent, 5))], start, table());
    const [mark] = await find();
    expect(mark?.reads).toBeGreaterThan(count - 20);
    expect(mark?.reads).toBeLessThanOrEqual(count);
    expect(mark?.earliest_date).toBe(toDate(28 - Math.min(count - 1, 5)));
  });
  await fc.assert(property, { numRuns: 15 });
});

it('writes the first read of a day, and dates beyond those read, at once', async () => {
  const { read, find } = newReader(newId(new Date()));
  for (const date of ['2026-10-20', '2026-10-19', '2026-10-18', '2026-10-17']) {
    await read(0, [date], start, table());
    expect((await find()).map(({ earliest_date }) => earliest_date)).toEqual([date]);
  }
});
