import { Agent, createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBypassingRequest, type SendHttp } from './bypass-proxy.ts';

/** Starts a server that responds with its name and the request's body. */
async function startServer(name: string): Promise<{ url: string } & AsyncDisposable> {
  const respond: RequestListener = async (request, response) => {
    response.end(`${name} ${await text(request)}`);
  };
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

const disposables = new AsyncDisposableStack();
const agent = new Agent({ keepAlive: true });
let send: SendHttp;
let proxyPort: number;

beforeAll(async () => {
  const proxy = disposables.use(await startServer('proxy'));
  const engine = disposables.use(await startServer('engine'));
  proxyPort = Number(new URL(proxy.url).port);
  const pattern = {
    eventName: ['INSERT', 'MODIFY'],
    dynamodb: { Keys: { sk: { S: [{ prefix: 'MAIL#' }] } } },
  };
  const expected = [{ table: 'Items', pattern }];
  send = createBypassingRequest({ proxyUrl: proxy.url, engineUrl: engine.url, expected });
  disposables.defer(() => agent.destroy());
});
afterAll(() => disposables.disposeAsync());

async function call(action: string, input: object): Promise<string> {
  const options = {
    host: '127.0.0.1',
    port: proxyPort,
    method: 'POST',
    agent,
    headers: { 'x-amz-target': `DynamoDB_20120810.${action}` },
  };
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const outgoing = send(options, (response) => resolve(text(response)));
  outgoing.on('error', reject);
  outgoing.end(JSON.stringify({ TableName: 'Items', ...input }));
  return promise;
}

const mail = { pk: { S: 'USER#1' }, sk: { S: 'MAIL#1' } };
const token = { pk: { S: 'USER#1' }, sk: { S: 'TOKEN#1' } };

it.each([
  { title: 'a read', action: 'GetItem', input: { Key: mail }, server: 'engine' },
  { title: 'a query', action: 'Query', input: {}, server: 'engine' },
  {
    title: 'a write that a rule matches',
    action: 'PutItem',
    input: { Item: mail },
    server: 'proxy',
  },
  {
    title: 'a write that no rule matches',
    action: 'PutItem',
    input: { Item: token },
    server: 'engine',
  },
  {
    title: 'an update that a rule matches',
    action: 'UpdateItem',
    input: { Key: mail },
    server: 'proxy',
  },
  {
    title: 'a deletion that no rule matches',
    action: 'DeleteItem',
    input: { Key: mail },
    server: 'engine',
  },
])('$title goes to the $server', async ({ action, input, server }) => {
  const body = JSON.stringify({ TableName: 'Items', ...input });
  expect(await call(action, input)).toBe(`${server} ${body}`);
  // The second call uses the open connection of the first.
  expect(await call(action, input)).toBe(`${server} ${body}`);
});
