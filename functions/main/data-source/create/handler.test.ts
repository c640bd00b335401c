import { describe, expect, it } from 'vitest';
import { deviceKeys } from '#functions/main/device/device.keys.ts';
import { callHandler } from '#kit/call-handler.ts';
import {
  createDataSource,
  type DataSourceBody,
  getDataSourceId,
  listNames,
  watch,
} from '#kit/data-sources.ts';
import { issueUserToken, newPerson, newUserToken } from '#kit/fixtures.ts';
import { putItems } from '#kit/put-items.ts';
import { getValidationFailures } from '#kit/validation-failures.ts';
import { toDeviceId } from '#shared/reference-data/remote-connection-types.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { exists, isNew } from '#shared/table/condition.ts';
import { openTable } from '#shared/table/table.ts';
import { dataSourceKeys } from '../data-source.keys.ts';
import * as dataSources from '../data-source.store.ts';

const post = (token: string, json: unknown) =>
  callHandler<DataSourceBody>('POST', '/v7.1/data_source/', { token, json });

describe('POST /data_source/', () => {
  it('returns the device, and null for all unset fields', async () => {
    const response = await createDataSource(await newUserToken(), 'My watch');
    const { id } = response.body._links.self[0];
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(`/v7.1/data_source/${id}/`);
    expect(response.body).toEqual({
      name: 'My watch',
      active: true,
      advertised_name: null,
      serial_number: null,
      bluetooth_device_address: null,
      firmware_version: null,
      hardware_version: null,
      _links: {
        self: [{ href: `/v7.1/data_source/${id}/`, id }],
        device: [{ href: '/v7.1/device/garmin_fr-935/', id: 'garmin_fr-935' }],
        documentation: [{ href: '/v7.1/docs/data_source/' }],
      },
      _embedded: {
        device: [
          {
            model: 'FR-935',
            manufacturer: 'Garmin',
            name: 'Garmin FR-935',
            description: 'garmin_fr-935',
            _links: {
              self: [{ href: '/v7.1/device/garmin_fr-935/', id: 'garmin_fr-935' }],
            },
          },
        ],
      },
    });
  });

  it('creates unguessable lower-case ids that sort by time', async () => {
    const token = await newUserToken();
    const ids = [];
    for (const name of ['a', 'b', 'c'])
      ids.push((await createDataSource(token, name)).body._links.self[0].id);
    expect(ids).toEqual([...ids].sort());
    for (const id of ids) expect(id).toMatch(/^[0-9a-z]{36}$/);
  });

  it('identifies a device by manufacturer and model, ignoring punctuation', async () => {
    const { body } = await createDataSource(await newUserToken(), null, {
      manufacturer: 'Polar Electro',
      model: 'H10+ (2)',
    });
    expect(body._links.device[0].id).toBe('polar-electro_h10---2-');
  });

  it('ignores white space around manufacturer and model', async () => {
    const response = await createDataSource(await newUserToken(), null, {
      manufacturer: ' Garmin\n',
      model: '\tEdge 130 ',
    });
    expect(response.body._embedded.device[0]).toMatchObject({
      manufacturer: 'Garmin',
      model: 'Edge 130',
      description: 'garmin_edge-130',
    });
  });

  it('creates one device, as first named, under parallel requests', async () => {
    const token = await newUserToken();
    const model = `Parallel ${Date.now()}`;
    const posts = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        createDataSource(token, `${i}`, { manufacturer: i % 2 ? 'ACME' : 'Acme', model }),
      ),
    );
    expect(posts.map(({ status }) => status)).toEqual(Array(6).fill(201));
    const named = new Set(posts.map(({ body }) => body._embedded.device[0].manufacturer));
    const device = await callHandler<{ manufacturer: string }>(
      'GET',
      posts[0]?.body._links.device[0].href ?? '',
      {
        token,
      },
    );
    expect([...named]).toEqual([device.body.manufacturer]);
    expect(await listNames(token, '?limit=40')).toHaveLength(6);
  });

  it('accepts a link to an existing device by id or href', async () => {
    const token = await newUserToken();
    const [link] = (await createDataSource(token)).body._links.device;
    for (const self of [{ id: link.id }, { href: link.href }]) {
      const { status, body } = await createDataSource(token, 'Linked', {
        _links: { self: [self] },
      });
      expect(status).toBe(201);
      expect(body._links.device[0].id).toBe(link.id);
    }
  });

  it('embeds a device that existed already as it is stored', async () => {
    const user = await newPerson();
    const token = await issueUserToken(user);
    const table = openTable(newMeter());
    const device = {
      id: toDeviceId({ manufacturer: 'Acme', model: user.user_id }),
      manufacturer: 'Acme',
      model: user.user_id,
      name: 'As first named',
      description: 'A device',
    };
    await table.put({ ...deviceKeys.device(device.id), ...device }, isNew);

    const { manufacturer, model } = device;
    for (const reference of [
      { manufacturer, model },
      { _links: { self: [{ id: device.id }] } },
    ]) {
      const id = getDataSourceId(await createDataSource(token, null, reference));
      const source = await dataSources.find(table, user.user_id, id);
      expect(source?.device).toEqual(device);
    }
  });

  it('counts characters where it shortens the name of a device', async () => {
    const manufacturer = 'a'.repeat(98);
    const device = { manufacturer, model: '😀 watch' };
    const { body } = await createDataSource(await newUserToken(), null, device);
    const name = `${manufacturer} 😀`;
    expect(body._embedded.device[0]).toMatchObject({ name });
  });

  it.each([
    { id: 'no_such-device' },
    { id: '\ud800' },
    { href: '/v7.1/device/\udfff/' },
    { href: '/v7.1/data_source/garmin_fr-935/' },
    { href: `/v7.1/page/${'x'.repeat(5000)}` },
  ])('rejects a link to a device that does not exist: %j', async (reference) => {
    const token = await newUserToken();
    await createDataSource(token);
    const response = await createDataSource(token, null, {
      _links: { self: [reference] },
    });
    expect(response.status).toBe(400);
    expect(getValidationFailures(response)).toEqual({
      '_embedded.device.0._links.self': ['must link to an existing device'],
    });
  });

  it('reports that the device has no model, also if its manufacturer is invalid', async () => {
    const response = await post(await newUserToken(), {
      _embedded: { device: [{ manufacturer: 7 }] },
    });
    expect(getValidationFailures(response)).toEqual({
      '_embedded.device.0.manufacturer': ['must be a string'],
      '_embedded.device.0': [
        expect.stringContaining('must have a manufacturer and a model'),
      ],
    });
  });

  it('reports every problem at once', async () => {
    const response = await post(await newUserToken(), {
      name: 'x'.repeat(256),
      _embedded: { device: [{ manufacturer: '', model: 7 }] },
    });
    expect(response.status).toBe(400);
    expect(getValidationFailures(response)).toEqual({
      name: ['must have at most 255 characters'],
      '_embedded.device.0.manufacturer': ['must have at least 1 character'],
      '_embedded.device.0.model': ['must be a string'],
    });
    expect(response.body).toMatchObject({
      _links: {
        self: [{ href: '/v7.1/data_source/' }],
        documentation: [{ href: '/v7.1/docs/data_source/' }],
      },
    });
  });

  const invalidBodies = [
    ['no device', { _embedded: {} }],
    ['an empty list', { _embedded: { device: [] } }],
    ['two devices', { _embedded: { device: [watch, watch] } }],
    ['a device that is not an array', { _embedded: { device: watch } }],
    ['a device without a model', { _embedded: { device: [{ manufacturer: 'Garmin' }] } }],
    ['no _embedded', { name: 'x' }],
    ['control characters', { name: 'a\u0000b', _embedded: { device: [watch] } }],
    ['half a surrogate pair', { name: 'a\ud800b', _embedded: { device: [watch] } }],
    ['a bidirectional override', { name: 'a\u202eb', _embedded: { device: [watch] } }],
    [
      'a model of zero-width characters',
      { _embedded: { device: [{ manufacturer: 'x', model: '\u200b\u200b' }] } },
    ],
    [
      'a blank manufacturer',
      { _embedded: { device: [{ manufacturer: '  ', model: 'x' }] } },
    ],
    [
      'a blank model',
      { _embedded: { device: [{ manufacturer: 'x', model: '\u00a0\t' }] } },
    ],
    [
      'a model that is too long',
      { _embedded: { device: [{ manufacturer: 'x', model: 'y'.repeat(101) }] } },
    ],
  ];

  it('rejects invalid bodies and stores nothing of them', async () => {
    const token = await newUserToken();
    for (const [problem, json] of invalidBodies)
      expect((await post(token, json)).status, String(problem)).toBe(400);
    expect(await listNames(token)).toEqual([]);
  });

  it('accepts a name of 255 characters in any script, or no name', async () => {
    const token = await newUserToken();
    for (const name of ['x'.repeat(255), '🏃'.repeat(255), '', null]) {
      const { status, body } = await createDataSource(token, name);
      expect([status, body.name]).toEqual([201, name]);
    }
    expect((await post(token, { _embedded: { device: [watch] } })).body.name).toBeNull();
  });

  it('ignores unknown members such as active, id, owner and links', async () => {
    const token = await newUserToken();
    const json = {
      id: 'mine',
      active: false,
      user_id: 'x',
      pk: 'x',
      _embedded: { device: [{ ...watch, name: 'Other' }] },
    };
    const { body } = await post(token, json);
    expect(body.active).toBe(true);
    expect(body._links.self[0].id).not.toBe('mine');
  });

  it('limits a user to 500 active data sources, and says so', async () => {
    const user = await newPerson();
    const token = await issueUserToken(user);
    const table = openTable(newMeter());
    const first = await createDataSource(token);
    const source = await dataSources.find(table, user.user_id, getDataSourceId(first));
    if (!source) throw new Error('The data source is not stored.');
    const others = Array.from({ length: 499 }, () => {
      const id = newId(new Date());
      return { ...source, ...dataSourceKeys.dataSource(user.user_id, id), id };
    });
    await putItems(others);
    await table.update(
      dataSourceKeys.dataSourceCount(user.user_id),
      { set: { active: 500, total: 500 } },
      exists,
    );

    const rejected = await createDataSource(token);
    expect(rejected.status).toBe(400);
    expect(getValidationFailures(rejected)).toEqual({
      __all__: [
        'a user can have at most 500 active data sources; deactivate one and try again',
      ],
    });
    const path = first.body._links.self[0].href;
    await callHandler('PUT', path, { token, json: { active: false } });
    // The four repeats of one request count as one data source (M15).
    const json = { _embedded: { device: [watch] } };
    const headers = { 'Idempotency-Key': 'the last one' };
    const repeats = Array.from({ length: 4 }, () =>
      callHandler('POST', '/v7.1/data_source/', { token, json, headers }),
    );
    const responses = await Promise.all(repeats);
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(responses[0]?.status).toBe(201);
    expect((await createDataSource(token)).status).toBe(400);
  });
});
