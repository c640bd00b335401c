import { beforeAll, describe, expect, it } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';
import { issueClientToken } from '#kit/fixtures.ts';
import { createCollectionReader } from '#kit/reference-data.ts';
import { getValidationFailures } from '#kit/validation-failures.ts';
import { findActivityType } from '#shared/reference-data/activity-types.ts';

interface Link {
  href: string;
  id: string;
}

interface ActivityType {
  name: string;
  has_children: boolean;
  _links: { self: [Link]; root: [Link]; parent?: [Link]; icon_url: [{ href: string }] };
}

const resource = 'activity_type';
const get = createCollectionReader<'activity_types', ActivityType>(resource);

describe('GET /activity_type/', () => {
  let list: Awaited<ReturnType<typeof get>>;
  beforeAll(async () => {
    list = await get();
  });

  it('returns all activity types at once, with a self link without paging', () => {
    const { status, body } = list;
    expect(status).toBe(200);
    expect(body._links).toEqual({
      self: [{ href: '/v7.0/activity_type/' }],
      documentation: [{ href: '/v7.0/docs/activity_type/' }],
    });
    expect(body.total_count).toBe(387);
    expect(body._embedded.activity_types).toHaveLength(387);
  });

  it('links every type to its root through its parents', () => {
    const { body } = list;
    const types = new Map(
      body._embedded.activity_types.map((type) => [type._links.self[0].href, type]),
    );
    expect(types.size).toBe(387);
    for (const type of types.values()) {
      let at = type;
      for (let steps = 0; at._links.parent && steps < 10; steps++) {
        const above = types.get(at._links.parent[0].href);
        expect(above?.has_children, type.name).toBe(true);
        at = above ?? at;
      }
      expect(at._links.self, type.name).toEqual(type._links.root);
    }
  });

  it('lists only types that can be read by their id', () => {
    const { body } = list;
    const ids = body._embedded.activity_types.map((type) => type._links.self[0].id);
    expect(ids.map((id) => findActivityType(id)?.id)).toEqual(ids);
  });

  it('is compressed if the client accepts it', async () => {
    const { headers } = await get('', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(headers.get('content-encoding')).toBe('gzip');
  });

  describe('with limit or offset', () => {
    it('is paged, in the order of the ids', async () => {
      const { body } = await get('?limit=3&offset=3');
      expect(
        body._embedded.activity_types.map(({ _links }) => _links.self[0].id),
      ).toEqual(['4', '5', '6']);
      expect(body._links).toEqual({
        self: [{ href: '/v7.0/activity_type/?limit=3&offset=3' }],
        next: [{ href: '/v7.0/activity_type/?limit=3&offset=6' }],
        prev: [{ href: '/v7.0/activity_type/?limit=3&offset=0' }],
        documentation: [{ href: '/v7.0/docs/activity_type/' }],
      });
      expect(body.total_count).toBe(387);
    });

    it.each([
      ['?offset=380', 7, '?limit=20&offset=380'],
      ['?limit=500', 40, '?limit=40&offset=0'],
      ['?limit=1', 1, '?limit=1&offset=0'],
      ['?offset=387', 0, '?limit=20&offset=387'],
    ])('%s has %i types and the self link %s', async (query, count, self) => {
      const { status, body } = await get(query);
      expect(status).toBe(200);
      expect(body._embedded.activity_types).toHaveLength(count);
      expect(body._links.self).toEqual([{ href: `/v7.0/activity_type/${self}` }]);
    });

    it('lists every type from offset 280 once when its next links are followed', async () => {
      const ids: string[] = [];
      let query: string | undefined = '?limit=40&offset=280';
      while (query !== undefined) {
        const { body } = await get(query);
        ids.push(...body._embedded.activity_types.map(({ _links }) => _links.self[0].id));
        query = body._links.next?.[0].href.replace('/v7.0/activity_type/', '');
      }
      expect(ids).toEqual(Array.from({ length: 107 }, (_, i) => String(i + 281)));
    });

    it.each(['?limit=-1', '?offset=x', '?limit=', '?limit=1&limit=2'])(
      '%s is a 400',
      async (query) => {
        const response = await get(query);
        expect(response.status).toBe(400);
        expect(Object.keys(getValidationFailures(response))).toEqual([
          query.slice(1, query.indexOf('=')),
        ]);
      },
    );
  });

  describe('a repeated request', () => {
    it.each([
      ['the tag', (tag: string) => tag],
      ['the tag as a strong one', (tag: string) => tag.replace('W/', '')],
      ['the tag in a list', (tag: string) => `"x", ${tag}`],
      ['*', () => '*'],
    ])('with %s in If-None-Match is a 304 without a body', async (_, sent) => {
      const tag = list.headers.get('etag') ?? '';
      const { status, text, headers } = await get('', {
        headers: { 'If-None-Match': sent(tag) },
      });
      expect([status, text]).toEqual([304, '']);
      expect(headers.get('etag')).toBe(tag);
      expect(headers.get('cache-control')).toBe('private, max-age=3600');
    });

    it('with the ETag of another version returns the whole list', async () => {
      const other = await callHandler('GET', '/v7.1/activity_type/', {
        token: await issueClientToken(),
      });
      const headers = { 'If-None-Match': other.headers.get('etag') ?? '' };
      expect((await get('', { headers })).status).toBe(200);
    });

    it('still requires a token', async () => {
      const headers = { 'If-None-Match': '*' };
      expect((await get('', { token: undefined, headers })).status).toBe(401);
    });
  });
});
