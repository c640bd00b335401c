import { describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';
import { newParties } from '#kit/oauth-parties.ts';

const place = { send: call, urls: inject('service').urls };

interface Metadata {
  issuer: string;
  [name: string]: unknown;
}
const metadata = async (path = '/.well-known/oauth-authorization-server') =>
  call<Metadata>('GET', path);

describe('metadata (A17, RFC 8414)', () => {
  it('MD-01 names the issuer from whose address it is served, as answers do (RFC 8414 3.3)', async () => {
    const { status, body, headers } = await metadata();
    expect(status).toBe(200);
    expect(body.issuer).toBe(place.urls.main);
    expect(headers.get('content-type')).toBe('application/json');
    const { authorizeUrl } = await newParties(place);
    const url = authorizeUrl({ response_type: 'x' }).slice(place.urls.auth.length);
    const refused = await call('GET', url, { host: 'auth' });
    const back = new URL(refused.headers.get('location') ?? '');
    expect(back.searchParams.get('iss')).toBe(body.issuer);
  });

  it('MD-02 lists only what works (RFC 8414 2)', async () => {
    const { text, body } = await metadata();
    expect(text).not.toMatch(/password|implicit|plain|"none"|"token"|fragment/);
    expect(body).toMatchObject({
      response_types_supported: ['code'],
      grant_types_supported: [
        'authorization_code',
        'client_credentials',
        'refresh_token',
      ],
      token_endpoint_auth_methods_supported: [
        'client_secret_basic',
        'client_secret_post',
      ],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
  });

  it('MD-03 lists addresses that answer (RFC 8414 2)', async () => {
    const { body } = await metadata();
    for (const [name, value] of Object.entries(body).filter(([name]) =>
      /endpoint$|documentation$/.test(name),
    ))
      expect([200, 400, 401, 405], name).toContain(
        (await call('GET', String(value))).status,
      );
  });

  it('can be kept for an hour, and has no other version', async () => {
    const { headers } = await metadata();
    const again = await call('GET', '/.well-known/oauth-authorization-server', {
      headers: { 'If-None-Match': headers.get('etag') ?? '' },
    });
    expect([headers.get('cache-control'), again.status]).toEqual([
      'public, max-age=3600',
      304,
    ]);
    expect((await metadata('/v7.0/oauth-authorization-server')).status).toBe(404);
    expect((await metadata('/.well-known/oauth2/access_token/')).status).toBe(405);
  });
});
