// A function of this service behind node:http in a process of its own, without the local runner.
import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { readBytes } from '#lib/local/http/message.ts';
import { servePeer } from './serve-peer.ts';

const [bundle = '', eventText = '{}'] = process.argv.slice(2);
const event: APIGatewayProxyEvent = JSON.parse(eventText);
const { handler } = createRequire(import.meta.url)(bundle);
const context = { getRemainingTimeInMillis: () => 10_000 };

async function call(body: string | null): Promise<APIGatewayProxyResult> {
  const result: APIGatewayProxyResult = await handler({ ...event, body }, context);
  if (result.statusCode >= 400) throw new Error(result.body);
  return result;
}

async function serve(request: IncomingMessage): Promise<string> {
  const body = await readBytes(request);
  const result = await call(body.toString());
  return result.body;
}

await servePeer({
  createListener: () => async (request, response) => {
    const body = await serve(request);
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(body);
  },
  call: () => call(event.body),
});
