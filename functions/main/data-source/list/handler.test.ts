import { beforeAll, describe, expect, it } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';
import {
  createDataSource,
  type DataSourceList,
  getDataSourceId,
  listNames,
  watch,
} from '#kit/data-sources.ts';
import { issueUserToken, newPerson, newUserToken, table } from '#kit/fixtures.ts';
import { putItems } from '#kit/put-items.ts';
import { getValidationFailures } from '#kit/validation-failures.ts';
import { newId } from '#shared/runtime/ids.ts';
import { dataSourceKeys } from '../data-source.keys.ts';
import * as dataSources from '../data-source.store.ts';

const strap = { manufacturer: 'Polar', model: 'H10' };
const get = (token: string, query: string) =>
  callHandler<DataSourceList>('GET', `/v7.1/data_source/${query}`, { token });

describe('GET /data_source/', () => {
  let token: string;
  beforeAll(async () => {
    const user = await newPerson();
    token = await issueUserToken(user);
    const ids = [
      getDataSourceId(await createDataSource(token, '0', strap)),
      getDataSourceId(await createDataSource(token, '1', watch)),
    ];
    const [ofStrap, ofWatch] = await Promise.all(
      ids.map((id) => dataSources.find(table(), user.user_id, id)),
    );
    const now = Date.now();
    const others = Array.from({ length: 43 }, (_, index) => {
      const i = index + 2;
      const id = newId(new Date(now + i));
      const source = i % 3 === 0 ? ofStrap : ofWatch;
      return {
        ...source,
        ...dataSourceKeys.dataSource(user.user_id, id),
        id,
        name: `${i}`,
      };
    });
    await putItems(others);
  });

  it("lists the user's own data sources by creation date", async () => {
    expect(await listNames(token, '?limit=3')).toEqual(['0', '1', '2']);
    expect(await listNames(await newUserToken())).toEqual([]);
  });

  it('has pages of 20, at most 40, with links to the next and the previous page', async () => {
    const first = await get(token, '');
    expect(first.body._embedded.data_sources).toHaveLength(20);
    expect(first.body.total_count).toBe(45);
    expect(first.body._links).toEqual({
      self: [{ href: '/v7.1/data_source/?limit=20&offset=0' }],
      next: [{ href: '/v7.1/data_source/?limit=20&offset=20' }],
      documentation: [{ href: '/v7.1/docs/data_source/' }],
    });
    const second = await get(token, '?limit=100&offset=40');
    expect(second.body._embedded.data_sources).toHaveLength(5);
    expect(second.body._links).toMatchObject({
      self: [{ href: '/v7.1/data_source/?limit=40&offset=40' }],
      prev: [{ href: '/v7.1/data_source/?limit=40&offset=0' }],
    });
    expect(second.body._links.next).toBeUndefined();
  });

  it.each(['45', '9999999999', '9'.repeat(400)])(
    'is empty at the offset %s, past the end, and links to the last page',
    async (offset) => {
      const { status, body } = await get(token, `?offset=${offset}`);
      const lastPage = { href: '/v7.1/data_source/?limit=20&offset=25' };
      expect(body._links.prev).toEqual([lastPage]);
      expect([status, body._embedded.data_sources, body.total_count]).toEqual([
        200,
        [],
        45,
      ]);
    },
  );

  it.each([
    '?limit=-1',
    '?limit=x',
    '?offset=-1',
    '?offset=1.5',
    '?limit=',
    '?offset=1e3',
    '?limit=1&limit=2',
  ])('rejects %s and names the parameter', async (query) => {
    const response = await get(token, query);
    expect(response.status).toBe(400);
    expect(Object.keys(getValidationFailures(response))).toEqual([
      query.slice(1, query.indexOf('=')),
    ]);
  });

  it.each([
    'garmin_fr-935',
    '/v7.1/device/garmin_fr-935/',
    '/v7.0/device/garmin_fr-935',
    '%2Fv7.1%2Fdevice%2Fgarmin_fr-935%2F',
    'device/garmin_fr-935',
  ])(
    'lists only data sources of the device %s, whose id is in its links',
    async (device) => {
      const { body } = await get(token, `?device=${device}`);
      expect(body.total_count).toBe(30);
      expect(body._links.self).toEqual([
        { href: '/v7.1/data_source/?device=garmin_fr-935&limit=20&offset=0' },
      ]);
      expect(body._links.next).toEqual([
        { href: '/v7.1/data_source/?device=garmin_fr-935&limit=20&offset=20' },
      ]);
    },
  );

  it.each(['garmin', 'garmin_fr-93', 'unknown_device', 'x%00', '%25E0%25A4%25A', '%25'])(
    'is empty for the device %s',
    async (device) => {
      const { status, body } = await get(token, `?device=${device}`);
      expect([status, body._embedded.data_sources, body.total_count]).toEqual([
        200,
        [],
        0,
      ]);
    },
  );

  it.each([
    '/v7.1/page/garmin_fr-935/',
    '/v7.2/device/garmin_fr-935/',
    '/v7.1/device/x/garmin_fr-935/',
    'x/garmin_fr-935',
  ])('is empty for %s, which is no href of a device', async (device) => {
    const { body } = await get(token, `?device=${device}`);
    expect(body.total_count).toBe(0);
    expect(body._links.self).toEqual([
      {
        href: `/v7.1/data_source/?device=${encodeURIComponent(device)}&limit=20&offset=0`,
      },
    ]);
  });

  it('ignores unknown query parameters', async () => {
    expect(
      (await get(token, '?foo=bar&limit=1')).body._embedded.data_sources,
    ).toHaveLength(1);
  });

  it('omits inactive data sources', async () => {
    const ownToken = await newUserToken();
    const id = getDataSourceId(await createDataSource(ownToken, 'gone'));
    await createDataSource(ownToken, 'stays');
    await callHandler('PUT', `/v7.1/data_source/${id}/`, {
      token: ownToken,
      json: { active: false },
    });
    expect(await listNames(ownToken)).toEqual(['stays']);
    expect((await get(ownToken, '')).body.total_count).toBe(1);
    expect(await listNames(ownToken, '?active=true')).toEqual(['stays']);
  });

  it('lists the inactive data sources by active=false, in pages', async () => {
    const ownToken = await newUserToken();
    for (const name of ['a', 'b', 'c']) {
      const id = getDataSourceId(await createDataSource(ownToken, name));
      await callHandler('PUT', `/v7.1/data_source/${id}/`, {
        token: ownToken,
        json: { active: false },
      });
    }
    await createDataSource(ownToken, 'stays');
    const { body } = await get(ownToken, '?active=false&limit=2');
    expect(body._embedded.data_sources.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(body.total_count).toBe(3);
    expect(await listNames(ownToken, '?active=0')).toEqual(['a', 'b', 'c']);
    expect(await listNames(ownToken, '?active=1')).toEqual(['stays']);
    const [{ href: next } = { href: '' }] = body._links.next ?? [];
    expect(next).toBe('/v7.1/data_source/?active=false&limit=2&offset=2');
    expect(await listNames(ownToken, next.slice(next.indexOf('?')))).toEqual(['c']);
    expect((await get(await newUserToken(), '?active=false')).body.total_count).toBe(0);
  });

  it.each(['', 'no', '2', 'False'])('rejects active=%s', async (active) => {
    const response = await get(token, `?active=${active}`);
    expect(response.status).toBe(400);
    expect(getValidationFailures(response)).toEqual({
      active: ['must be true or false'],
    });
  });
});
