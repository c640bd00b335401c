import { beforeEach, describe, expect, it } from 'vitest';
import * as accounts from '#functions/auth/identity/account.store.ts';
import { addEvents, buildRecordEvents, openLogs } from '#kit/event-log.ts';
import { createTableOfCalls } from '#kit/failing-table.ts';
import { newUser, table } from '#kit/fixtures.ts';
import { createRacingTable } from '#kit/races.ts';
import { createFaultyTable, isBusyError, transactionFaults } from '#kit/store-faults.ts';
import { toServicePrincipal } from '#shared/auth/principal.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { exists } from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';
import { openTable, type Table } from '#shared/table/table.ts';
import { eventKeys } from './event.keys.ts';
import {
  appendEvents,
  createLogMemory,
  type EventRow,
  type LogMemory,
  readEvents,
  skipSequence,
} from './event.store.ts';
import { endOfLog } from './event.ts';

type QueriedPage = Parameters<Table['queryPage']>[0];

const now = new Date('2026-11-20T12:00:00Z');
const all = 1_000_000;

let user_id: string;
beforeEach(async () => {
  ({ user_id } = await newUser());
});

const append = (...records: Parameters<typeof appendEvents>[2][number][]) =>
  appendEvents(openLogs(), user_id, records);

const read = (after = 0, limit = all) => readEvents(table(), user_id, after, limit);

/** Reads the log page by page, because a page has at most 1 MB. */
async function listIds(): Promise<string[]> {
  const ids: string[] = [];
  let page = await read();
  ids.push(...page.events.map(({ id }) => id));
  while (!page.isComplete) {
    page = await read(page.sequence);
    ids.push(...page.events.map(({ id }) => id));
  }
  return ids;
}

const listRows = () =>
  table().query<EventRow & Key>({ pk: eventKeys.eventLog(user_id).pk, prefix: 'EVENT#' });

/** Deletes a row, as the table does when it has expired. */
async function expireRow(index: number): Promise<void> {
  const row = (await listRows()).at(index);
  if (!row) throw new Error('There is no such row.');
  await table().delete(row, exists);
}

const toIds = ({ events }: ReturnType<typeof buildRecordEvents>) =>
  events.map(({ id }) => id);

describe('the log of a person', () => {
  it('numbers events from 1 in the order in which they are appended', async () => {
    const [first, second, third] = [1, 3, 2].map((count) => buildRecordEvents(count));
    if (!(first && second && third)) throw new Error('There are three records.');
    await append(first, second);
    await append(third);
    const { events, ...end } = await read();
    expect(events.map(({ id }) => id)).toEqual([first, second, third].flatMap(toIds));
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(end).toEqual({ isGap: false, sequence: 6, isComplete: true });
  });

  it('is empty before the first event', async () => {
    const end = { events: [], sequence: 0, isComplete: true };
    expect(await read()).toEqual({ ...end, isGap: false });
  });

  it('costs a query and a transaction of two small items for the events of a batch', async () => {
    await append(buildRecordEvents());
    const meter = newMeter();
    const records = [buildRecordEvents(), buildRecordEvents()];
    await appendEvents(openLogs(openTable(meter)), user_id, records);
    expect(meter.readings()).toEqual({ store_calls: 2, read_units: 1, write_units: 4 });
    expect(await listRows()).toHaveLength(2);
  });

  it('keeps events for 30 days', async () => {
    await append(buildRecordEvents());
    const [row] = await listRows();
    expect(row?.ttl).toBe(Date.parse('2026-12-20T12:00:00Z') / 1000);
  });

  it('has the events of a repeated record once', async () => {
    const records = [buildRecordEvents(2), buildRecordEvents()];
    await append(...records);
    const later = buildRecordEvents();
    await append(...records, later);
    await append(...records, later);
    expect(await listIds()).toEqual([...records, later].flatMap(toIds));
  });

  it('takes thousands of events of a batch, which it stores in several rows', async () => {
    const records = Array.from({ length: 100 }, () => buildRecordEvents(40));
    await append(...records);
    await append(...records.slice(-20));
    expect(await listIds()).toEqual(records.flatMap(toIds));
    expect((await listRows()).length).toBeGreaterThan(10);
  });

  it('has no hole and no repetition if several readers of the stream append at once', async () => {
    const batches = Array.from({ length: 5 }, () => [buildRecordEvents(3)]);
    await Promise.all([...batches, ...batches].map((batch) => append(...batch)));
    const { events, isGap } = await read();
    expect(isGap).toBe(false);
    expect(events.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 15 }, (_, index) => index + 1),
    );
    expect((await listIds()).sort()).toEqual(batches.flat().flatMap(toIds).sort());
  });

  it.each(['before its transact', 'after its transact'] as const)(
    'has each event once if the same batch is appended %s',
    async (moment) => {
      const records = [buildRecordEvents(2)];
      const racing = createRacingTable(moment, () => append(...records));
      await appendEvents(openLogs(racing), user_id, records);
      expect(await listIds()).toEqual(records.flatMap(toIds));
    },
  );

  it.each(transactionFaults.filter(({ cause }) => cause !== 'condition'))(
    'has all events of a batch or none after the fault of a transaction: $cause, $tries',
    async (fault) => {
      const records = [buildRecordEvents(2)];
      const faulty = createFaultyTable({ ...fault, change: 1 });
      const appended = appendEvents(openLogs(faulty), user_id, records);
      const isLost = fault.cause === 'size' || isBusyError(fault);
      if (isLost) await expect(appended).rejects.toThrow();
      else await appended;
      expect(await listIds()).toEqual(isLost ? [] : records.flatMap(toIds));
      await append(...records);
      expect(await listIds()).toEqual(records.flatMap(toIds));
    },
  );

  it('gives up if another reader of the stream is always faster', async () => {
    const fault = { cause: 'condition', tries: 'every', isLasting: true } as const;
    const appended = appendEvents(openLogs(createFaultyTable(fault)), user_id, [
      buildRecordEvents(),
    ]);
    await expect(appended).rejects.toMatchObject({ code: 'unavailable' });
    expect(await listIds()).toEqual([]);
  });

  it.each([
    ['a service principal', () => toServicePrincipal('client')],
    ['a user who never existed', () => newId(now)],
  ])('does not exist for %s', async (_, toId) => {
    user_id = toId();
    await append(buildRecordEvents());
    expect(await read()).toMatchObject({ events: [], sequence: 0 });
  });

  it('is not begun again by a late record of an erased person', async () => {
    await append(buildRecordEvents());
    const user = user_id;
    const { pk } = eventKeys.eventLog(user);
    await accounts.erase(table(), user);
    const items = await table().query<Key>({ pk });
    await Promise.all(items.map((key) => table().delete(key, exists)));
    await append(buildRecordEvents());
    expect(await table().query({ pk })).toEqual([]);
  });

  it('is not begun again if the person is erased while events are appended', async () => {
    await append(buildRecordEvents());
    const { pk } = eventKeys.eventLog(user_id);
    const racing = createRacingTable('before its transact', async () => {
      await accounts.erase(table(), user_id);
      const items = await table().query<Key>({ pk });
      await Promise.all(items.map((key) => table().delete(key, exists)));
    });
    await appendEvents(openLogs(racing), user_id, [buildRecordEvents()]);
    expect(await table().query({ pk })).toEqual([]);
  });
});

describe('the log of a person whose end a warm function remembers', () => {
  let memory: LogMemory;
  beforeEach(() => {
    memory = createLogMemory();
  });

  const remember = (...records: ReturnType<typeof buildRecordEvents>[]) =>
    appendEvents(openLogs(table(), memory), user_id, records);

  it('costs a transaction of two small items, and no read', async () => {
    await remember(buildRecordEvents());
    const meter = newMeter();
    await appendEvents(openLogs(openTable(meter), memory), user_id, [
      buildRecordEvents(),
    ]);
    expect(meter.readings()).toEqual({ store_calls: 1, read_units: 0, write_units: 4 });
  });

  it('has the events of a repeated record once, also if others have appended', async () => {
    const records = Array.from({ length: 6 }, () => buildRecordEvents());
    const [first, second, third, ...others] = records;
    if (!(first && second && third)) throw new Error('There are six records.');
    await remember(first);
    await remember(first, second);
    await append(third);
    await remember(first, third);
    await remember(second, ...others);
    expect(await listIds()).toEqual(records.flatMap(toIds));
  });

  it('has no hole and no repetition if two readers with memories append in turn', async () => {
    const other = createLogMemory();
    const records = Array.from({ length: 8 }, () => buildRecordEvents(2));
    for (const [index, record] of records.entries()) {
      const [own, others] = index % 3 === 0 ? [memory, other] : [other, memory];
      const appends = [own, others].map((each) =>
        appendEvents(openLogs(table(), each), user_id, [record]),
      );
      await Promise.all(appends);
    }
    expect(await listIds()).toEqual(records.flatMap(toIds));
  });

  it.each([1, 2, 3, 4])(
    'has each event once if a call fails, made or not: call %i',
    async (number) => {
      for (const isWritten of [false, true]) {
        const [first, second, third] = [1, 2, 3].map(() => buildRecordEvents());
        if (!(first && second && third)) throw new Error('There are three records.');
        let calls = 0;
        const failing = createTableOfCalls(async (call) => {
          calls += 1;
          if (calls !== number) return call();
          if (isWritten) await call();
          throw new Error('The store has failed.');
        });
        const before = await listIds();
        await append(buildRecordEvents());
        const ids = await listIds();
        for (const record of [first, second, third])
          await appendEvents(openLogs(failing, memory), user_id, [record]).catch(
            () => undefined,
          );
        await remember(first, second, third);
        const added = (await listIds()).slice(before.length + 1);
        expect(added.toSorted()).toEqual(
          [first, second, third].flatMap(toIds).toSorted(),
        );
        expect(ids).toHaveLength(before.length + 1);
        expect((await read()).isGap).toBe(false);
      }
    },
  );

  it('is not begun again if the person is erased between two batches', async () => {
    await remember(buildRecordEvents());
    const { pk } = eventKeys.eventLog(user_id);
    await accounts.erase(table(), user_id);
    const items = await table().query<Key>({ pk });
    await Promise.all(items.map((key) => table().delete(key, exists)));
    await remember(buildRecordEvents());
    expect(await table().query({ pk })).toEqual([]);
  });

  it('is forgotten if it ends with very many events', async () => {
    await remember(buildRecordEvents(600));
    const meter = newMeter();
    await appendEvents(openLogs(openTable(meter), memory), user_id, [
      buildRecordEvents(),
    ]);
    expect(meter.readings()).toMatchObject({ store_calls: 2 });
  });
});

describe('reading the log', () => {
  it('goes on after a number, page by page', async () => {
    const ids: string[] = [];
    for (const count of [1, 4, 2, 250, 3]) ids.push(...(await addEvents(user_id, count)));
    const found: string[] = [];
    let after = 0;
    let isComplete = false;
    while (!isComplete) {
      // Pages within and beyond the small rows, and then within the large ones.
      const limit = after < 9 ? 3 : 30;
      const page = await read(after, limit);
      expect(page.events.length).toBeLessThanOrEqual(limit);
      expect(page.isGap).toBe(false);
      found.push(...page.events.map(({ id }) => id));
      ({ sequence: after, isComplete } = page);
    }
    expect(found).toEqual(ids);
    expect(after).toBe(260);
  });

  it('finds the end of the log by one small read', async () => {
    await addEvents(user_id, 5);
    const page = await read(endOfLog, 1);
    expect(page).toMatchObject({ events: [], sequence: 5, isComplete: true });
  });

  it('reports a gap if the next event has expired', async () => {
    for (const count of [2, 3, 1]) await addEvents(user_id, count);
    await expireRow(0);
    expect(await read(0)).toMatchObject({ isGap: true, sequence: 6 });
    expect(await read(1)).toMatchObject({ isGap: true });
    expect(await read(2)).toMatchObject({ isGap: false });
  });

  it('reports a gap if all events have expired', async () => {
    await addEvents(user_id, 2);
    await expireRow(0);
    expect(await read(1)).toMatchObject({ events: [], isGap: true, sequence: 2 });
    expect(await read(2)).toMatchObject({ events: [], isGap: false, sequence: 2 });
  });

  it('begins after the last hole, because rows expire in any order', async () => {
    for (const count of [2, 3, 1]) await addEvents(user_id, count);
    await expireRow(1);
    const { events, isGap } = await read(0);
    expect(isGap).toBe(true);
    expect(events.map(({ sequence }) => sequence)).toEqual([6]);
  });

  it('reads again what seems to be a gap, and is the start of a transaction', async () => {
    const ids = await addEvents(user_id, 2);
    let queries = 0;
    const racing: Table = {
      ...table(),
      async queryPage<Item extends object>(page: QueriedPage) {
        queries += 1;
        const items = await table().queryPage<Item>(page);
        return queries === 1 ? items.slice(1) : items;
      },
    };
    const { events, isGap } = await readEvents(racing, user_id, 0, all);
    expect([events.map(({ id }) => id), isGap]).toEqual([ids, false]);
  });

  it('reports a gap to all who have read until a number that was left out', async () => {
    await addEvents(user_id, 2);
    await skipSequence(table(), user_id);
    expect(await read(2)).toMatchObject({ events: [], isGap: true, sequence: 3 });
    const [id] = await addEvents(user_id);
    expect(await read(2)).toMatchObject({ isGap: true });
    expect(await read(3)).toMatchObject({ events: [{ id, sequence: 4 }], isGap: false });
    expect(await skipSequence(table(), newId(now))).toBe(false);
  });

  it('reports a gap after a number that no event has yet', async () => {
    await addEvents(user_id, 2);
    expect(await read(7)).toMatchObject({ events: [], isGap: true, sequence: 2 });
    expect(await readEvents(table(), newId(now), 7, all)).toMatchObject({ isGap: true });
  });
});
