import { beforeAll, describe, expect, it } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';
import { issueClientToken, newUserToken } from '#kit/fixtures.ts';
import { isImportable } from '#shared/reference-data/connection-types.ts';
import { remoteConnectionTypes } from '#shared/reference-data/remote-connection-types.data.ts';
import { toDeviceId } from '#shared/reference-data/remote-connection-types.ts';

interface RemoteConnectionType {
  name: string;
  oauth_connect_link: string;
  logo_link: string;
  _links: { device: [{ href: string; id: string }] };
}

let token: string;
beforeAll(async () => {
  token = await issueClientToken();
});

const get = (id: string, version = 'v7.1') =>
  callHandler<RemoteConnectionType>('GET', `/${version}/remoteconnectiontype/${id}/`, {
    token,
  });

const kinds = Map.groupBy(
  remoteConnectionTypes,
  ({ type, connection, retired, device }) => {
    const hasOnlyLetters = /^[a-z_]+$/.test(toDeviceId(device));
    return `${connection} ${retired} ${isImportable(type)} ${hasOnlyLetters}`;
  },
);
/** The first type of each kind. Unit tests find all types, and all their devices, by their ids. */
const sampledTypes = [...kinds.values()].flatMap((types) => types.slice(0, 1));

describe('GET /remoteconnectiontype/{id}/', () => {
  it.each(['v7.0', 'v7.1'])(
    'returns all ten properties and the links: %s',
    async (version) => {
      const { status, body } = await get('1', version);
      expect(status).toBe(200);
      expect(body).toEqual({
        type: 'garmin',
        name: 'Garmin Connect',
        recorder_type_key: 'garmin',
        intro_copy_heading: 'Garmin Connect is connected',
        intro_copy_body:
          'You have connected your Garmin Connect account. ' +
          'New activities will be imported automatically. ' +
          'You can disconnect it at any time.',
        disconnect_copy:
          'You have disconnected your Garmin Connect account. ' +
          'New activities will no longer be imported. ' +
          'You can reconnect it at any time.',
        disconnect_confirm:
          'Disconnect your Garmin Connect account? New activities will no longer be imported.',
        disconnect_cancel: 'Garmin Connect remains connected.',
        oauth_connect_link: `/${version}/remoteconnectiontype/1/connect/`,
        logo_link: `/${version}/remoteconnectiontype/1/logo/`,
        _links: {
          self: [{ href: `/${version}/remoteconnectiontype/1/`, id: '1' }],
          device: [{ href: `/${version}/device/garmin_connect/`, id: 'garmin_connect' }],
          documentation: [{ href: `/${version}/docs/remoteconnectiontype/` }],
        },
      });
    },
  );

  it.each(sampledTypes.map(({ id, name }) => [name, id]))(
    'has links that resolve with the same token: %s',
    async (name, id) => {
      const { body } = await get(id);
      expect(body.name).toBe(name);
      const [device] = body._links.device;
      const { status: deviceStatus, body: linked } = await callHandler(
        'GET',
        device.href,
        {
          token,
        },
      );
      expect(deviceStatus, device.href).toBe(200);
      expect(linked).toMatchObject({ _links: { self: [device] } });
      const logo = await callHandler('GET', body.logo_link, { token });
      expect(logo.status, body.logo_link).toBe(200);
      // Redirects to the authorization host if accounts can be connected.
      const { status } = await callHandler('GET', body.oauth_connect_link, { token });
      expect([200, 303], body.oauth_connect_link).toContain(status);
    },
  );

  it('returns a retired type, with the text that it cannot be connected again', async () => {
    const { id = '' } = remoteConnectionTypes.find(({ type }) => type === 'fitbit') ?? {};
    const { status, body } = await get(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      disconnect_copy: expect.stringContaining('cannot be connected again'),
    });
  });

  it('mentions the phone if there is no account to connect', async () => {
    const { id = '' } =
      remoteConnectionTypes.find(({ type }) => type === 'apple_health') ?? {};
    expect((await get(id)).body).toMatchObject({
      intro_copy_body: expect.stringContaining(
        'You have connected Apple Health on your phone.',
      ),
    });
  });

  it('returns the same to a user and to a client', async () => {
    const user = await callHandler('GET', '/v7.1/remoteconnectiontype/1', {
      token: await newUserToken(),
    });
    expect(user.text).toBe((await get('1')).text);
  });

  it.each(['9999', '0', '01', 'garmin', '%00'])('is 404 for the id %s', async (id) => {
    const { status, body } = await get(id);
    expect(status).toBe(404);
    expect(body).toMatchObject({
      errors: [expect.stringMatching(/^remote connection type .+ could not be found\.$/)],
      _links: { self: [{ href: '/v7.1/remoteconnectiontype/' }] },
    });
  });
});
