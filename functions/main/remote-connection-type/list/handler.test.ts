import { beforeAll, describe, expect, it } from 'vitest';
import { call, type SendOptions } from '../../../../test/kit/call.ts';
import { applicationToken, userToken } from '../../../../test/kit/fixtures.ts';

interface RemoteConnectionTypes {
  _embedded: { remoteconnectiontypes: { type: string; _links: { self: [{ href: string; id: string }] } }[] };
  _links: Record<'self' | 'next' | 'prev' | 'documentation', [{ href: string }] | undefined>;
  total_count: number;
}

let token: string;
beforeAll(async () => {
  token = await applicationToken();
});

const get = (query = '', options: SendOptions = {}) =>
  call<RemoteConnectionTypes>('GET', `/v7.0/remoteconnectiontype/${query}`, { token, ...options });

describe('GET /remoteconnectiontype/', () => {
  it('is paged always: 20 of 26, with the link to the next (specification 4.4, M5)', async () => {
    const { status, body } = await get();
    expect(status).toBe(200);
    expect(body._embedded.remoteconnectiontypes).toHaveLength(20);
    expect(body._links).toEqual({
      self: [{ href: '/v7.0/remoteconnectiontype/?limit=20&offset=0' }],
      next: [{ href: '/v7.0/remoteconnectiontype/?limit=20&offset=20' }],
      documentation: [{ href: '/v7.0/docs/remoteconnectiontype/' }],
    });
    expect(body.total_count).toBe(26);
  });

  it('leads to the last page and back', async () => {
    const { body } = await get('?limit=20&offset=20');
    expect(body._embedded.remoteconnectiontypes).toHaveLength(6);
    expect(body._links.next).toBeUndefined();
    expect(body._links.prev).toEqual([{ href: '/v7.0/remoteconnectiontype/?limit=20&offset=0' }]);
  });

  it('lists each type once, and no retired one (R3)', async () => {
    const pages = [await get('?limit=40'), await get('?offset=40')];
    const types = pages.flatMap(({ body }) => body._embedded.remoteconnectiontypes.map(({ type }) => type));
    expect(new Set(types).size).toBe(26);
    expect(types).toContain('garmin');
    expect(types).not.toContain('fitbit');
  });

  it('answers with the prefix of the request, with and without the slash (M1, M2)', async () => {
    for (const slash of ['/', '']) {
      const { text } = await call('GET', `/v7.1/remoteconnectiontype${slash}`, { token });
      expect(text.replaceAll('/v7.1/', '/v7.0/')).toBe((await get()).text);
    }
  });

  it('is the same for a user as for an application', async () => {
    expect((await get('', { token: await userToken() })).text).toBe((await get()).text);
  });

  it('can be kept for an hour, and asked for again by its tag', async () => {
    const { headers } = await get();
    expect(headers.get('cache-control')).toBe('private, max-age=3600');
    const again = await get('', { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    expect([again.status, again.text]).toEqual([304, '']);
    const next = await get('?offset=20', { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    expect(next.status).toBe(200);
  });
});
