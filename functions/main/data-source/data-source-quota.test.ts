import { describe, expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { putItems } from '#kit/put-items.ts';
import { createRacingTable } from '#kit/races.ts';
import * as dataSources from '#shared/data-source/data-source.store.ts';
import type { DataSource } from '#shared/data-source/data-source.ts';
import {
  type ReservationResult,
  reserveDataSource,
} from '#shared/data-source/data-source-quota.store.ts';
import { newId } from '#shared/runtime/ids.ts';
import { keys } from '#shared/table/keys.ts';

const limits = { active: 8, total: 14 };
const start = new Date('2026-11-20T09:00:00Z');
const secondsLater = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const many = <T>(count: number, make: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));
const countReserved = (results: readonly ReservationResult[]) =>
  results.filter((result) => result === 'reserved').length;

function buildSource(active = true): DataSource {
  const device = {
    id: 'a_b',
    manufacturer: 'a',
    model: 'b',
    name: 'a b',
    description: 'a_b',
  };
  const absent = {
    name: null,
    advertised_name: null,
    serial_number: null,
    bluetooth_device_address: null,
    firmware_version: null,
    hardware_version: null,
  };
  const created_datetime = start.toISOString();
  return {
    id: newId(start),
    ...absent,
    active,
    device,
    created_datetime,
    priorities: {},
  };
}

/** Creates a user with data sources that were created long ago. */
async function newUserWith({
  active,
  inactive = 0,
}: {
  active: number;
  inactive?: number;
}) {
  const user_id = newId(start);
  const sources = [
    ...Array.from({ length: active }, () => buildSource()),
    ...Array.from({ length: inactive }, () => buildSource(false)),
  ];
  const reserved = Math.min(active + inactive, limits.active);
  await putItems([
    ...sources.map((source) => ({ ...keys.dataSource(user_id, source.id), ...source })),
    { ...keys.dataSourceCount(user_id), reserved },
  ]);
  return { user_id, ids: sources.map(({ id }) => id) };
}

/** Creates a data source as the endpoint does. */
async function create(
  user_id: string,
  { source = buildSource(), now = start, on = table() } = {},
): Promise<ReservationResult> {
  const result = await reserveDataSource(on, user_id, { id: source.id, now, limits });
  if (result === 'reserved') await dataSources.create(on, user_id, source);
  return result;
}

const deactivate = (user_id: string, id: string) =>
  dataSources.update(table(), user_id, id, { active: false });
const countActive = async (user_id: string) =>
  (await dataSources.list(table(), user_id)).length;

describe('the quota of active data sources (D3)', () => {
  it('is used up but not exceeded by parallel requests', async () => {
    const { user_id } = await newUserWith({ active: 4 });
    const results = await many(8, () => create(user_id));
    expect(countReserved(results)).toBe(4);
    expect(new Set(results)).toEqual(new Set(['reserved', 'too_many_active']));
    expect(await countActive(user_id)).toBe(limits.active);
  });

  it('does not count deactivated data sources', async () => {
    const { user_id, ids } = await newUserWith({ active: limits.active });
    expect(await create(user_id)).toBe('too_many_active');
    await Promise.all(ids.slice(0, 3).map((id) => deactivate(user_id, id)));
    const results: ReservationResult[] = [];
    for (let i = 0; i < 4; i++) results.push(await create(user_id));
    expect(countReserved(results)).toBe(3);
    expect(await countActive(user_id)).toBe(limits.active);
  });

  it('is neither exceeded nor lost while data sources are deactivated in parallel', async () => {
    const { user_id, ids } = await newUserWith({ active: limits.active });
    await Promise.all([
      ...ids.slice(0, 4).map((id) => deactivate(user_id, id)),
      many(4, () => create(user_id)),
    ]);
    const active = await countActive(user_id);
    expect(active).toBeLessThanOrEqual(limits.active);
    const results = await many(6, () => create(user_id));
    expect(countReserved(results)).toBe(limits.active - active);
    expect(await countActive(user_id)).toBe(limits.active);
  });

  it('includes a request that stored nothing, but only for a minute', async () => {
    const { user_id } = await newUserWith({ active: limits.active - 1 });
    const lost = { id: newId(start), now: start, limits };
    expect(await reserveDataSource(table(), user_id, lost)).toBe('reserved');
    expect(await create(user_id, { now: secondsLater(30) })).toBe('too_many_active');
    expect(await create(user_id, { now: secondsLater(61) })).toBe('reserved');
    expect(await create(user_id, { now: secondsLater(200) })).toBe('too_many_active');
  });

  it('counts parallel requests for the same data source as one', async () => {
    const { user_id } = await newUserWith({ active: limits.active - 1 });
    const creation = { id: newId(start), now: start, limits };
    const results = await many(8, () => reserveDataSource(table(), user_id, creation));
    expect(countReserved(results)).toBe(8);
    expect(await create(user_id)).toBe('too_many_active');
  });

  it('allows the repeat of a request whose data source is stored meanwhile', async () => {
    const { user_id, ids } = await newUserWith({ active: limits.active });
    await deactivate(user_id, ids[0] ?? '');
    const source = buildSource();
    const racing = createRacingTable('before its query', () =>
      create(user_id, { source }),
    );
    expect(await create(user_id, { source, on: racing })).toBe('reserved');
    expect(await countActive(user_id)).toBe(limits.active);
  });

  it('is reserved again for a repeat after a minute', async () => {
    const { user_id } = await newUserWith({ active: limits.active - 1 });
    const id = newId(start);
    for (const now of [start, secondsLater(61)])
      expect(await reserveDataSource(table(), user_id, { id, now, limits })).toBe(
        'reserved',
      );
    expect(await create(user_id, { now: secondsLater(61) })).toBe('too_many_active');
  });

  it('is counted again if another request reserves quota after the count', async () => {
    const { user_id, ids } = await newUserWith({ active: limits.active });
    await deactivate(user_id, ids[0] ?? '');
    const racing = createRacingTable('after its query', () => create(user_id));
    expect(await create(user_id, { on: racing })).toBe('too_many_active');
    expect(await countActive(user_id)).toBe(limits.active);
  });

  it('removes requests that have ended from its item', async () => {
    const user_id = newId(start);
    for (let i = 0; i < 30; i++) {
      const creation = { id: newId(start), now: secondsLater(i * 61) };
      await reserveDataSource(table(), user_id, creation);
    }
    // The item lists at most 20 requests that have ended, besides its key and the bound.
    const quota = await table().get(keys.dataSourceCount(user_id));
    expect(Object.keys(quota ?? {}).length).toBeLessThan(25);
    expect(quota).toMatchObject({ reserved: 30 });
  });
});

it('limits all data sources of a user, active or inactive (D3)', async () => {
  const { user_id } = await newUserWith({ active: 2, inactive: limits.total - 5 });
  const results = await many(5, () => create(user_id));
  expect(countReserved(results)).toBe(3);
  expect(results).toContain('too_many');
  expect(await countActive(user_id)).toBe(5);
});
