import { beforeAll, describe, expect, inject, it } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';
import { issueClientToken, newUserToken } from '#kit/fixtures.ts';

const { urls } = inject('service');

let token: string;
beforeAll(async () => {
  token = await issueClientToken();
});

describe('GET /activity_type/{id}/', () => {
  it.each(['v7.0', 'v7.1'])(
    'returns every member of the specification: %s',
    async (version) => {
      const { status, body } = await callHandler('GET', `/${version}/activity_type/52/`, {
        token,
      });
      expect(status).toBe(200);
      expect(body).toEqual({
        import_only: false,
        location_aware: true,
        name: 'Road ride',
        mets: 8,
        mets_speed: [
          { mets: '3.5', speed: 2.45872 },
          { mets: '5.8', speed: 4.20218 },
          { mets: '6.8', speed: 4.89509 },
          { mets: '8', speed: 5.78917 },
          { mets: '10', speed: 6.68325 },
          { mets: '12', speed: 7.8232 },
          { mets: '16.8', speed: 8.9408 },
        ],
        short_name: 'road',
        has_children: true,
        template: {
          user_action_past: '{user.name} rode on the road',
          user_action_present: '{user.name} is riding on the road',
          activities_are: 'Road rides are',
          plural_activity_is: 'Road rides are',
        },
        _links: {
          self: [{ href: `/${version}/activity_type/52/`, id: '52' }],
          parent: [{ href: `/${version}/activity_type/51/`, id: '51' }],
          root: [{ href: `/${version}/activity_type/51/`, id: '51' }],
          icon_url: [{ href: `${urls.cdn}/icons/ride.svg` }],
          documentation: [{ href: `/${version}/docs/activity_type/` }],
        },
      });
    },
  );

  it('has no parent on a root, which is its own root', async () => {
    const { body } = await callHandler('GET', '/v7.0/activity_type/51', { token });
    expect(body).toMatchObject({
      _links: {
        self: [{ id: '51' }],
        root: [{ href: '/v7.0/activity_type/51/', id: '51' }],
      },
    });
    expect(body).not.toHaveProperty('_links.parent');
  });

  it('returns the same to a user and to a client', async () => {
    const [one, other] = await Promise.all(
      [token, await newUserToken()].map((token) =>
        callHandler('GET', '/v7.1/activity_type/1/', { token }),
      ),
    );
    expect(one?.text).toBe(other?.text);
  });

  it('can be cached, and revalidated by its ETag', async () => {
    const { headers } = await callHandler('GET', '/v7.1/activity_type/1/', { token });
    const again = await callHandler('GET', '/v7.1/activity_type/1', {
      token,
      headers: { 'If-None-Match': headers.get('etag') ?? '' },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it.each(['9999', '0', '01', 'x', '-1', '1.0', '%00', '..%2F1'])(
    'is 404 for %s',
    async (id) => {
      const { status, body, headers } = await callHandler(
        'GET',
        `/v7.1/activity_type/${id}/`,
        {
          token,
        },
      );
      expect(status).toBe(404);
      expect(headers.get('etag')).toBeNull();
      expect(body).toMatchObject({
        errors: [expect.stringMatching(/^activity type .+ could not be found\.$/)],
        _links: {
          self: [{ href: '/v7.1/activity_type/' }],
          documentation: [{ href: '/v7.1/docs/activity_type/' }],
        },
      });
    },
  );

  it('names the unknown id in the error message', async () => {
    const { body } = await callHandler('GET', '/v7.0/activity_type/9999/', { token });
    expect(body).toMatchObject({ errors: ['activity type 9999 could not be found.'] });
  });
});
