import { beforeAll, beforeEach, expect, it } from 'vitest';
import { finishImport, type SentFile } from '#kit/file-imports.ts';
import { newPerson } from '#kit/fixtures.ts';
import { occupyDay } from '#kit/full-days.ts';
import {
  exportPerson,
  importFile,
  listEntriesOf,
  type OpenPerson,
  openPerson,
  type SeenEntry,
} from '#kit/own-exports.ts';

const first = '2026-11-20';
const second = '2026-11-21';
const third = '2026-11-22';
const diary = { host: 'diary' } as const;

const porridge = {
  type: 'food_entry',
  date: first,
  diary_meal: 'Breakfast',
  food: { name: 'Porridge' },
  servings: 1,
  nutritional_contents: { protein: 7.5 },
};

/** An export of each day on which the entry is, one after the other, and back on the first. */
const exports: SentFile[] = [];
let other: OpenPerson;

beforeAll(async () => {
  const owner = await openPerson(await newPerson());
  const { body } = await owner.send<{ items: SeenEntry[] }>('POST', '/v2/diary', {
    ...diary,
    json: { items: [porridge] },
  });
  for (const [index, date] of [first, second, third, first].entries()) {
    await owner.send('PATCH', `/v2/diary/${body.items[0]?.id}`, {
      ...diary,
      json: { date },
    });
    const hours = 48 - index * 10;
    const archives = await exportPerson(
      owner.user_id,
      new Date(Date.now() - hours * 3_600_000),
    );
    exports.push(...archives);
  }
});

beforeEach(async () => {
  other = await openPerson(await newPerson());
});

const importNumbers = async (numbers: readonly number[]) => {
  const done = [];
  for (const number of numbers) {
    const { [number]: file } = exports;
    if (file) done.push(await importFile(other, file));
  }
  return done;
};

const list = () => listEntriesOf(other, { first: '2026-11-19', last: '2026-11-23' });

const listDates = async () => (await list()).map(({ date }) => date);

it.each([
  { order: [0, 1], date: second },
  { order: [1, 0, 1], date: second },
  { order: [0, 1, 2, 1, 0], date: third },
  { order: [1, 2], date: third },
  { order: [0, 2, 1], date: third },
  { order: [0, 1, 2, 3], date: first },
  { order: [2, 3, 1], date: first },
  { order: [3, 2, 1, 0], date: first },
])('is once where the latest of the exports $order has it', async ({ order, date }) => {
  await importNumbers(order);
  expect(await listDates()).toEqual([date]);
});

it('stays where it is if the person has edited it, and gone if they have deleted it', async () => {
  await importNumbers([0]);
  const [{ id } = { id: '' }] = await list();
  await other.send('PATCH', `/v2/diary/${id}`, { ...diary, json: { servings: 9 } });
  await importNumbers([1]);
  expect(await list()).toMatchObject([{ date: first, servings: 9 }]);
  await other.send('DELETE', `/v2/diary/${id}`, diary);
  await importNumbers([2]);
  expect(await listDates()).toEqual([]);
});

it('stays where it is if the new day is full', async () => {
  await importNumbers([0]);
  await occupyDay(other.user_id, second, 500);
  const [done] = await importNumbers([1]);
  expect(done?._embedded?.file).toMatchObject([{ left_out: [{ code: 'day_full' }] }]);
  expect(await listEntriesOf(other, { first, last: first })).toHaveLength(1);
});

it('comes back with an earlier export after the later import is undone', async () => {
  const [, later] = await importNumbers([0, 1]);
  await other.send('DELETE', `/v7.1/import/${later?.id}/`);
  await finishImport(other.user_id, later?.id ?? '');
  expect(await listDates()).toEqual([]);
  await importNumbers([0]);
  expect(await listDates()).toEqual([first]);
});

it('is gone when all of its imports are undone', async () => {
  for (const { id } of await importNumbers([0, 1, 3, 2])) {
    await other.send('DELETE', `/v7.1/import/${id}/`);
    await finishImport(other.user_id, id);
  }
  expect(await listDates()).toEqual([]);
});
