import { describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';
import { newParties } from '#kit/oauth-parties.ts';

const service = { send: call, urls: inject('service').urls };

interface Metadata {
  issuer: string;
  [name: string]: unknown;
}
const getMetadata = async (path = '/.well-known/oauth-authorization-server') =>
  call<Metadata>('GET', path);

// RFC 8414.
describe('metadata', () => {
  it('has the issuer of its URL, as authorization responses do', async () => {
    const { status, body, headers } = await getMetadata();
    expect(status).toBe(200);
    expect(body.issuer).toBe(service.urls.main);
    expect(headers.get('content-type')).toBe('application/json');
    const { buildAuthorizeUrl } = await newParties(service);
    const url = buildAuthorizeUrl({ response_type: 'x' }).slice(service.urls.auth.length);
    const rejected = await call('GET', url, { host: 'auth' });
    const redirect = new URL(rejected.headers.get('location') ?? '');
    expect(redirect.searchParams.get('iss')).toBe(body.issuer);
  });

  it('lists only supported values', async () => {
    const { text, body } = await getMetadata();
    expect(text).not.toMatch(/password|implicit|plain|"token"|fragment/);
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
        'none',
      ],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
  });

  it('names the endpoints of the current version', async () => {
    const { body } = await getMetadata();
    const endpoints = Object.entries(body).filter(([name]) => name.endsWith('_endpoint'));
    expect(endpoints).toHaveLength(6);
    for (const [name, value] of endpoints)
      expect(String(value), name).toMatch(/\/v7\.1\/(oauth2|openid)\//);
  });

  it('lists only URLs that exist', async () => {
    const { body } = await getMetadata();
    // The endpoints reject the request, but exist.
    for (const [name, value] of Object.entries(body).filter(([name]) =>
      /endpoint$|documentation$|uri$/.test(name),
    ))
      expect([200, 303, 400, 401, 405], name).toContain(
        (await call('GET', String(value))).status,
      );
  });

  it('can be cached for an hour, and is not versioned', async () => {
    const { headers } = await getMetadata();
    const cached = await call('GET', '/.well-known/oauth-authorization-server', {
      headers: { 'If-None-Match': headers.get('etag') ?? '' },
    });
    expect([headers.get('cache-control'), cached.status]).toEqual([
      'public, max-age=3600',
      304,
    ]);
    expect((await getMetadata('/v7.0/oauth-authorization-server')).status).toBe(404);
    expect((await getMetadata('/.well-known/oauth2/access_token/')).status).toBe(404);
  });
});
