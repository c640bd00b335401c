import { describe, expect, it } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';
import { issueClientToken, newUserToken } from '#kit/fixtures.ts';
import { createCollectionReader } from '#kit/reference-data.ts';

describe.each(['activity_type', 'remoteconnectiontype'])('GET /%s/', (resource) => {
  const read = createCollectionReader(resource);

  it('has the version of the request in every link, with and without a trailing slash', async () => {
    const token = await issueClientToken();
    const { text: expected } = await read();
    expect(expected).not.toContain('"/v7.1/');
    for (const version of ['v7.0', 'v7.1'])
      for (const slash of ['/', '']) {
        const { text } = await callHandler('GET', `/${version}/${resource}${slash}`, {
          token,
        });
        expect(text, version + slash).toBe(
          expected.replaceAll('"/v7.0/', `"/${version}/`),
        );
      }
  });

  it('is the same for a user as for an application', async () => {
    expect((await read('', { token: await newUserToken() })).text).toBe(
      (await read()).text,
    );
  });

  it('has a weak ETag, since the gateway may compress it, and may be kept for an hour', async () => {
    const { headers } = await read();
    expect(headers.get('etag')).toMatch(/^W\/"[\w-]+"$/);
    expect(headers.get('cache-control')).toBe('private, max-age=3600');
    // The gateway compresses the response only if the request has this header.
    expect(headers.get('vary')).toBe('Accept, Accept-Encoding, Prefer');
  });

  it('is not sent again to a client that has the same page', async () => {
    const headers = { 'If-None-Match': (await read()).headers.get('etag') ?? '' };
    const { status, text } = await read('', { headers });
    expect([status, text]).toEqual([304, '']);
    expect((await read('?limit=1&offset=1', { headers })).status).toBe(200);
  });
});
