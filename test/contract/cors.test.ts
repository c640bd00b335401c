import { describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';
import { send } from '#kit/send.ts';
import { getErrorShape, getRequestMethods } from '#shared/contract/endpoint.ts';
import { isOpenToAnyOrigin } from '#shared/contract/response-headers.ts';
import { buildPath } from './endpoint-path.ts';
import { endpoints } from './endpoint-requests.ts';

// `call` checks the CORS headers of every response of the suite, errors of the gateway included.

const { urls } = inject('service');
const isOpen = (entry: (typeof endpoints)[number]) =>
  isOpenToAnyOrigin(entry.endpoint.host, getErrorShape(entry.endpoint));
const paths = Map.groupBy(endpoints, ({ endpoint: { host, path } }) => `${host} ${path}`);
const openPaths = [...paths].filter(([, entries]) => entries.some(isOpen));
const pagePaths = [...paths].filter(([, entries]) => !entries.some(isOpen));

const requestHeaders =
  'authorization,content-type,content-encoding,if-none-match,idempotency-key,prefer,svc-client-id,svc-user-id,api-key';
const requestHeadersOfMcp = `${requestHeaders},mcp-protocol-version,mcp-method,mcp-name`;

/** Builds the headers of the preflight of a request with every header that clients send. */
const buildPreflightHeaders = (method: string, host: string) => ({
  Origin: 'https://app.example',
  'Access-Control-Request-Method': method,
  'Access-Control-Request-Headers': host === 'mcp' ? requestHeadersOfMcp : requestHeaders,
});

it('only the pages of the authorization server are closed to other origins', () => {
  expect(pagePaths.map(([path]) => path)).toEqual(
    [...paths.keys()].filter((path) => path.startsWith('auth ')),
  );
});

describe('a preflight request', () => {
  it.each(openPaths)('is accepted for every method of %s', async (_, entries) => {
    const methods = entries.flatMap(({ endpoint }) => getRequestMethods(endpoint));
    const [entry] = entries;
    if (!entry) return;
    const { host, versions } = entry.endpoint;

    for (const slash of [true, false]) {
      const path = buildPath(entry, versions[0], undefined, slash);
      const headers = buildPreflightHeaders(methods[0] ?? '', host);
      const response = await send(urls, 'OPTIONS', path, { host, headers });
      expect([response.status, response.text]).toEqual([204, '']);

      const listValues = (name: string) => response.headers.get(name)?.split(', ').sort();
      const requested = headers['Access-Control-Request-Headers'].split(',');
      expect(listValues('access-control-allow-methods')).toEqual(methods.toSorted());
      expect(
        listValues('access-control-allow-headers')?.map((name) => name.toLowerCase()),
      ).toEqual(requested.toSorted());
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-max-age')).toBe('7200');
      expect(response.headers.has('access-control-allow-credentials')).toBe(false);
    }
  });

  it.each(pagePaths)('is rejected for the page %s', async (_, [entry]) => {
    if (!entry) return;
    const { host, versions, method } = entry.endpoint;
    const path = buildPath(entry, versions[0]);
    const headers = buildPreflightHeaders(method, host);
    const response = await call('OPTIONS', path, { host, headers });
    expect(response.status).toBe(405);
    expect(response.headers.has('access-control-allow-methods')).toBe(false);
  });
});

describe('an error of the gateway', () => {
  it.each([
    { title: 'an unknown path', path: '/v7.1/nothing/', status: 404 },
    { title: 'a request without a token', path: '/v7.1/data_source/', status: 401 },
    {
      title: 'an unknown path of the diary',
      path: '/v2/nothing',
      status: 404,
      host: 'diary',
    },
  ] as const)(
    'can be read from any origin: $title',
    async ({ path, status, ...options }) => {
      const headers = { Origin: 'https://app.example' };
      const response = await call('GET', path, { ...options, headers });
      expect(response.status).toBe(status);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-expose-headers')).toBe(
        'Location, ETag, Retry-After, RateLimit-Policy, RateLimit, WWW-Authenticate, Idempotency-Replayed, Ignored-Members, Ignored-Parameters, Preference-Applied, x-amzn-RequestId, x-amzn-Remapped-WWW-Authenticate',
      );
    },
  );
});
