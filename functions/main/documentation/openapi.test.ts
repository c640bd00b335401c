import { describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';

interface Document {
  servers: { url: string }[];
  components: { securitySchemes: { oauth2: { flows: object } } };
}

// lib/docs/openapi/openapi.test.ts validates the documents.

const { urls } = inject('service');
const read = (path: string) => call<Document>('GET', `/v7.1/docs/${path}`);

describe('an OpenAPI document of the service', () => {
  it.each([
    ['openapi.json', [`${urls.main}/v7.1`, `${urls.main}/v7.0`]],
    ['openapi/main.json', [`${urls.main}/v7.1`, `${urls.main}/v7.0`]],
    ['openapi/auth.json', [`${urls.auth}/v7.1`, `${urls.auth}/v7.0`]],
    ['openapi/diary.json', [`${urls.diary}/v2`]],
  ])('has the addresses of this deployment: %s', async (path, servers) => {
    const { status, headers, body, text } = await read(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(body.servers.map(({ url }) => url)).toEqual(servers);
    expect(text).not.toContain('{{');
  });

  it('names the authorization and the token endpoint of this deployment', async () => {
    const { body } = await read('openapi.json');
    expect(body.components.securitySchemes.oauth2.flows).toMatchObject({
      authorizationCode: {
        authorizationUrl: `${urls.auth}/v7.1/oauth2/authorize/`,
        tokenUrl: `${urls.main}/v7.1/oauth2/access_token/`,
      },
    });
  });

  it('can be read by browsers on any origin, and revalidated by its ETag', async () => {
    const { headers } = await read('openapi.json');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const tag = headers.get('etag') ?? '';
    const again = await call('GET', '/v7.1/docs/openapi.json', {
      headers: { 'If-None-Match': tag },
    });
    expect(again.status).toBe(304);
  });

  it.each(['main', 'other.json', 'constructor'])('is 404 for %s', async (name) => {
    const { status } = await read(`openapi/${name}`);
    expect(status).toBe(404);
  });
});
