import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { defineEndpoint, type Endpoint, mainInterface } from '../contract/endpoint.ts';
import { serviceError } from '../errors/errors.ts';
import { createNameCheck } from './name-check.ts';
import { serve } from './serve.ts';

const endpoint = defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/thing/',
  summary: 'List things',
  auth: 'public',
  responses: {
    200: { description: 'Things.', body: z.object({ things: z.array(z.string()) }) },
  },
});
const handler = serve(endpoint, {}, async () => ({ status: 200, body: { things: [] } }));

/** The lines of the log: the pipeline writes one for each request. */
let lines: string[] = [];
beforeEach(() => {
  lines = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
});

/** Builds a request of version 7.1 with these members. */
function buildEvent(members: object = {}): APIGatewayProxyEvent {
  const event = {
    resource: '/{version}/thing',
    pathParameters: { version: 'v7.1' },
    multiValueHeaders: {},
    requestContext: { requestTimeEpoch: Date.now() },
  };
  return { ...event, ...members } as unknown as APIGatewayProxyEvent;
}

const context = { getRemainingTimeInMillis: () => 20_000 } as Context;

async function getHeaders(scheme: string, version = 'v7.1') {
  const pathParameters = { version };
  const event = buildEvent({
    pathParameters,
    multiValueHeaders: { 'X-Forwarded-Proto': [scheme] },
  });
  const { statusCode, headers = {} } = await handler(event, context);
  return { status: statusCode, ...headers };
}

it('sends the security headers with every response', async () => {
  const security = {
    'X-Content-Type-Options': 'nosniff',
    'Strict-Transport-Security': 'max-age=31536000',
  };
  expect(await getHeaders('https')).toMatchObject({ status: 200, ...security });
  expect(await getHeaders('https', 'v6')).toMatchObject({ status: 404, ...security });
});

// RFC 6797 section 7.2.
it('sends no Strict-Transport-Security over http', async () => {
  const headers = await getHeaders('http');
  expect(headers).toHaveProperty('X-Content-Type-Options');
  expect(headers).not.toHaveProperty('Strict-Transport-Security');
});

it('is stored by no cache if the endpoint declares none', async () => {
  const headers = { 'Cache-Control': 'no-store', Vary: 'Accept, Accept-Encoding' };
  expect(await getHeaders('https')).toMatchObject(headers);
});

it('logs why the service is unavailable', async () => {
  const failing = serve(endpoint, {}, async () => {
    throw serviceError('unavailable', { cause: 'ThrottlingException' });
  });
  expect(await failing(buildEvent(), context)).toMatchObject({ statusCode: 503 });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', code: 'unavailable', cause: 'ThrottlingException', status: 503 },
  ]);
});

it.each(['v7.0', 'v7.1'])('serves each version of the endpoint: %s', async (version) => {
  expect(await getHeaders('https', version)).toMatchObject({ status: 200 });
});

it.each(['v6.9', 'v7.2', 'v7', 'V7.1', ''])(
  'serves no other version: %j',
  async (version) => {
    expect(await getHeaders('https', version)).toMatchObject({ status: 404 });
  },
);

describe('a caller', () => {
  const declaration = {
    ...mainInterface,
    method: 'POST',
    path: '/thing/',
    summary: 'Change things',
    request: { json: z.object({}) },
    responses: { 204: { description: 'Nothing.' } },
  } as const;
  const claims = {
    sub: 'a',
    client_id: 'b',
    origin_jti: 'c',
    token_use: 'user',
    scope: 'read',
  };

  /** Sends an endpoint a request whose token has these claims. Returns whether its handler ran. */
  async function sendWith(
    members: Pick<Endpoint, 'auth' | 'scope'>,
    authorizer: Readonly<Record<string, string>> | undefined,
    body = '{}',
  ) {
    const handle = vi.fn(async () => ({ status: 204 }) as const);
    const run = serve(
      defineEndpoint({ ...declaration, ...members }),
      { names: createNameCheck },
      handle,
    );
    const event = buildEvent({
      multiValueHeaders: { 'Content-Type': ['application/json'] },
      body,
      requestContext: { authorizer, requestTimeEpoch: Date.now() },
    });
    const { statusCode, headers } = await run(event, context);
    const challenge = headers?.['WWW-Authenticate'];
    const caching = headers?.['Cache-Control'];
    const hasRun = handle.mock.calls.length > 0;
    return { status: statusCode, challenge, caching, hasRun };
  }

  it.each([
    { name: 'no claims', authorizer: undefined },
    { name: 'no user', authorizer: { ...claims, sub: '' } },
    { name: 'no grant', authorizer: { ...claims, origin_jti: '' } },
    { name: 'an unknown kind of token', authorizer: { ...claims, token_use: 'other' } },
  ])('is rejected if its token has $name, unless the endpoint is public', async (row) => {
    const rejected = { status: 401, hasRun: false };
    expect(await sendWith({ auth: 'user' }, row.authorizer)).toMatchObject(rejected);
    expect(await sendWith({ auth: 'client' }, row.authorizer)).toMatchObject(rejected);
    const accepted = { status: 204, hasRun: true };
    expect(await sendWith({ auth: 'public' }, row.authorizer)).toMatchObject(accepted);
  });

  it('is a user if the endpoint requires one', async () => {
    const client = { ...claims, token_use: 'application' };
    expect(await sendWith({ auth: 'user' }, client)).toMatchObject({
      status: 403,
      hasRun: false,
    });
    expect(await sendWith({ auth: 'client' }, client)).toMatchObject({ status: 204 });
  });

  it('is an application if the endpoint requires one', async () => {
    const endpoint = { auth: 'application', scope: 'any' } as const;
    const refused = { status: 403, hasRun: false };
    expect(await sendWith(endpoint, claims)).toMatchObject(refused);
    const application = { ...claims, token_use: 'application' };
    expect(await sendWith(endpoint, application)).toMatchObject({ status: 204 });
  });

  it.each([
    { scope: undefined, granted: 'diary.write', needed: 'read' },
    { scope: 'diary.write', granted: 'diary.read images.write', needed: 'diary.write' },
  ] as const)('has the scope of the endpoint: $needed', async (row) => {
    const { scope, granted, needed } = row;
    const endpoint = { auth: 'user', ...(scope && { scope }) } as const;
    // The scope is checked before the body, which is not JSON.
    expect(await sendWith(endpoint, { ...claims, scope: granted }, '{')).toMatchObject({
      status: 403,
      challenge: `Bearer realm="fitness-data", error="insufficient_scope", scope="${needed}"`,
      hasRun: false,
    });
    expect((await sendWith(endpoint, { ...claims, scope: needed })).hasRun).toBe(true);
  });

  it('is refused by every endpoint if the user has restricted the processing', async () => {
    const restricted = { ...claims, restricted: 'true' };
    const refused = { status: 403, hasRun: false };
    expect(await sendWith({ auth: 'user' }, restricted, '{')).toMatchObject(refused);
    const anyScope = { auth: 'client', scope: 'any' } as const;
    expect(await sendWith(anyScope, restricted)).toMatchObject(refused);
    const unrestricted = { ...claims, restricted: 'false' };
    expect(await sendWith(anyScope, unrestricted)).toMatchObject({ status: 204 });
  });

  it('gets a response that no cache stores, or uses for somebody else', async () => {
    const caching = 'private, no-cache, no-store';
    for (const body of ['{}', '{'])
      expect(await sendWith({ auth: 'user' }, claims, body)).toMatchObject({ caching });
    expect(await sendWith({ auth: 'public' }, undefined)).toMatchObject({
      caching: 'no-store',
    });
  });

  it('has any scope if the endpoint needs none', async () => {
    const endpoint = { auth: 'client', scope: 'any' } as const;
    const caller = { ...claims, scope: 'profile.read' };
    expect(await sendWith(endpoint, caller)).toMatchObject({ status: 204 });
  });
});
