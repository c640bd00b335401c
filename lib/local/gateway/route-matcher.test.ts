import { describe, expect, it } from 'vitest';
import type { ApiMethod } from '../template/api.ts';
import { createRouteMatcher } from './route-matcher.ts';

const method: ApiMethod = {
  authorizer: undefined,
  integration: { type: 'lambda', functionArn: '', timeoutMs: 1 },
};

const routes = [
  { path: '/', methods: ['GET'] },
  { path: '/{version}', methods: ['GET'] },
  { path: '/{version}/things', methods: ['POST'] },
  { path: '/{version}/things/{id}', methods: ['GET', 'ANY'] },
  { path: '/{version}/things/latest', methods: ['GET'] },
  { path: '/{version}/{rest+}', methods: ['GET'] },
  { path: '/v2/diary', methods: ['GET'] },
];

const match = createRouteMatcher(
  routes.map(({ path, methods }) => ({
    resourceId: path,
    path,
    methods: new Map(methods.map((name) => [name, method])),
  })),
);

const thing = '/{version}/things/{id}';

describe('the route matcher', () => {
  it.each([
    { path: '/', route: '/', parameters: null },
    { path: '', route: '/', parameters: null },
    { path: '/v7.1', route: '/{version}', parameters: { version: 'v7.1' } },
    { path: '/v7.1/things/5', route: thing, parameters: { version: 'v7.1', id: '5' } },
    { path: '/v7.1/things/5/', route: thing, parameters: { version: 'v7.1', id: '5' } },
    { path: '//v7.1/things/5/', route: thing, parameters: { version: 'v7.1', id: '5' } },
    {
      path: '/v7.1/things/a%2Fb%20c',
      route: thing,
      parameters: { version: 'v7.1', id: 'a/b c' },
    },
    {
      path: '/v7.1/things/latest',
      route: '/{version}/things/latest',
      parameters: { version: 'v7.1' },
    },
    {
      path: '/v7.1/things/5/more',
      route: '/{version}/{rest+}',
      parameters: { version: 'v7.1', rest: 'things/5/more' },
    },
    { path: '/v2/diary', route: '/v2/diary', parameters: null },
    {
      path: '/v2/other',
      route: '/{version}/{rest+}',
      parameters: { version: 'v2', rest: 'other' },
    },
  ])('matches $path with $route', ({ path, route, parameters }) => {
    const { route: matched, pathParameters } = match('GET', path);
    expect([matched.path, pathParameters]).toEqual([route, parameters]);
  });

  it.each(['DELETE', 'TRACE', 'PROPFIND'])('matches ANY for %s', (httpMethod) => {
    expect(match(httpMethod, '/v7.1/things/5').route.path).toBe(thing);
  });

  it.each([
    { method: 'GET', path: '/v7.1/things', type: 'MISSING_AUTHENTICATION_TOKEN' },
    { method: 'POST', path: '/unknown/path', type: 'MISSING_AUTHENTICATION_TOKEN' },
    { method: 'GET', path: '/v7.1/things/%zz', type: 'DEFAULT_4XX' },
  ])('rejects $method $path with $type', ({ method: httpMethod, path, type }) => {
    expect(() => match(httpMethod, path)).toThrow(type);
  });
});
