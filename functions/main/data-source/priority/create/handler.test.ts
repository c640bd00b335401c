import { beforeEach, describe, expect, it } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';
import { createDataSource, getDataSourceId } from '#kit/data-sources.ts';
import { newUserToken } from '#kit/fixtures.ts';
import { getValidationFailures } from '#kit/validation-failures.ts';

interface Priority {
  priority_type: string;
  effective_datetime_utc: string;
  _links: Record<string, [{ href: string; id: string }]>;
}

describe('data source priorities', () => {
  let token: string;
  let watch: string;
  let strap: string;
  const path = '/v7.1/data_source_priority/';
  const prefer = (priority_type: string, id: string) =>
    callHandler<Priority>('POST', path, {
      token,
      json: {
        priority_type,
        _links: { data_source: [{ href: `/v7.0/data_source/${id}` }] },
      },
    });
  const listPriorities = async () => {
    const { body } = await callHandler<{
      _embedded: { data_source_priorities: Priority[] };
    }>('GET', path, {
      token,
    });
    return body._embedded.data_source_priorities.map(({ priority_type, _links }) => [
      priority_type,
      _links.data_source?.[0].id,
    ]);
  };

  beforeEach(async () => {
    token = await newUserToken();
    watch = getDataSourceId(await createDataSource(token, 'watch'));
    strap = getDataSourceId(await createDataSource(token, 'strap'));
  });

  it('are created once and then unchanged, with links to source and device', async () => {
    const created = await prefer('activity', watch);
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(created.body._links.self?.[0].href);
    expect(created.body).toEqual({
      priority_type: 'activity',
      effective_datetime_utc: expect.stringMatching(
        /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/,
      ),
      _links: {
        self: [
          {
            href: expect.stringContaining('/v7.1/data_source_priority/'),
            id: expect.any(String),
          },
        ],
        data_source: [{ href: `/v7.1/data_source/${watch}/`, id: watch }],
        device: [{ href: '/v7.1/device/garmin_fr-935/', id: 'garmin_fr-935' }],
        documentation: [{ href: '/v7.1/docs/data_source_priority/' }],
      },
    });
    const again = await prefer('activity', watch);
    expect([again.status, again.body]).toEqual([200, created.body]);
  });

  it('are listed newest first, including one that is set again', async () => {
    await prefer('activity', watch);
    await prefer('activity', strap);
    await prefer('sleep', watch);
    expect(await listPriorities()).toEqual([
      ['sleep', watch],
      ['activity', strap],
      ['activity', watch],
    ]);
    expect((await prefer('activity', watch)).status).toBe(201);
    expect((await listPriorities())[0]).toEqual(['activity', watch]);
  });

  it("are rejected alike for an inactive, an unknown and another user's data source", async () => {
    await callHandler('PUT', `/v7.1/data_source/${watch}/`, {
      token,
      json: { active: false },
    });
    const foreign = getDataSourceId(await createDataSource(await newUserToken()));
    for (const id of [watch, 'unknown', foreign]) {
      const response = await prefer('activity', id);
      expect(response.status).toBe(400);
      expect(getValidationFailures(response)).toEqual({
        '_links.data_source': ['must link to one of your active data sources'],
      });
    }
  });

  it('have one of the known types', async () => {
    expect(getValidationFailures(await prefer('steps', watch))).toEqual({
      priority_type: ['must be one of activity, sleep'],
    });
  });
});
