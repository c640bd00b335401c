import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SmallService, startSmallService } from '#kit/small-stack/service.ts';

let service: SmallService;
beforeAll(async () => {
  service = await startSmallService();
});
afterAll(() => service.close());

/** Makes a function return exactly this result. */
function respondWith(result: unknown, headers: [string, string][] = []) {
  return service.send({
    method: 'POST',
    path: '/v7.1/reply',
    headers,
    body: JSON.stringify(result),
  });
}

describe('the result of a proxy integration', () => {
  it('is a JSON response by default', async () => {
    const response = await respondWith({ statusCode: 201, body: '{"a":1}' });
    expect([response.status, response.text]).toEqual([201, '{"a":1}']);
    expect(response.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': '7',
      'x-amzn-requestid': expect.any(String),
    });
  });

  it('merges both header maps, and converts numbers and booleans to strings', async () => {
    const response = await respondWith({
      statusCode: 200,
      headers: {
        'X-Number': 3,
        'X-Flag': true,
        'Set-Cookie': 'a=1',
        'content-type': 'text/plain',
      },
      multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] },
    });
    expect(response.headers).toMatchObject({
      'x-number': '3',
      'x-flag': 'true',
      'set-cookie': ['a=1', 'b=2'],
      'content-type': 'text/plain',
    });
  });

  it('has no body, no length and no content type with 204', async () => {
    const response = await respondWith({ statusCode: 204, body: 'ignored' });
    expect([response.status, response.text]).toEqual([204, '']);
    expect(response.headers).not.toHaveProperty('content-length');
    expect(response.headers).not.toHaveProperty('content-type');
  });

  it('loses or renames headers that API Gateway reserves', async () => {
    const response = await respondWith({
      statusCode: 401,
      headers: {
        'WWW-Authenticate': 'Basic',
        Server: 'mine',
        'Content-Length': 99,
        Via: 'me',
      },
    });
    expect(response.rawHeaders).toEqual(
      expect.arrayContaining([
        'x-amzn-Remapped-WWW-Authenticate',
        'Basic',
        'x-amzn-Remapped-Server',
        'mine',
      ]),
    );
    expect(response.headers).toMatchObject({ 'content-length': '0' });
    expect(response.headers).not.toHaveProperty('www-authenticate');
    expect(response.headers).not.toHaveProperty('via');
  });

  it('is decoded from base64 only if the first accepted media type is binary', async () => {
    const result = {
      statusCode: 200,
      body: Buffer.from('bytes').toString('base64'),
      isBase64Encoded: true,
    };
    const accepting = async (accept: string) =>
      (await respondWith(result, [['Accept', accept]])).text;
    expect(await accepting('image/webp,*/*')).toBe('bytes');
    expect(await accepting('*/*,image/webp')).toBe(result.body);
    expect((await respondWith(result)).text).toBe(result.body);
    expect(
      (
        await respondWith({ ...result, isBase64Encoded: false }, [
          ['Accept', 'image/webp'],
        ])
      ).text,
    ).toBe(result.body);
  });

  it.each([
    { fault: 'null', result: null },
    { fault: 'a string', result: 'text' },
    { fault: 'no status', result: { body: '' } },
    { fault: 'a string as status', result: { statusCode: '200' } },
    { fault: 'an invalid status', result: { statusCode: 99 } },
    { fault: 'an object as body', result: { statusCode: 200, body: {} } },
    { fault: 'an object as header', result: { statusCode: 200, headers: { a: {} } } },
    {
      fault: 'a line break in a header',
      result: { statusCode: 200, headers: { a: 'x\r\ny: z' } },
    },
    {
      fault: 'a string in multiValueHeaders',
      result: { statusCode: 200, multiValueHeaders: { a: 'x' } },
    },
    {
      fault: 'a string as isBase64Encoded',
      result: { statusCode: 200, isBase64Encoded: 'true' },
    },
  ])('becomes a 502 with a warning if it is malformed: $fault', async ({ result }) => {
    const { status } = await respondWith(result);
    expect(status).toBe(502);
    expect(service.lines.at(-1)).toMatch(/responds with 502 to .*: the result of/);
  });
});
