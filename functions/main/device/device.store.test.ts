import { describe, expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { exists } from '#shared/table/condition.ts';
import { openTable, type Table } from '#shared/table/table.ts';
import { deviceKeys } from './device.keys.ts';
import * as devices from './device.store.ts';
import { describeDevice } from './device.ts';

const now = new Date();
const toViewer = (user_id: string, hidden_types: string[] = []) => ({
  user_id,
  hidden_types,
  scope: 'data_sources.read',
});
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const newModel = () => ({ manufacturer: 'Acme', model: newId(now) });

type Model = ReturnType<typeof newModel>;

/** Deletes a device, as the erasure of its only user does. */
const erase = (model: Model) =>
  table().delete(deviceKeys.device(describeDevice(model).id), exists);

/**
 * Opens a table for a request. Before each of its calls to share the device, `meanwhile` runs as
 * other requests do.
 */
function openRacingTable(meanwhile: () => Promise<unknown>) {
  const meter = newMeter();
  const metered = openTable(meter);
  const update: Table['update'] = async (key, change, condition) => {
    if (change.remove) await meanwhile();
    return metered.update(key, change, condition);
  };
  return { racing: { ...metered, update }, meter };
}

/** Names a device for a user. Returns the number of store calls, and the device's spelling. */
async function name(user_id: string, deviceModel = newModel(), at = now) {
  const meter = newMeter();
  const device = await devices.findOrCreate(
    openTable(meter),
    { user_id },
    deviceModel,
    at,
  );
  return { calls: meter.readings().store_calls, manufacturer: device.manufacturer };
}

describe('naming a device', () => {
  it('of its own costs a user one write a minute', async () => {
    const model = newModel();
    const calls = [];
    for (const seconds of [0, 1, 59, 60, 61])
      calls.push((await name('ann', model, later(seconds))).calls);
    expect(calls).toEqual([1, 0, 0, 1, 0]);
  });

  it('of another user costs two writes, and then none for anybody', async () => {
    const model = newModel();
    const uses = [];
    for (const user_id of ['ann', 'bob', 'ann', 'bob', 'cid'])
      uses.push(await name(user_id, model));
    expect(uses.map(({ calls }) => calls)).toEqual([1, 2, 0, 0, 0]);
  });

  it('returns the first spelling to its user after a second one has named it', async () => {
    const model = newModel();
    const inCapitals = { ...model, manufacturer: 'ACME' };
    for (const user_id of ['ann', 'bob', 'ann'])
      expect(
        (await name(user_id, user_id === 'ann' ? model : inCapitals)).manufacturer,
      ).toBe('Acme');
  });

  it('of an erased user creates it for the next one, in their spelling', async () => {
    const model = newModel();
    await name('ann', model);
    await erase(model);
    const next = await name('bob', { ...model, manufacturer: 'ACME' });
    expect(next).toEqual({ calls: 1, manufacturer: 'ACME' });
  });

  it('while its user is erased creates it', async () => {
    const model = newModel();
    await name('ann', model);
    const { racing, meter } = openRacingTable(() => erase(model));
    const device = await devices.findOrCreate(racing, { user_id: 'bob' }, model, now);
    expect(meter.readings().store_calls).toBe(3);
    expect(await devices.find(table(), toViewer('bob'), device.id)).toEqual(device);
    expect(await devices.find(table(), toViewer('ann'), device.id)).toBeUndefined();
  });

  it('ends after four writes if each user of it is erased meanwhile', async () => {
    const model = newModel();
    const { racing, meter } = openRacingTable(() => erase(model));
    const users = ['ann', 'cid'];
    const update: Table['update'] = async (key, change, condition) => {
      if (!change.remove) await name(users.shift() ?? '', model);
      return racing.update(key, change, condition);
    };
    const named = devices.findOrCreate(
      { ...racing, update },
      { user_id: 'bob' },
      model,
      now,
    );
    await expect(named).rejects.toMatchObject({ code: 'unavailable' });
    expect(meter.readings().store_calls).toBe(4);
  });

  it('takes no spelling from a user who is erased before it is shared', async () => {
    const model = newModel();
    await name('ann', model);
    const inCapitals = { ...model, manufacturer: 'ACME' };
    const { racing } = openRacingTable(async () => {
      await erase(model);
      await name('cid', inCapitals);
    });
    const device = await devices.findOrCreate(racing, { user_id: 'bob' }, model, now);
    expect(device.manufacturer).toBe('ACME');
    expect(await devices.find(table(), toViewer('dan'), device.id)).toEqual(device);
  });
});

describe('a device that only syncs have named', () => {
  const inCapitals = (model: Model) => ({ ...model, manufacturer: 'ACME' });
  const sync = (user_id: string, remote_connection_type: string, model: Model) =>
    devices.findOrCreate(table(), { user_id, remote_connection_type }, model, now);

  it('is named for as many calls, and as the next one spells it', async () => {
    const model = newModel();
    for (const type of ['whoop', 'strava']) await sync('ann', type, inCapitals(model));
    expect(await sync('ann', 'polar', model)).toEqual(describeDevice(model));
    expect(await name('ann', model)).toEqual({ calls: 1, manufacturer: 'Acme' });
    expect(await name('bob', inCapitals(model))).toMatchObject({ manufacturer: 'Acme' });
  });

  it('exists for whom not all types are hidden, with the names of another', async () => {
    const model = newModel();
    const { id } = await sync('ann', 'polar', inCapitals(model));
    await sync('ann', 'whoop', model);
    const find = (...hidden_types: string[]) =>
      devices.find(table(), toViewer('ann', hidden_types), id);
    expect(await find('polar')).toEqual(describeDevice(model));
    expect(await find('whoop')).toEqual(describeDevice(inCapitals(model)));
    expect(await find('polar', 'whoop')).toBeUndefined();
    expect(await devices.find(table(), toViewer('bob'), id)).toBeUndefined();
  });

  it('keeps its first spelling for the type, and is shared with a second user', async () => {
    const model = newModel();
    await sync('ann', 'polar', inCapitals(model));
    const again = await devices.findOrCreate(
      table(),
      { user_id: 'ann', remote_connection_type: 'polar' },
      model,
      later(61),
    );
    expect(again.manufacturer).toBe('ACME');
    const shared = await sync('bob', 'whoop', model);
    const viewer = toViewer('ann', ['polar', 'whoop']);
    expect(await devices.find(table(), viewer, shared.id)).toEqual(shared);
  });
});
