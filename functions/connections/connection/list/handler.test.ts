import { beforeAll, describe, expect, it } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';
import {
  issueClientToken,
  issueUserToken,
  newPerson,
  newUserToken,
  type TestPerson,
} from '#kit/fixtures.ts';
import {
  addRemoteConnection,
  type RemoteConnectionList,
} from '#kit/remote-connections.ts';

/** When the first connection is created. Each other one is created a millisecond later. */
const start = new Date('2026-11-20T09:30:00Z');

const get = (token: string, query = '') =>
  callHandler<RemoteConnectionList>('GET', `/v7.0/remoteconnection/${query}`, { token });
const listRemoteIds = ({ body }: Awaited<ReturnType<typeof get>>) =>
  body._embedded.remoteconnection.map(({ remote_id }) => remote_id.split('-').at(-1));

describe('GET /remoteconnection/', () => {
  let user: TestPerson;
  let token: string;
  beforeAll(async () => {
    user = await newPerson();
    token = await issueUserToken(user);
    for (let i = 0; i < 22; i++) {
      const remote_id = `${user.username}-${i}`;
      const createdAt = new Date(start.getTime() + i);
      await addRemoteConnection(user.user_id, { remote_id }, createdAt);
    }
  });

  it("lists the user's own connections by creation date", async () => {
    expect(listRemoteIds(await get(token, '?limit=3'))).toEqual(['0', '1', '2']);
    const { status, body } = await get(await newUserToken());
    expect([status, body._embedded, body.total_count]).toEqual([
      200,
      { remoteconnection: [] },
      0,
    ]);
  });

  it('embeds each connection as GET returns it', async () => {
    const [first] = (await get(token)).body._embedded.remoteconnection;
    const href = first?._links.self[0].href ?? '';
    expect((await callHandler('GET', href, { token })).body).toEqual(first);
  });

  it('has pages with links to the next and the previous one', async () => {
    const first = await get(token);
    expect(listRemoteIds(first)).toHaveLength(20);
    expect(first.body.total_count).toBe(22);
    expect(first.body._links).toEqual({
      self: [{ href: '/v7.0/remoteconnection/?limit=20&offset=0' }],
      next: [{ href: '/v7.0/remoteconnection/?limit=20&offset=20' }],
      documentation: [{ href: '/v7.0/docs/remoteconnection/' }],
    });
    const last = await get(token, '?limit=100&offset=20');
    expect(listRemoteIds(last)).toEqual(['20', '21']);
    expect(last.body._links.prev).toEqual([
      { href: '/v7.0/remoteconnection/?limit=40&offset=0' },
    ]);
    expect(last.body._links.next).toBeUndefined();
    expect(listRemoteIds(await get(token, '?offset=22'))).toEqual([]);
  });

  it('is the same in both versions, with or without the slash', async () => {
    const { text } = await get(token);
    const { text: other } = await callHandler('GET', '/v7.1/remoteconnection', { token });
    expect(other.replaceAll('/v7.1/', '/v7.0/')).toBe(text);
  });

  it('shows nothing of a user to a client token', async () => {
    const { status, text } = await get(await issueClientToken());
    expect(status).toBe(403);
    expect(text).not.toContain(user.user_id);
  });
});
