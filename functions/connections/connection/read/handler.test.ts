import { beforeEach, describe, expect, it } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';
import {
  issueClientToken,
  issueUserToken,
  newClient,
  newPerson,
  newUserToken,
  type TestPerson,
  table,
} from '#kit/fixtures.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import * as remoteConnections from '../remote-connection.store.ts';

const createdAt = new Date('2026-11-20T09:30:00.500Z');
const toPath = (id: string) => `/v7.0/remoteconnection/${id}/`;

describe('GET /remoteconnection/{id}/', () => {
  let user: TestPerson;
  let token: string;
  let id: string;
  let remote_id: string;
  const read = async () => (await callHandler('GET', toPath(id), { token })).body;
  const sync = (at: string) =>
    remoteConnections.recordSync(table(), user.user_id, id, new Date(at));

  beforeEach(async () => {
    user = await newPerson();
    token = await issueUserToken(user);
    remote_id = `account-${user.username}`;
    id = await addRemoteConnection(user.user_id, { remote_id }, createdAt);
  });

  it.each(['v7.0', 'v7.1'])(
    'returns exactly the members of the specification and the status: %s',
    async (version) => {
      await sync('2026-11-20T10:00:00Z');
      for (const slash of ['/', '']) {
        const { status, body } = await callHandler(
          'GET',
          `/${version}/remoteconnection/${id}${slash}`,
          {
            token,
          },
        );
        expect(status).toBe(200);
        expect(body).toEqual({
          remote_id,
          status: 'connected',
          type: 'garmin',
          created_datetime: '2026-11-20T09:30:00+00:00',
          last_sync_time: '2026-11-20T10:00:00+00:00',
          _links: {
            self: [{ href: `/${version}/remoteconnection/${id}/`, id }],
            user: [{ href: `/${version}/user/${user.user_id}/`, id: user.user_id }],
            documentation: [{ href: `/${version}/docs/remoteconnection/` }],
          },
        });
      }
    },
  );

  it('has no sync time until a first sync is recorded', async () => {
    expect(await read()).toMatchObject({ last_sync_time: null });
    await sync('2026-11-20T10:00:00Z');
    expect(await read()).toMatchObject({ last_sync_time: '2026-11-20T10:00:00+00:00' });
  });

  it('shows the latest sync, in any order of recording', async () => {
    const times = [
      '2026-11-20T10:00:00Z',
      '2026-11-20T12:00:00Z',
      '2026-11-20T11:00:00Z',
    ];
    await Promise.all(times.map(sync));
    expect(await read()).toMatchObject({ last_sync_time: '2026-11-20T12:00:00+00:00' });
  });

  it('tells an application neither the account nor the syncs of a hidden provider', async () => {
    const remote_id = `athlete-${user.username}`;
    const added = { type: 'strava', remote_id };
    const strava = await addRemoteConnection(user.user_id, added, createdAt);
    await remoteConnections.recordSync(table(), user.user_id, strava, createdAt);
    const application = await issueUserToken(user, await newClient());
    for (const path of [toPath(strava), '/v7.0/remoteconnection/']) {
      const { status, text } = await callHandler('GET', path, { token: application });
      expect([status, text.includes(strava)]).toEqual([200, true]);
      expect(text).not.toContain(remote_id);
    }
    const shown = await callHandler('GET', toPath(strava), { token: application });
    expect(shown.body).toMatchObject({ remote_id: strava, last_sync_time: null });
    const own = await callHandler('GET', toPath(strava), { token });
    const last_sync_time = '2026-11-20T09:30:00+00:00';
    expect(own.body).toMatchObject({ remote_id, last_sync_time });
  });

  it("is the same 404 for an unknown and another user's connection", async () => {
    const unknown = '01k9zzzzzz00000000000000000000000000';
    const refusals = [
      await callHandler('GET', toPath(unknown), { token }),
      await callHandler('GET', toPath(id), { token: await newUserToken() }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([404, 404]);
    expect(refusals.map(({ body }) => body)).toEqual(
      [unknown, id].map((id) => ({
        errors: [`remote connection ${id} could not be found.`],
        codes: ['not_found'],
        request_id: expect.any(String),
        _links: {
          self: [{ href: '/v7.0/remoteconnection/' }],
          documentation: [{ href: '/v7.0/docs/remoteconnection/' }],
        },
      })),
    );
  });

  it('shows nothing of it to a client token', async () => {
    const { status, text } = await callHandler('GET', toPath(id), {
      token: await issueClientToken(),
    });
    expect(status).toBe(403);
    expect(text).not.toContain('garmin');
    expect(text).not.toContain(remote_id);
    expect(text).not.toContain(user.user_id);
  });
});
