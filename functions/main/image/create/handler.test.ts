import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { newPerson } from '#kit/fixtures.ts';
import { cover, tinyImage } from '#kit/images.ts';
import { buildUpload, multipartWriters } from '#kit/multipart.ts';
import { newId } from '#shared/runtime/ids.ts';
import { handler } from './handler.ts';

const [writer] = Object.values(multipartWriters);
// Other tests use up the limits of the client that they share.
const client_id = newId(new Date());
let user_id: string;

beforeAll(async () => {
  ({ user_id } = await newPerson());
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

/**
 * Calls the function as the gateway does, with headers that the gateway on this machine never
 * sends. If the body is not in base64, the gateway has read its bytes as text.
 */
async function invoke(headers: Record<string, string>, isBase64Encoded = true) {
  const form = Buffer.from(
    buildUpload(writer as NonNullable<typeof writer>, tinyImage, cover),
  );
  const sent = { 'Content-Type': writer?.contentType ?? '', ...headers };
  const event = {
    resource: '/{version}/image',
    pathParameters: { version: 'v7.1' },
    headers: sent,
    multiValueHeaders: Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [name, [value]]),
    ),
    requestContext: {
      authorizer: {
        sub: user_id,
        client_id,
        origin_jti: 'test',
        token_use: 'user',
        scope: 'read',
      },
      requestTimeEpoch: Date.now(),
    },
    body: form.toString(isBase64Encoded ? 'base64' : 'latin1'),
    isBase64Encoded,
  };
  const context = { getRemainingTimeInMillis: () => 20_000 } as Context;
  const { statusCode, body } = await handler(
    event as unknown as APIGatewayProxyEvent,
    context,
  );
  return { status: statusCode, body: JSON.parse(body) };
}

describe('the function of POST /image/', () => {
  it.each(['http', 'https'])(
    'returns URLs with the scheme of the request: %s',
    async (scheme) => {
      const { status, body } = await invoke({ 'X-Forwarded-Proto': scheme });
      expect(status).toBe(201);
      expect(new URL(body.uri).protocol).toBe(`${scheme}:`);
      expect(body.template.startsWith(`${scheme}://`)).toBe(true);
    },
  );

  it('fails with 500 instead of storing an image that the gateway has corrupted', async () => {
    expect((await invoke({}, false)).status).toBe(500);
  });
});
