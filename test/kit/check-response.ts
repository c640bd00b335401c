import { expect } from 'vitest';
import type { EndpointEntry } from '#lib/definitions.ts';
import { groupErrorsByStatus } from '#lib/docs/reference/endpoint-errors.ts';
import { discoverEndpoints } from '#lib/endpoints.ts';
import { corsHeaders, isOpenToAnyOrigin } from '#shared/contract/cors.ts';
import {
  type Endpoint,
  type ErrorShape,
  errorShapeByHost,
  getErrorShape,
  type Host,
  listHosts,
  type ResponseDeclaration,
} from '#shared/contract/endpoint.ts';
import { type ErrorCode, errors } from '#shared/errors/errors.ts';
import { findErrorProblems } from './error-shapes.ts';
import type { TestResponse } from './send.ts';

const entries = await discoverEndpoints();
const splitPath = (path: string) => path.split('/').filter(Boolean);
const countParameters = ({ endpoint }: EndpointEntry) => endpoint.path.split('{').length;

/** The request that led to a response. */
export interface TestRequest {
  host: Host;
  method: string;
  path: string;
}

/** Lists the endpoints of the most specific route that matches a path without its version. */
function findEndpoints({ host, path }: TestRequest): Endpoint[] {
  const [, ...segments] = splitPath(new URL(path, 'http://any').pathname);
  const matches = entries
    .filter(({ endpoint }) => listHosts(endpoint).includes(host))
    .filter(({ endpoint }) => {
      const pattern = splitPath(endpoint.path);
      return (
        pattern.length === segments.length &&
        pattern.every((part, i) => part.startsWith('{') || part === segments[i])
      );
    })
    .sort((one, other) => countParameters(one) - countParameters(other))
    .map(({ endpoint }) => endpoint);
  return matches.filter((endpoint) => endpoint.path === matches[0]?.path);
}

/**
 * Checks that an endpoint declares a response: its status, its headers, and each member of its
 * body. An error must be documented and have the shape of the endpoint.
 */
export function checkResponse(sent: TestRequest, response: TestResponse): void {
  const endpoints = findEndpoints(sent);
  checkCrossOrigin(sent.host, endpoints[0], response);
  checkPageHeaders(sent.host, response);
  if (sent.method === 'HEAD') {
    checkHead(endpoints, response);
    return;
  }

  const endpoint = endpoints.find(({ method }) => method === sent.method);
  const declared = endpoint?.responses[response.status];
  const what = describeExchange(sent, response);
  expect(response.headers.get('x-content-type-options'), what).toBe('nosniff');
  if (declared) checkDeclared(declared, response, what);
  else {
    const described = endpoint ?? endpoints[0];
    const shape = described ? getErrorShape(described) : errorShapeByHost[sent.host];
    expect(findErrorProblems(shape, response), what).toEqual([]);
    if (endpoint) checkError(sent, endpoint, shape, response, what);
    else expect([404, 405], what).toContain(response.status);
  }
}

function describeExchange(
  { method, path }: TestRequest,
  { status, text }: TestResponse,
): string {
  return `${method} ${path} responded ${status} ${text.slice(0, 1000)}`;
}

/** Checks that scripts of any origin can read a response, unless it is a page of the auth host. */
function checkCrossOrigin(
  host: Host,
  endpoint: Endpoint | undefined,
  { headers }: TestResponse,
) {
  const shape = endpoint ? getErrorShape(endpoint) : errorShapeByHost[host];
  const expected: Readonly<Record<string, string>> = isOpenToAnyOrigin(host, shape)
    ? corsHeaders
    : {};
  for (const name of Object.keys(corsHeaders))
    expect(headers.get(name), name).toBe(expected[name] ?? null);
  expect(headers.has('access-control-allow-credentials')).toBe(false);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
}

/** The directives of every page, of guides and of the reference too. */
const pageDirectives = [
  "default-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
];

/**
 * Checks that a page cannot be framed, and runs no script that its policy does not name. Neither a
 * redirect nor a page of the auth host may be cached.
 */
function checkPageHeaders(host: Host, { status, headers }: TestResponse): void {
  const isPage = headers.get('content-type')?.startsWith('text/html') === true;
  if (status === 303 || (isPage && host === 'auth'))
    expect(headers.get('cache-control')).toBe('no-store');
  if (!isPage) return;

  const directives = headers.get('content-security-policy')?.split('; ') ?? [];
  expect(directives).toEqual(expect.arrayContaining(pageDirectives));
  expect(directives.filter((text) => /^script-src.*unsafe/.test(text))).toEqual([]);
  expect(headers.get('x-frame-options')).toBe('DENY');
}

/** Checks that a response to HEAD has no body, and a status that GET declares. */
function checkHead(endpoints: readonly Endpoint[], { status, text }: TestResponse): void {
  const endpoint = endpoints.find(({ method }) => method === 'GET');
  const declared = Object.keys(endpoint?.responses ?? {}).map(Number);
  const errorStatuses = endpoint
    ? [404, ...groupErrorsByStatus(endpoint).keys()]
    : [404, 405];
  expect(text).toBe('');
  expect([...declared, ...errorStatuses]).toContain(status);
}

function checkDeclared(
  { headers: names = [], body: schema }: ResponseDeclaration,
  response: TestResponse,
  what: string,
) {
  const { headers, text, body } = response;
  expect(
    names.filter((name) => !headers.has(name)),
    `headers that are missing: ${what}`,
  ).toEqual([]);
  const type = headers.get('content-type') ?? '';
  if (schema === undefined) expect(text, what).toBe('');
  else if (typeof schema === 'string')
    expect(type, what).toContain(schema === 'html' ? 'text/html' : schema);
  else {
    const { error, data } = schema.safeParse(body);
    expect(error?.issues ?? [], what).toEqual([]);
    expect(data, `members: ${what}`).toEqual(body);
  }
}

/** Functions that return the name of an error in a body, by its shape. Pages and HAL have none. */
const errorNameGetters: Record<ErrorShape, ((code: ErrorCode) => string) | undefined> = {
  hal: undefined,
  oauth: (code) => errors[code].oauth,
  page: undefined,
  diary: (code) => errors[code].diary.code,
};

function checkError(
  { path }: TestRequest,
  endpoint: Endpoint,
  shape: ErrorShape,
  response: TestResponse,
  what: string,
) {
  const isServed = endpoint.versions.some((version) => version === splitPath(path)[0]);
  const documented = isServed
    ? groupErrorsByStatus(endpoint)
    : new Map([[404, ['unknown_version'] as const]]);
  const codes = documented.get(response.status) ?? [];
  expect(codes, `undocumented: ${what}`).not.toEqual([]);
  const getName = errorNameGetters[shape];
  if (getName)
    expect(codes.map(getName), what).toContain(
      (response.body as { error: string }).error,
    );
}
