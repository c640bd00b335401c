import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { newPerson, table } from '#kit/fixtures.ts';
import { cover, tinyImage } from '#kit/images.ts';
import { buildUpload, multipartWriters } from '#kit/multipart.ts';
import { newId } from '#shared/runtime/ids.ts';
import { isNew } from '#shared/table/condition.ts';
import { imageKeys } from '../image.keys.ts';
import { maxImagesPerDay } from '../image.ts';
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
async function invoke(
  headers: Record<string, string>,
  isBase64Encoded = true,
  by: { user_id: string; time?: Date } = { user_id },
) {
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
        sub: by.user_id,
        client_id,
        origin_jti: 'test',
        token_use: 'user',
        scope: 'read',
      },
      requestTimeEpoch: (by.time ?? new Date()).getTime(),
    },
    body: form.toString(isBase64Encoded ? 'base64' : 'latin1'),
    isBase64Encoded,
  };
  const context = { getRemainingTimeInMillis: () => 20_000 } as Context;
  const result = await handler(event as unknown as APIGatewayProxyEvent, context);
  const { statusCode: status, headers: received, body } = result;
  return { status, headers: received, body: JSON.parse(body) };
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

  it('refuses more images than a user has in a day, until the next one', async () => {
    const person = await newPerson();
    const today = imageKeys.imagesOfDay(person.user_id, '2026-11-20');
    await table().put({ ...today, count: maxImagesPerDay - 1 }, isNew);
    const upload = (time: string) =>
      invoke({}, true, { ...person, time: new Date(time) });
    const times = [
      '2026-11-20T18:00:00Z',
      '2026-11-20T18:00:00Z',
      '2026-11-21T00:00:00Z',
    ];
    const [last, refused, next] = await Array.fromAsync(times, upload);
    expect([last?.status, refused?.status, next?.status]).toEqual([201, 429, 201]);
    expect(refused?.headers).toMatchObject({ 'Retry-After': '21600' });
    expect(refused?.body.errors).toEqual([
      'too many images in a day; try again in 21600 seconds',
    ]);
  });

  it('fails with 500 instead of storing an image that the gateway has corrupted', async () => {
    expect((await invoke({}, false)).status).toBe(500);
  });
});
