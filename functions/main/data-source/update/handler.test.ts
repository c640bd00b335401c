import { beforeEach, describe, expect, it } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';
import {
  createDataSource,
  type DataSourceBody,
  getDataSourceId,
  listNames,
} from '#kit/data-sources.ts';
import { newUserToken } from '#kit/fixtures.ts';
import { getValidationFailures } from '#kit/validation-failures.ts';

describe('PUT /data_source/{id}/', () => {
  let token: string;
  let path: string;
  const put = (json: unknown) =>
    callHandler<DataSourceBody>('PUT', path, { token, json });

  beforeEach(async () => {
    token = await newUserToken();
    path = `/v7.1/data_source/${getDataSourceId(await createDataSource(token, 'Watch'))}/`;
  });

  it('updates what is sent and returns the whole data source', async () => {
    const fields = {
      name: 'Renamed',
      advertised_name: 'FR935',
      serial_number: '123',
      bluetooth_device_address: '00:11:22:33:44:55',
      firmware_version: '20.1',
      hardware_version: 'B',
    };
    const { status, body } = await put(fields);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...fields, active: true });
    expect((await callHandler('GET', path, { token })).body).toEqual(body);
    expect((await put({ name: null })).body).toEqual({ ...body, name: null });
  });

  it('changes nothing for an empty object, and ignores read-only members', async () => {
    const before = (await callHandler('GET', path, { token })).body;
    expect((await put({})).body).toEqual(before);
    const meddling = {
      id: 'x',
      device: {},
      _embedded: { device: [] },
      priorities: { activity: '2030' },
      created_datetime: '1999',
    };
    expect((await put(meddling)).body).toEqual(before);
  });

  it('deactivates a data source, which can still be read', async () => {
    expect((await put({ active: false, name: 'Old' })).body).toMatchObject({
      active: false,
      name: 'Old',
    });
    expect((await put({ active: false })).status).toBe(200);
    expect(await listNames(token)).toEqual([]);
    expect((await callHandler('GET', path, { token })).body).toMatchObject({
      active: false,
      name: 'Old',
    });
  });

  it('cannot reactivate a data source', async () => {
    await put({ active: false });
    const rejected = await put({ active: true, name: 'Back' });
    expect(rejected.status).toBe(400);
    expect(getValidationFailures(rejected)).toEqual({
      active: ['cannot be set to true; an inactive data source cannot be reactivated'],
    });
    expect((await callHandler('GET', path, { token })).body).toMatchObject({
      active: false,
      name: 'Watch',
    });
    expect((await put({ name: 'Still editable' })).status).toBe(200);
  });

  it('accepts active true for an active data source', async () => {
    expect((await put({ active: true })).body.active).toBe(true);
  });

  it.each([
    [{ active: 'false' }, { active: ['must be true or false'] }],
    [{ active: null }, { active: ['must be true or false'] }],
    [
      { name: 5, serial_number: [] },
      { name: ['must be a string'], serial_number: ['must be a string'] },
    ],
    [
      { firmware_version: 'x'.repeat(256) },
      { firmware_version: ['must have at most 255 characters'] },
    ],
  ])('rejects %j and changes nothing', async (json, failures) => {
    const before = (await callHandler('GET', path, { token })).body;
    const response = await put(json);
    expect(response.status).toBe(400);
    expect(getValidationFailures(response)).toEqual(failures);
    expect((await callHandler('GET', path, { token })).body).toEqual(before);
  });

  it('deletes the priorities of a deactivated data source', async () => {
    const json = { priority_type: 'activity', _links: { data_source: [{ href: path }] } };
    const { headers } = await callHandler('POST', '/v7.1/data_source_priority/', {
      token,
      json,
    });
    const priority = headers.get('location') ?? '';
    expect((await callHandler('GET', priority, { token })).status).toBe(200);
    await put({ active: false });
    expect((await callHandler('GET', priority, { token })).status).toBe(404);
    expect(
      (await callHandler('GET', '/v7.1/data_source_priority/', { token })).body,
    ).toMatchObject({
      total_count: 0,
    });
  });
});
