import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readResponse } from './read-response.ts';

/** Sends a request to a server with this listener. */
async function receive(listener: RequestListener): Promise<IncomingMessage> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [response] = await once(get({ port, host: '127.0.0.1' }), 'response');
  server.close();
  return response;
}

describe('reading a response', () => {
  it('returns all chunks in their order', async () => {
    const response = await receive((_, reply) => {
      reply.write('{"Item":');
      reply.end('{}}');
    });
    expect(Buffer.from(await readResponse(response)).toString()).toBe('{"Item":{}}');
  });

  it('returns no bytes for an empty body', async () => {
    const response = await receive((_, reply) => void reply.end());
    expect(await readResponse(response)).toHaveLength(0);
  });

  it('rejects if the connection ends before the response', async () => {
    const response = await receive((_, reply) => {
      reply.writeHead(200, { 'Content-Length': 100 });
      reply.write('{', () => reply.destroy());
    });
    await expect(readResponse(response)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});
