import { expect, it } from 'vitest';
import { callHandler, callHandlerWith } from '#kit/call-handler.ts';
import { newUserToken } from '#kit/fixtures.ts';

it('rejects a wrong method of a page in the language of the reader', async () => {
  const headers = { 'Accept-Language': 'de-AT' };
  const path = '/v7.1/oauth2/consent/';
  const response = await callHandler('DELETE', path, { host: 'auth', headers });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.text).toContain('<h1>Ungültige Anfrage</h1>');
  expect(response.text).not.toContain('Invalid request');
  expect(response.text).toMatch(/href="http[^"]+\/v7\.1\/oauth2\/account\/"/);
});

it('says that a page does not exist, in the language of the reader', async () => {
  const headers = { 'Accept-Language': 'de' };
  const options = { host: 'auth', headers } as const;
  const response = await callHandler('GET', '/v7.1/nothing/', options);
  expect([response.status, response.headers.get('allow')]).toEqual([404, null]);
  expect(response.text).toContain('<h1>Seite nicht gefunden</h1>');
});

it.each([
  ['/v7.0/data_source/', '/v7.0/data_source/', 'data_source'],
  ['/v7.1/data_source', '/v7.1/data_source/', 'data_source'],
  ['/v7.0/data_source/1/', '/v7.0/data_source/1/', 'data_source'],
  ['/v7.0/user/self/export/', '/v7.0/user/self/', 'user'],
  ['/v7.0/image/', '/v7.0/docs/image/', 'image'],
])(
  'rejects a wrong method of %s with links of its version',
  async (path, self, topic) => {
    const { status, headers, body } = await callHandler('PATCH', path);
    expect([status, headers.get('allow')]).toEqual([
      405,
      expect.stringContaining('OPTIONS'),
    ]);
    const [, version] = path.split('/');
    expect(body).toEqual({
      errors: [`method not allowed; allowed: ${headers.get('allow')}`],
      codes: ['method_not_allowed'],
      request_id: headers.get('x-amzn-requestid'),
      _links: {
        self: [{ href: self }],
        documentation: [{ href: `/${version}/docs/${topic}/` }],
      },
    });
  },
);

it.each([
  ['main', '/v9.9/data_source/'],
  ['main', '/v9.9/data_source/1/'],
  ['main', '/v9.9/activity_type/1/'],
  ['diary', '/v3/diary'],
] as const)(
  'says on %s that %s does not exist, whatever the method',
  async (host, path) => {
    const token = await newUserToken();
    const read = await callHandler('GET', path, { host, token });
    const { status, headers, body } = await callHandler('PUT', path, { host, token });
    expect([read.status, status, headers.get('allow')]).toEqual([404, 404, null]);
    const withoutId = ({ request_id: _, ...others }: { request_id?: string }) => others;
    expect(withoutId(body as object)).toEqual(withoutId(read.body as object));
  },
);

it.each(['main', 'auth', 'diary', 'mcp'] as const)(
  'says on %s how clients are known, to one that tries to register',
  async (host) => {
    const json = { redirect_uris: ['https://app.example/callback'] };
    const sendUnchecked = callHandlerWith({ sub: 'x' });
    const options = { host, json };
    const { status, headers, body } = await sendUnchecked('POST', '/register', options);
    expect(status).toBe(400);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(body).toEqual({
      error: 'invalid_request',
      error_description: expect.stringContaining('a client ID metadata document'),
    });
  },
);

it('rejects a wrong method whatever the media type of the body', async () => {
  const headers = { 'Content-Type': 'image/tiff' };
  const options = { host: 'diary', headers, body: 'x' } as const;
  const response = await callHandler('PUT', '/v2/diary', options);
  expect([response.status, response.body]).toMatchObject([
    405,
    { error: 'method-not-allowed' },
  ]);
});

it('rejects a wrong method of the token endpoint in the format of OAuth, uncached', async () => {
  const response = await callHandler('GET', '/v7.1/oauth2/access_token/');
  expect(response.status).toBe(405);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('pragma')).toBe('no-cache');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.body).toEqual({
    error: 'invalid_request',
    error_description: 'method not allowed; allowed: OPTIONS, POST',
  });
});
