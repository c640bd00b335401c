import { describe, expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { exists } from '#shared/table/condition.ts';
import { openTable } from '#shared/table/table.ts';
import { deviceKeys } from './device.keys.ts';
import * as devices from './device.store.ts';
import { describeDevice } from './device.ts';

const now = new Date();
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const newModel = () => ({ manufacturer: 'Acme', model: newId(now) });

/** Names a device for a user. Returns the number of store calls, and the device's spelling. */
async function name(user_id: string, deviceModel = newModel(), at = now) {
  const meter = newMeter();
  const device = await devices.findOrCreate(openTable(meter), user_id, deviceModel, at);
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
    await table().delete(deviceKeys.device(describeDevice(model).id), exists);
    const next = await name('bob', { ...model, manufacturer: 'ACME' });
    expect(next).toEqual({ calls: 1, manufacturer: 'ACME' });
  });
});
