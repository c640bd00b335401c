import { describe, expect, it } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';
import { createDataSource, getDataSourceId } from '#kit/data-sources.ts';
import { newUserToken } from '#kit/fixtures.ts';

describe('GET /data_source/{id}/', () => {
  it('returns the source with links of the requested version', async () => {
    const token = await newUserToken();
    const created = await createDataSource(token, 'Watch');
    const id = getDataSourceId(created);
    expect(
      (await callHandler('GET', `/v7.1/data_source/${id}/`, { token })).body,
    ).toEqual(created.body);
    const older = await callHandler('GET', `/v7.0/data_source/${id}`, { token });
    expect(JSON.parse(older.text.replaceAll('/v7.0/', '/v7.1/'))).toEqual(created.body);
  });

  it('names an unknown id, and links to the collection', async () => {
    const { status, body } = await callHandler('GET', '/v7.1/data_source/nope/', {
      token: await newUserToken(),
    });
    expect(status).toBe(404);
    expect(body).toEqual({
      errors: ['data source nope could not be found.'],
      codes: ['not_found'],
      request_id: expect.any(String),
      _links: {
        self: [{ href: '/v7.1/data_source/' }],
        documentation: [{ href: '/v7.1/docs/data_source/' }],
      },
    });
  });
});
