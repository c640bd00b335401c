import { describe, expect, it } from 'vitest';
import type { ApiMethod } from '../template/api.ts';
import { createRouteMatcher } from './route-matcher.ts';

const method: ApiMethod = {
  authorizer: undefined,
  integration: { type: 'lambda', functionArn: '', timeoutMs: 1 },
};

const match = createRouteMatcher(
  [
    ['/', 'GET'],
    ['/{version}', 'GET'],
    ['/{version}/things', 'POST'],
    ['/{version}/things/{id}', 'GET', 'ANY'],
    ['/{version}/things/latest', 'GET'],
    ['/{version}/{rest+}', 'GET'],
    ['/v2/diary', 'GET'],
  ].map(([path = '', ...methods]) => ({
    resourceId: path,
    path,
    methods: new Map(methods.map((name) => [name, method])),
  })),
);

describe('matching', () => {
  it.each([
    ['/', '/', null],
    ['', '/', null],
    ['/v7.1', '/{version}', { version: 'v7.1' }],
    ['/v7.1/things/5', '/{version}/things/{id}', { version: 'v7.1', id: '5' }],
    ['/v7.1/things/5/', '/{version}/things/{id}', { version: 'v7.1', id: '5' }],
    ['//v7.1/things/5/', '/{version}/things/{id}', { version: 'v7.1', id: '5' }],
    ['/v7.1/things/a%2Fb%20c', '/{version}/things/{id}', { version: 'v7.1', id: 'a/b c' }],
    ['/v7.1/things/latest', '/{version}/things/latest', { version: 'v7.1' }],
    ['/v7.1/things/5/more', '/{version}/{rest+}', { version: 'v7.1', rest: 'things/5/more' }],
    ['/v2/diary', '/v2/diary', null],
    ['/v2/other', '/{version}/{rest+}', { version: 'v2', rest: 'other' }],
  ])('leads %s to %s', (path, route, pathParameters) => {
    const found = match('GET', path);
    expect([found.route.path, found.pathParameters]).toEqual([route, pathParameters]);
  });

  it('prefers a method to ANY, and lets ANY stand for the usual methods only', () => {
    expect(match('DELETE', '/v7.1/things/5').route.path).toBe('/{version}/things/{id}');
    expect(() => match('PROPFIND', '/v7.1/things/5')).toThrow('MISSING_AUTHENTICATION_TOKEN');
  });

  it.each([
    ['GET', '/v7.1/things', 'MISSING_AUTHENTICATION_TOKEN'],
    ['POST', '/nowhere/at/all', 'MISSING_AUTHENTICATION_TOKEN'],
    ['GET', '/v7.1/things/%zz', 'DEFAULT_4XX'],
  ])('refuses %s %s as %s', (httpMethod, path, type) => {
    expect(() => match(httpMethod, path)).toThrow(type);
  });
});
