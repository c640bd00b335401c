import { describe, expect, it } from 'vitest';
import { createCollectionReader } from '#kit/reference-data.ts';
import { findConnectionType } from '#shared/reference-data/connection-types.ts';
import { currentTypes } from '#shared/reference-data/remote-connection-types.ts';

const resource = 'remoteconnectiontype';
interface ConnectionType {
  type: string;
  _links: { self: [{ id: string }] };
}

const get = createCollectionReader<'remoteconnectiontypes', ConnectionType>(resource);

describe('GET /remoteconnectiontype/', () => {
  it('is always paged, with a link to the next page', async () => {
    const { status, body } = await get();
    expect(status).toBe(200);
    expect(body._embedded.remoteconnectiontypes).toHaveLength(20);
    expect(body._links).toEqual({
      self: [{ href: '/v7.0/remoteconnectiontype/?limit=20&offset=0' }],
      next: [{ href: '/v7.0/remoteconnectiontype/?limit=20&offset=20' }],
      documentation: [{ href: '/v7.0/docs/remoteconnectiontype/' }],
    });
    expect(body.total_count).toBe(currentTypes.length);
  });

  it('links from the last page back to the first', async () => {
    const { body } = await get('?limit=20&offset=20');
    expect(body._embedded.remoteconnectiontypes).toHaveLength(currentTypes.length - 20);
    expect(body._links.next).toBeUndefined();
    expect(body._links.prev).toEqual([
      { href: '/v7.0/remoteconnectiontype/?limit=20&offset=0' },
    ]);
  });

  it.each(['?limit=0&offset=0', '?limit=0&offset=5'])(
    'has a page without items, which no other page follows: %s',
    async (query) => {
      const { status, body } = await get(query);
      expect([status, body._embedded.remoteconnectiontypes]).toEqual([200, []]);
      expect(body._links).toEqual({
        self: [{ href: `/v7.0/remoteconnectiontype/${query}` }],
        documentation: [{ href: '/v7.0/docs/remoteconnectiontype/' }],
      });
    },
  );

  it('lists each type once, but no retired type', async () => {
    const pages = [await get('?limit=40'), await get('?offset=40')];
    const types = pages.flatMap(({ body }) =>
      body._embedded.remoteconnectiontypes.map(({ type }) => type),
    );
    expect(types.toSorted()).toEqual(currentTypes.map(({ type }) => type).toSorted());
    expect(types).toContain('garmin');
    expect(types).not.toContain('fitbit');
  });

  it('lists only types that can be read by their id', async () => {
    const { body } = await get('?limit=40');
    const listed = body._embedded.remoteconnectiontypes;
    const ids = listed.map(({ _links }) => _links.self[0].id);
    expect(ids.map((id) => findConnectionType(id)?.id)).toEqual(ids);
  });
});
