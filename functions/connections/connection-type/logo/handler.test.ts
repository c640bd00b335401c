import { describe, expect, it } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';

describe('GET /remoteconnectiontype/{id}/logo/', () => {
  it.each(['/v7.0/remoteconnectiontype/1/logo/', '/v7.1/remoteconnectiontype/1/logo'])(
    'returns a static image without a token: %s',
    async (path) => {
      const { status, text, headers } = await callHandler('GET', path);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('image/svg+xml');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(text).toContain('<title id="name">Garmin Connect</title>');
      expect(text).toContain('>GC</text>');
    },
  );

  it('can be cached for a day, and revalidated by its ETag', async () => {
    const path = '/v7.1/remoteconnectiontype/2/logo/';
    const { headers } = await callHandler('GET', path);
    expect(headers.get('cache-control')).toBe('public, max-age=86400');
    const again = await callHandler('GET', path, {
      headers: { 'If-None-Match': headers.get('etag') ?? '' },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('is 404 for an unknown type', async () => {
    const { status, body } = await callHandler(
      'GET',
      '/v7.1/remoteconnectiontype/9999/logo/',
    );
    expect(status).toBe(404);
    expect(body).toMatchObject({
      errors: ['remote connection type 9999 could not be found.'],
    });
  });
});
