import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { groupErrorsByStatus } from '#lib/docs/reference/errors.ts';
import { discoverEndpoints, type EndpointEntry } from '#lib/endpoints.ts';
import {
  type Endpoint,
  type ErrorShape,
  errorShapeByHost,
  getErrorShape,
  type Host,
  listHosts,
  type ResponseDeclaration,
  rootPrefix,
} from '#shared/contract/endpoint.ts';
import { corsHeaders, isOpenToAnyOrigin } from '#shared/contract/response-headers.ts';
import { type ErrorCode, getErrorCodes } from '#shared/errors/errors.ts';
import { toContentDigest } from '#shared/pages/content-digest.ts';
import { findErrorProblems } from './error-shapes.ts';
import { getIdentityHeaders } from './fixtures.ts';
import { findLimitProblems } from './limit-fields.ts';
import type { Send, SendOptions, TestResponse } from './send.ts';

const splitPath = (path: string) => path.split('/').filter(Boolean);
const countParameters = ({ endpoint }: EndpointEntry) => endpoint.path.split('{').length;

/** The endpoints with the segments of their paths, those with the fewest parameters first. */
const routes = (await discoverEndpoints())
  .toSorted((one, other) => countParameters(one) - countParameters(other))
  .map(({ endpoint }) => ({
    endpoint,
    hosts: listHosts(endpoint),
    pattern: splitPath(endpoint.path),
  }));

/** The request that led to a response. */
interface TestRequest {
  host: Host;
  method: string;
  path: string;
}

/** Lists the endpoints of the most specific route that matches a path without its version. */
function findEndpoints({ host, path }: TestRequest): Endpoint[] {
  const [, ...segments] = splitPath(new URL(path, 'http://any').pathname);
  const matches = routes.filter(
    ({ hosts, pattern }) =>
      pattern.length === segments.length &&
      hosts.includes(host) &&
      pattern.every((part, i) => part.startsWith('{') || part === segments[i]),
  );
  const endpoints = matches.map(({ endpoint }) => endpoint);
  return endpoints.filter(({ path: matched }) => matched === endpoints[0]?.path);
}

/**
 * Expects equal values, as `toEqual` does. Only a difference needs `expect`, whose cost for each
 * response of the tests adds up.
 */
function expectEqual(actual: unknown, expected: unknown, message?: string): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, message).toEqual(expected);
}

/** Expects one of several values, like `expectEqual`. */
function expectIncluded<T>(expected: readonly T[], actual: T, message?: string): void {
  if (!expected.includes(actual)) expect(expected, message).toContain(actual);
}

/**
 * Checks that an endpoint declares a response: its status, its headers, and each member of its
 * body. An error must be documented and have the shape of the endpoint.
 */
function checkResponse(sent: TestRequest, response: TestResponse): void {
  const endpoints = findEndpoints(sent);
  checkCrossOrigin(sent.host, endpoints[0], response);
  checkPage(sent, response);
  if (sent.method === 'HEAD') {
    checkHead(endpoints, response);
    return;
  }

  const endpoint = endpoints.find(({ method }) => method === sent.method);
  const declared = endpoint && findDeclared(endpoint, response);
  const what = describeExchange(sent, response);
  expectEqual(response.headers.get('x-content-type-options'), 'nosniff', what);
  if (endpoint) expectEqual(findLimitProblems(endpoint, response), [], what);
  if (endpoint && declared) {
    checkDeclared(declared, response, what);
    checkCaching(endpoint, response, what);
  } else {
    const described = endpoint ?? endpoints[0];
    const shape = described ? getErrorShape(described) : errorShapeByHost[sent.host];
    expectEqual(findErrorProblems(shape, response), [], what);
    if (endpoint) checkError(sent, endpoint, shape, response, what);
    else expectIncluded([404, 405], response.status, what);
  }
}

/**
 * Returns the declaration of a response, or undefined for an error. A status of an error can
 * also be declared for a page, or for a provider that reads no body.
 */
function findDeclared(
  endpoint: Endpoint,
  { status, headers, text }: TestResponse,
): ResponseDeclaration | undefined {
  const isError = groupErrorsByStatus(endpoint).has(status);
  const isPage = headers.get('content-type')?.startsWith('text/html') === true;
  return isError && !isPage && text !== '' ? undefined : endpoint.responses[status];
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
    expectEqual(headers.get(name), expected[name] ?? null, name);
  expectEqual(headers.has('access-control-allow-credentials'), false);
  expectEqual(headers.get('x-content-type-options'), 'nosniff');
}

/** The directives of every page, of guides and of the reference too. */
const pageDirectives = [
  "default-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
];

/**
 * Checks that a page cannot be framed, and runs no script that its policy does not name. Neither a
 * redirect nor a page of the auth host may be cached. Of those, only that of a sign-up has a script.
 */
function checkPage({ host, path }: TestRequest, { status, headers, text }: TestResponse) {
  const isPage = headers.get('content-type')?.startsWith('text/html') === true;
  if (status === 303 || (isPage && host === 'auth'))
    expectEqual(headers.get('cache-control'), 'no-store');
  if (!isPage) return;

  const directives = headers.get('content-security-policy')?.split('; ') ?? [];
  for (const directive of pageDirectives) expectIncluded(directives, directive);
  const unsafe = directives.filter((text) => /^script-src.*unsafe/.test(text));
  expectEqual(unsafe, []);
  if (host === 'auth') {
    const scripts = Array.from(
      text.matchAll(/<script>(.*?)<\/script>/gs),
      ([, it]) => it,
    );
    if (!path.includes('/oauth2/open-link/'))
      expectEqual(text.includes('<script'), false);
    const named = scripts.map((script = '') => `script-src '${toContentDigest(script)}'`);
    const allowed = directives.filter((directive) => directive.startsWith('script-src'));
    expectEqual(allowed, named, path);
  }
  expectEqual(headers.get('x-frame-options'), 'DENY');
}

/** Checks that a response to HEAD has no body, and a status that GET declares. */
function checkHead(endpoints: readonly Endpoint[], { status, text }: TestResponse): void {
  const endpoint = endpoints.find(({ method }) => method === 'GET');
  const declared = Object.keys(endpoint?.responses ?? {}).map(Number);
  const errorStatuses = endpoint
    ? [404, ...groupErrorsByStatus(endpoint).keys()]
    : [404, 405];
  expectEqual(text, '');
  expectIncluded([...declared, ...errorStatuses], status);
}

function checkDeclared(
  { headers: names = [], body: schema }: ResponseDeclaration,
  response: TestResponse,
  what: string,
) {
  const { headers, text, body } = response;
  const missing = names.filter((name) => !headers.has(name));
  expectEqual(missing, [], `headers that are missing: ${what}`);
  const type = headers.get('content-type') ?? '';
  if (schema === undefined) expectEqual(text, '', what);
  else if (typeof schema === 'string')
    expect(type, what).toContain(schema === 'html' ? 'text/html' : schema);
  else {
    const { error, data } = schema.safeParse(body);
    expectEqual(error?.issues ?? [], [], what);
    expectEqual(data, body, `members: ${what}`);
  }
}

/** Checks that no cache stores a personal response, or serves a compressed one to everybody. */
function checkCaching({ auth }: Endpoint, { headers }: TestResponse, what: string) {
  const cacheControl = headers.get('cache-control') ?? '';
  const isShared = !/^(?:no-store|private)\b/.test(cacheControl);
  if (auth !== 'public') expectEqual(isShared, false, `shared: ${what}`);
  const varies = headers.get('vary')?.includes('Accept-Encoding') === true;
  if (headers.has('content-encoding')) expectEqual(varies, true, `Vary: ${what}`);
}

/** Functions that return the name of an error in a body, by its shape. Pages and HAL have none. */
const errorNameGetters: Record<ErrorShape, ((code: ErrorCode) => string) | undefined> = {
  hal: undefined,
  oauth: (code) => getErrorCodes(code).oauth,
  page: undefined,
  diary: (code) => getErrorCodes(code).diary,
  rpc: undefined,
};

function checkError(
  { path }: TestRequest,
  endpoint: Endpoint,
  shape: ErrorShape,
  response: TestResponse,
  what: string,
) {
  const [prefix = rootPrefix] = splitPath(path);
  const isServed = endpoint.versions.some((version) => version === prefix);
  const documented = isServed
    ? groupErrorsByStatus(endpoint)
    : new Map([[404, ['unknown_version'] as const]]);
  const codes = documented.get(response.status) ?? [];
  expectEqual(codes.length > 0, true, `undocumented: ${what}`);
  const getName = errorNameGetters[shape];
  if (!getName) return;
  const { error } = response.body as { error: string };
  expectIncluded(codes.map(getName), error, what);
}

/**
 * Returns a function that checks that the endpoint declares each response. Its requests to the
 * diary carry the identity headers of their token.
 */
export function withChecks(sendUnchecked: Send): Send {
  return async <Body = unknown>(
    method: Parameters<Send>[0],
    path: string,
    options: SendOptions = {},
  ) => {
    const { host = 'main' } = options;
    const identity = host === 'diary' ? getIdentityHeaders(options.token) : {};
    const headers = { ...identity, ...options.headers };
    const response = await sendUnchecked<Body>(method, path, { ...options, headers });

    // A whole URL leads to another host, e.g. the CDN, which declares nothing.
    const isDeclared = !URL.canParse(path);
    if (isDeclared) checkResponse({ host, method, path }, response);
    return response;
  };
}
