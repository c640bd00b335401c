import { describe, expect, it } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';
import { createDataSource } from '#kit/data-sources.ts';
import {
  issueClientToken,
  issueUserToken,
  newPerson,
  newUserToken,
} from '#kit/fixtures.ts';

describe('GET /device/{id}/', () => {
  it('returns the device of one user to that user only, and that of two to everybody', async () => {
    const watch = { manufacturer: 'Suunto', model: 'Race S' };
    const token = await newUserToken();
    const created = await createDataSource(token, null, watch);
    const [embedded] = created.body._embedded.device;
    const [{ href, id }] = embedded._links.self;
    const documentation = [{ href: '/v7.1/docs/device/' }];
    const device = { ...embedded, _links: { ...embedded._links, documentation } };
    const read = (reader: string) => callHandler('GET', href, { token: reader });
    const others = [await newUserToken(), await issueClientToken()];

    expect(await read(token)).toMatchObject({ status: 200, body: device });
    for (const other of others) expect((await read(other)).status).toBe(404);
    const linked = { _links: { self: [{ id }] } };
    expect((await createDataSource(await newUserToken(), null, linked)).status).toBe(400);
    expect((await createDataSource(token, null, linked)).status).toBe(201);

    const second = { manufacturer: 'SUUNTO', model: 'Race-S' };
    const createdLater = await createDataSource(await newUserToken(), null, second);
    expect(createdLater.body._embedded.device).toEqual([embedded]);
    for (const reader of [token, ...others]) {
      const { status, body } = await read(reader);
      expect(status).toBe(200);
      expect(body).toEqual(device);
    }
  });

  it('needs the scope of data sources only for a device of this user alone', async () => {
    const person = await newPerson();
    const watch = { manufacturer: 'Suunto', model: 'Race 2' };
    const created = await createDataSource(await issueUserToken(person), null, watch);
    const [{ href }] = created.body._embedded.device[0]._links.self;
    const readWith = async (scope: string, path: string) => {
      const token = await issueUserToken(person, undefined, scope);
      return (await callHandler('GET', path, { token })).status;
    };
    const ofType = '/v7.0/device/garmin_connect/';

    expect(await readWith('data_sources.read', href)).toBe(200);
    expect(await readWith('connections.read', href)).toBe(404);
    expect(await readWith('connections.read', ofType)).toBe(200);
    await createDataSource(await newUserToken(), null, watch);
    expect(await readWith('connections.read', href)).toBe(200);
  });

  it('responds 404 to the id of a device that nobody has created', async () => {
    const { status, body } = await callHandler('GET', '/v7.1/device/acme_nothing/', {
      token: await newUserToken(),
    });
    expect(status).toBe(404);
    expect(body).toMatchObject({ errors: ['device acme_nothing could not be found.'] });
  });

  it('returns the device of a remote connection type from the start', async () => {
    const token = await newUserToken();
    const { status, body } = await callHandler('GET', '/v7.1/device/garmin_connect/', {
      token,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      manufacturer: 'Garmin',
      model: 'Connect',
      name: 'Garmin Connect',
    });
    const linked = { _links: { self: [{ id: 'garmin_connect' }] } };
    for (const device of [linked, { manufacturer: 'garmin', model: 'CONNECT' }]) {
      const created = await createDataSource(token, null, device);
      expect(created.status).toBe(201);
      expect(created.body._embedded.device[0]).toMatchObject({
        manufacturer: 'Garmin',
        model: 'Connect',
      });
    }
  });
});
