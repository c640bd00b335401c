import { expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { send, type TestResponse } from '#kit/send.ts';
import type { Schema } from '#shared/contract/endpoint.ts';
import { invalidUtf8Value } from '#shared/contract/schema.ts';
import { validate } from '#shared/http/validation.ts';
import { endpoints, newOwner, selectOneOfEachKind } from './endpoint-requests.ts';

const { urls } = inject('service');

const { getToken, sendTo } = await newOwner();

/** Returns whether the schema of a query rejects a parameter that is not UTF-8. */
function rejectsInvalidUtf8(schema: Schema, name: string): boolean {
  const query = { schema, value: { [name]: invalidUtf8Value } };
  const { [name]: problems = [] } = validate({ query }).failures;
  return problems.includes('must be valid UTF-8');
}

const queryParameters = endpoints.flatMap((entry) => {
  const { query } = entry.endpoint.request ?? {};
  if (!(query instanceof z.ZodMiniObject)) return [];
  return Object.keys(query.shape).map((name) => {
    return { name, id: entry.id, entry, isRejected: rejectsInvalidUtf8(query, name) };
  });
});
const rejected = queryParameters.filter(({ isRejected }) => isRejected);
const sampled = selectOneOfEachKind(rejected.map(({ entry }) => entry));
const sampledParameters = rejected.filter(({ entry }) => sampled.includes(entry));
/** Handlers check the parameters of an authorization, to redirect with the errors. */
const redirectParameters = queryParameters.filter(({ isRejected }) => !isRejected);

it('the schema of each query rejects parameters that are not UTF-8, except where errors redirect', () => {
  const redirecting = new Set(redirectParameters.map(({ id }) => id));
  expect([...redirecting]).toEqual([
    'auth/authorize',
    'auth/authorize/redirect/forward',
    'connections/connect/callback/provider',
  ]);
  expect(rejected.length).toBeGreaterThan(40);
});

/** Follows the redirect of an authorization request that was sent to the main host (A22). */
async function followToAuthorization(response: TestResponse): Promise<TestResponse> {
  const location = response.headers.get('location') ?? '';
  const forwarded = ['oauth2/authorize/', 'connect/'];
  const isForwarded = forwarded.some((path) =>
    location.startsWith(`${urls.auth}/v7.0/${path}`),
  );
  return isForwarded ? send(urls, 'GET', location) : response;
}

it.each([...redirectParameters, ...sampledParameters])(
  'the parameter $name of $id must be UTF-8',
  async ({ name, entry }) => {
    const response = await sendTo(entry, getToken(entry), { notUtf8: name });
    const { status, headers } = await followToAuthorization(response);
    const redirectError = new URL(headers.get('location') ?? 'none:').searchParams.get(
      'error',
    );
    const expected = status === 303 ? [303, 'invalid_request'] : [400, null];
    expect([status, redirectError]).toEqual(expected);
  },
);
