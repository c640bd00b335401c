import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { defineEndpoint } from '../contract/endpoint.ts';
import { mainInterface } from '../contract/interfaces.ts';
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

// The pipeline logs each request.
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

async function getHeaders(scheme: string, version = 'v7.1') {
  const event = {
    resource: '/{version}/thing',
    pathParameters: { version },
    headers: { 'X-Forwarded-Proto': scheme },
    requestContext: { requestTimeEpoch: Date.now() },
  } as unknown as APIGatewayProxyEvent;
  const context = { getRemainingTimeInMillis: () => 20_000 } as Context;
  const { statusCode, headers = {} } = await handler(event, context);
  return { status: statusCode, ...headers };
}

it('sends the security headers with every response (M16)', async () => {
  const security = {
    'X-Content-Type-Options': 'nosniff',
    'Strict-Transport-Security': 'max-age=31536000',
  };
  expect(await getHeaders('https')).toMatchObject({ status: 200, ...security });
  expect(await getHeaders('https', 'v6')).toMatchObject({ status: 404, ...security });
});

it('sends no Strict-Transport-Security over http (RFC 6797 section 7.2)', async () => {
  const headers = await getHeaders('http');
  expect(headers).toHaveProperty('X-Content-Type-Options');
  expect(headers).not.toHaveProperty('Strict-Transport-Security');
});
