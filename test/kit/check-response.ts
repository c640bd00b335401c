import { expect } from 'vitest';
import type { EndpointEntry } from '#lib/definitions.ts';
import { groupErrorsByStatus } from '#lib/docs/reference/endpoint-errors.ts';
import { discoverEndpoints } from '#lib/endpoints.ts';
import { isOpenToAnyOrigin } from '#shared/contract/cors.ts';
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

const catalogue = await discoverEndpoints();
const splitPath = (path: string) => path.split('/').filter(Boolean);
const parameterCount = ({ endpoint }: EndpointEntry) => endpoint.path.split('{').length;

/** What an answer is the answer to. */
export interface TestRequest {
  host: Host;
  method: string;
  path: string;
}

/** The endpoints that serve a path under whatever version, literal segments before parameters. */
function endpointsAt({ host, path }: TestRequest): Endpoint[] {
  const [, ...segments] = splitPath(new URL(path, 'http://any').pathname);
  return catalogue
    .filter(({ endpoint }) => listHosts(endpoint).includes(host))
    .filter(({ endpoint }) => {
      const pattern = splitPath(endpoint.path);
      return (
        pattern.length === segments.length &&
        pattern.every((part, i) => part.startsWith('{') || part === segments[i])
      );
    })
    .sort((one, other) => parameterCount(one) - parameterCount(other))
    .map(({ endpoint }) => endpoint);
}

/**
 * Checks that an answer is one that its endpoint declares: its status, its headers, and its body against the schema,
 * member by member; or a refusal that is documented, in the shape of the endpoint.
 */
export function checkResponse(asked: TestRequest, answer: TestResponse): void {
  const endpoints = endpointsAt(asked);
  checkCrossOrigin(asked.host, endpoints[0], answer);
  if (asked.method === 'HEAD') {
    checkHead(endpoints, answer);
    return;
  }

  const endpoint = endpoints.find(({ method }) => method === asked.method);
  const declared = endpoint?.responses[answer.status];
  const what = `${asked.method} ${asked.path} answered ${answer.status} ${answer.text.slice(0, 1000)}`;
  expect(answer.headers.get('x-content-type-options'), what).toBe('nosniff');
  if (declared) checkDeclared(declared, answer, what);
  else {
    const [any] = endpoints;
    const shape = any ? getErrorShape(endpoint ?? any) : errorShapeByHost[asked.host];
    expect(findErrorProblems(shape, answer), what).toEqual([]);
    if (endpoint) checkRefusal(asked, endpoint, shape, answer, what);
    else expect([404, 405], what).toContain(answer.status);
  }
}

/** Checks that scripts of any origin can read the response, unless it is a page of the auth host. */
function checkCrossOrigin(
  host: Host,
  endpoint: Endpoint | undefined,
  { headers }: TestResponse,
) {
  const shape = endpoint ? getErrorShape(endpoint) : errorShapeByHost[host];
  const expected = isOpenToAnyOrigin(host, shape) ? '*' : null;
  expect(headers.get('access-control-allow-origin')).toBe(expected);
  expect(headers.has('access-control-allow-credentials')).toBe(false);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
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
  answer: TestResponse,
  what: string,
) {
  const { headers, text, body } = answer;
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

/** The names under which errors go in the bodies of a shape that names them. */
const namesIn: Record<ErrorShape, ((code: ErrorCode) => string) | undefined> = {
  hal: undefined,
  oauth: (code) => errors[code].oauth,
  page: undefined,
  diary: (code) => errors[code].diary.code,
};

function checkRefusal(
  { path }: TestRequest,
  endpoint: Endpoint,
  shape: ErrorShape,
  answer: TestResponse,
  what: string,
) {
  const isServed = endpoint.versions.some((version) => version === splitPath(path)[0]);
  const documented = isServed
    ? groupErrorsByStatus(endpoint)
    : new Map([[404, ['unknown_version'] as const]]);
  const codes = documented.get(answer.status) ?? [];
  expect(codes, `undocumented: ${what}`).not.toEqual([]);
  const getName = namesIn[shape];
  if (getName)
    expect(codes.map(getName), what).toContain((answer.body as { error: string }).error);
}
