import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { expect, it } from 'vitest';
import { defineEndpoint, mainInterface } from '../contract/endpoint.ts';
import type { LambdaHandler } from './serve.ts';
import { serveEach } from './serve-each.ts';

const shared = {
  ...mainInterface,
  summary: 'Serve a thing',
  auth: 'public',
  responses: { 200: { description: 'The thing.' } },
} as const;

const endpoints = {
  read: defineEndpoint({ ...shared, method: 'GET', path: '/thing/{id}/' }),
  change: defineEndpoint({ ...shared, method: 'POST', path: '/thing/{id}/' }),
};

const respondWith =
  (body: string): LambdaHandler =>
  async () => ({ statusCode: 200, body });

const handler = serveEach(endpoints, {
  read: respondWith('read'),
  change: respondWith('changed'),
});

const send = (httpMethod: string, resource: string) =>
  handler({ httpMethod, resource } as APIGatewayProxyEvent, {} as Context);

it.each([
  ['GET', 'read'],
  ['HEAD', 'read'],
  ['POST', 'changed'],
])('chooses the handler of %s by its route', async (method, body) => {
  expect(await send(method, '/{version}/thing/{id}')).toMatchObject({ body });
});

it('refuses a route that the gateway does not have', async () => {
  await expect(send('GET', '/{version}/other')).rejects.toThrow(
    'The function does not serve GET /{version}/other.',
  );
  await expect(send('DELETE', '/{version}/thing/{id}')).rejects.toThrow('DELETE');
});
