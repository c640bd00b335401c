import { describe, expect, it } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';
import { createDataSource } from '#kit/data-sources.ts';
import { issueClientToken, newUserToken } from '#kit/fixtures.ts';

describe('GET /device/{id}/', () => {
  it('returns a device with its documentation to users and clients', async () => {
    const created = await createDataSource(await newUserToken(), null, {
      manufacturer: 'Suunto',
      model: 'Race S',
    });
    const [embedded] = created.body._embedded.device;
    const [{ href }] = embedded._links.self;
    for (const token of [await newUserToken(), await issueClientToken()]) {
      const { status, body } = await callHandler('GET', href, { token });
      expect(status).toBe(200);
      expect(body).toEqual({
        ...embedded,
        _links: { ...embedded._links, documentation: [{ href: '/v7.1/docs/device/' }] },
      });
    }
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
