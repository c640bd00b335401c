import { describe, expect, it } from 'vitest';
import { describeDevice } from '#functions/main/device/device.ts';
import { table } from '#kit/fixtures.ts';
import fc from '#kit/property.ts';
import {
  createFaultyTable,
  isRepaired,
  meetFault,
  transactionFaults,
} from '#kit/store-faults.ts';
import { createOnce } from '#shared/idempotency/idempotency.store.ts';
import { newId } from '#shared/runtime/ids.ts';
import { exists, isNew } from '#shared/table/condition.ts';
import { dataSourceKeys } from './data-source.keys.ts';
import * as dataSources from './data-source.store.ts';
import {
  buildDataSource,
  dataSourceLimits,
  maxSourceCalls,
  syncedSourceLimits,
} from './stored-source.ts';

/** The data sources that the users of this test can have, as the others are counted already. */
const limits = { active: 4, total: 7 };
const counted = {
  active: dataSourceLimits.active - limits.active,
  total: dataSourceLimits.total - limits.total,
};
const now = new Date();
const device = describeDevice({ manufacturer: 'Acme', model: 'One' });

/** Creates a data source as the endpoint does. Returns the outcome, or the exceeded limit. */
async function create(user_id: string, key?: string, on = table()): Promise<string> {
  const scope = { user_id, client_id: 'app', resource: 'data_source', key };
  const creation = await createOnce(on, { ...scope, body: {}, now }, (id) =>
    dataSources.toSourceCreation(
      user_id,
      buildDataSource(id, { name: null, device }, now),
    ),
  );
  return creation.outcome === 'refused'
    ? dataSources.requireExceededLimit(creation.failures)
    : creation.outcome;
}

const many = <T>(count: number, send: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => send(i)));

/** Creates a user with data sources, and returns their ids. */
async function newUserWith(count: number) {
  const user_id = newId(now);
  await table().put({ ...dataSourceKeys.dataSourceCount(user_id), ...counted }, isNew);
  await many(count, () => create(user_id));
  const sources = await dataSources.list(table(), user_id);
  return { user_id, ids: sources.map(({ id }) => id) };
}

const deactivate = (user_id: string, id: string, on = table()) =>
  dataSources.update(on, { user_id, hidden_types: [] }, id, { active: false });

/** Returns how many data sources are stored, which must be what is counted. */
async function count(user_id: string) {
  const stored = await table().query<{ active: boolean }>(
    dataSourceKeys.dataSources(user_id),
  );
  const active = stored.filter((source) => source.active).length;
  const total = stored.length;
  expect(await table().get(dataSourceKeys.dataSourceCount(user_id))).toMatchObject({
    active: counted.active + active,
    total: counted.total + total,
  });
  return { active, total };
}

describe('the quota of data sources', () => {
  it('is used up but not exceeded by parallel requests', async () => {
    const { user_id } = await newUserWith(2);
    const outcomes = await many(8, () => create(user_id));
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(2);
    expect(outcomes.filter((outcome) => outcome === 'active')).toHaveLength(6);
    expect(await count(user_id)).toEqual({ active: 4, total: 4 });
  });

  it('gives the last place to one request and its parallel repeats', async () => {
    const { user_id } = await newUserWith(limits.active - 1);
    const outcomes = await many(8, () => create(user_id, 'key'));
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'replayed')).toHaveLength(7);
    expect(await create(user_id)).toBe('active');
    expect(await create(user_id, 'key')).toBe('replayed');
    expect(await count(user_id)).toEqual({ active: 4, total: 4 });
  });

  it('gives the last place to one of the requests with different keys', async () => {
    const { user_id } = await newUserWith(limits.active - 1);
    const outcomes = await many(8, (i) => create(user_id, `key ${i}`));
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'active')).toHaveLength(7);
  });

  it('leaves a key unused if there is no place', async () => {
    const { user_id, ids } = await newUserWith(limits.active);
    expect(await create(user_id, 'key')).toBe('active');
    await deactivate(user_id, ids[0] ?? '');
    expect(await create(user_id, 'key')).toBe('created');
  });

  it('stays exact while data sources are created and deactivated, also twice', async () => {
    const { user_id, ids } = await newUserWith(limits.active);
    const twice = [...ids, ...ids];
    await Promise.all([
      ...twice.map((id) => deactivate(user_id, id)),
      many(4, () => create(user_id)),
    ]);
    const { active } = await count(user_id);
    const outcomes = await many(8, () => create(user_id));
    const free = Math.min(limits.active - active, limits.total - limits.active - active);
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(free);
    await count(user_id);
  });

  it('limits all data sources, active or not', async () => {
    const { user_id, ids } = await newUserWith(limits.active);
    for (const id of ids) await deactivate(user_id, id);
    const outcomes = await many(4, () => create(user_id));
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(3);
    expect(outcomes).toContain('total');
    expect(await count(user_id)).toEqual({ active: 3, total: 7 });
  });

  it.each(transactionFaults)(
    'counts what is stored if $cause meets the $tries try',
    async (fault) => {
      const { user_id, ids } = await newUserWith(1);
      const created = create(user_id, 'key', createFaultyTable(fault));
      const isCreated = await created.then(
        () => true,
        () => false,
      );
      const changed = deactivate(user_id, ids[0] ?? '', createFaultyTable(fault));
      const isDeactivated = (await meetFault(fault, changed))?.done ?? false;
      const isDone = isRepaired(fault);
      expect([isCreated, isDeactivated]).toEqual([isDone, isDone]);
      expect(await count(user_id)).toEqual(
        isDone ? { active: 1, total: 2 } : { active: 1, total: 1 },
      );
      expect(await create(user_id, 'key')).toBe(isDone ? 'replayed' : 'created');
    },
  );
});

describe('data sources that syncs have made', () => {
  const maker = { remote_connection_type: 'whoop' };
  const synchronize = async (user_id: string) => {
    const source = buildDataSource(newId(now), { name: null, device, ...maker }, now);
    const { done } = await table().transact(
      dataSources.toSourceCreation(user_id, source),
    );
    return { id: source.id, isCreated: done };
  };

  it('have limits of their own, and free their own places', async () => {
    const { user_id } = await newUserWith(limits.active);
    const { synced_active } = syncedSourceLimits;
    const key = dataSourceKeys.dataSourceCount(user_id);
    const set = { synced_active: synced_active - 1, synced_total: synced_active - 1 };
    await table().update(key, { set }, exists);
    const { id, isCreated } = await synchronize(user_id);
    expect(isCreated).toBe(true);
    expect((await synchronize(user_id)).isCreated).toBe(false);
    expect((await deactivate(user_id, id))?.done).toBe(true);
    expect(await create(user_id)).toBe('active');
    expect((await synchronize(user_id)).isCreated).toBe(true);
    expect(await table().get(key)).toMatchObject({ active: dataSourceLimits.active });
  });

  it('change no outcome of an application that may not see them', async () => {
    const anyStep = fc.oneof(
      fc.constant('create' as const),
      fc.nat(9),
      fc.constant('synchronize' as const),
    );
    const take = async (user_id: string, ids: string[], step: 'create' | number) => {
      const viewer = { user_id, hidden_types: ['whoop'] };
      if (step !== 'create') {
        const fields = { active: false };
        const id = ids[step] ?? 'unknown';
        const { done } = await dataSources.update(table(), viewer, id, fields);
        return done;
      }
      const outcome = await create(user_id);
      const listed = await dataSources.listVisible(table(), viewer);
      const added = listed.filter(({ id }) => !ids.includes(id));
      ids.push(...added.map(({ id }) => id));
      return [outcome, listed.length];
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStep, { minLength: 10, maxLength: 20 }),
        async (steps) => {
          const [plain, hiding] = [await newUserWith(2), await newUserWith(2)];
          for (const step of steps) {
            if (step === 'synchronize') await synchronize(hiding.user_id);
            else
              expect(await take(hiding.user_id, hiding.ids, step)).toEqual(
                await take(plain.user_id, plain.ids, step),
              );
          }
        },
      ),
      { numRuns: 4, seed: 20_261_127, endOnFailure: true },
    );
  });
});

it.each([undefined, 'key'])(
  'a data source that the store refuses for its size is too large, with the key %s',
  async (key) => {
    const { user_id } = await newUserWith(0);
    const refusing = createFaultyTable({ cause: 'size', tries: 'every' });
    const created = create(user_id, key, refusing);
    await expect(created).rejects.toMatchObject({ code: 'item_too_large' });
  },
);

it('a deactivation while the count is erased can be tried again, and changes nothing', async () => {
  const { user_id, ids } = await newUserWith(1);
  await table().delete(dataSourceKeys.dataSourceCount(user_id), exists);
  const deactivated = deactivate(user_id, ids[0] ?? '');
  await expect(deactivated).rejects.toMatchObject({ code: 'unavailable' });
  expect(await dataSources.list(table(), user_id)).toHaveLength(1);
});

it('all data sources of a user, however large, are read by the declared calls', () => {
  // A letter of four bytes, the most that a character takes.
  const [text, word] = ['\u{10428}'.repeat(255), '\u{10428}'.repeat(100)];
  const largest = describeDevice({ manufacturer: word, model: word });
  const source = {
    ...buildDataSource(newId(now), { name: text, device: largest }, now),
    advertised_name: text,
    serial_number: text,
    bluetooth_device_address: text,
    firmware_version: text,
    hardware_version: text,
    priorities: { activity: now.toISOString(), sleep: now.toISOString() },
  };
  const key = dataSourceKeys.dataSource(newId(now), source.id);
  const bytes = Buffer.byteLength(JSON.stringify({ ...key, ...source }));
  const perCall = Math.floor(1_048_576 / bytes);
  const total = dataSourceLimits.total + syncedSourceLimits.synced_total;
  expect(Math.ceil(total / perCall)).toBeLessThanOrEqual(maxSourceCalls);
});
