import { expect, it } from 'vitest';
import { dataSourceKeys } from '#functions/main/data-source/data-source.keys.ts';
import { table } from '#kit/fixtures.ts';
import { newId } from '#shared/runtime/ids.ts';
import {
  exists,
  isNew,
  toQuotaDecrease,
  toQuotaIncrease,
} from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';

const max = 5;

function newOwner() {
  const owner = newId(new Date());
  const count = dataSourceKeys.dataSourceCount(owner);
  const create = async (id = newId(new Date())): Promise<boolean> => {
    const item = { put: dataSourceKeys.dataSource(owner, id), condition: isNew };
    const { done } = await table().transact([item, toQuotaIncrease(count, max)]);
    return done;
  };
  const remove = async ({ pk, sk }: Key): Promise<boolean> => {
    const item = { delete: { pk, sk }, condition: exists };
    const { done } = await table().transact([item, toQuotaDecrease(count)]);
    return done;
  };
  const list = () => table().query<Key>(dataSourceKeys.dataSources(owner));
  return { count, create, remove, list };
}

it('gives exactly as many places to concurrent requests as a quota has', async () => {
  const { create, list } = newOwner();
  const created = await Promise.all(Array.from({ length: 20 }, () => create()));
  expect(created.filter(Boolean)).toHaveLength(max);
  expect(await list()).toHaveLength(max);
});

it('counts an item once, however often it is created or deleted', async () => {
  const { count, create, remove, list } = newOwner();
  const id = newId(new Date());
  const created = await Promise.all(Array.from({ length: 4 }, () => create(id)));
  expect(created.filter(Boolean)).toHaveLength(1);
  expect(await table().get(count)).toMatchObject({ count: 1 });

  const [item] = await list();
  const removals = Array.from({ length: 4 }, () => remove(item as Key));
  expect((await Promise.all(removals)).filter(Boolean)).toHaveLength(1);
  expect(await table().get(count)).toMatchObject({ count: 0 });
});

it('gives the place of a deleted item to another one', async () => {
  const { create, remove, list } = newOwner();
  for (let i = 0; i < max; i++) await create();
  expect(await create()).toBe(false);
  const [item] = await list();
  await remove(item as Key);
  expect(await create()).toBe(true);
  expect(await create()).toBe(false);
});
