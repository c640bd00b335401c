import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SmallService, startSmallService } from '../fixtures/service.ts';

let service: SmallService;
beforeAll(async () => {
  service = await startSmallService();
});
afterAll(() => service.close());

/** Lets a function give exactly this result. */
function give(result: unknown, headers: [string, string][] = []) {
  return service.send({
    method: 'POST',
    path: '/v7.1/reply',
    headers,
    body: JSON.stringify(result),
  });
}

describe('the result of a proxy integration', () => {
  it('is a JSON response unless it says otherwise', async () => {
    const response = await give({ statusCode: 201, body: '{"a":1}' });
    expect([response.status, response.text]).toEqual([201, '{"a":1}']);
    expect(response.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': '7',
      'x-amzn-requestid': expect.any(String),
    });
  });

  it('merges both maps of headers and takes numbers and booleans for text', async () => {
    const response = await give({
      statusCode: 200,
      headers: { 'X-Number': 3, 'X-Flag': true, 'Set-Cookie': 'a=1', 'content-type': 'text/plain' },
      multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] },
    });
    expect(response.headers).toMatchObject({
      'x-number': '3',
      'x-flag': 'true',
      'set-cookie': ['a=1', 'b=2'],
      'content-type': 'text/plain',
    });
  });

  it('has no body and no length with 204', async () => {
    const response = await give({ statusCode: 204, body: 'ignored' });
    expect([response.status, response.text, response.headers['content-length']]).toEqual([
      204,
      '',
      undefined,
    ]);
  });

  it('renames or drops the headers that API Gateway keeps for itself', async () => {
    const response = await give({
      statusCode: 401,
      headers: { 'WWW-Authenticate': 'Basic', Server: 'mine', 'Content-Length': 99, Via: 'me' },
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

  it('decodes base64 where the first accepted media type is a binary one, and only there', async () => {
    const result = {
      statusCode: 200,
      body: Buffer.from('bytes').toString('base64'),
      isBase64Encoded: true,
    };
    const accepting = async (accept: string) => (await give(result, [['Accept', accept]])).text;
    expect(await accepting('image/webp,*/*')).toBe('bytes');
    expect(await accepting('*/*,image/webp')).toBe(result.body);
    expect((await give(result)).text).toBe(result.body);
    expect(
      (await give({ ...result, isBase64Encoded: false }, [['Accept', 'image/webp']])).text,
    ).toBe(result.body);
  });

  it.each([
    ['nothing', null],
    ['a text', 'text'],
    ['no status', { body: '' }],
    ['a status that is text', { statusCode: '200' }],
    ['a status that HTTP has not', { statusCode: 99 }],
    ['a body that is an object', { statusCode: 200, body: {} }],
    ['a header that is an object', { statusCode: 200, headers: { a: {} } }],
    ['a header that is broken over lines', { statusCode: 200, headers: { a: 'x\r\ny: z' } }],
    ['many values that are not a list', { statusCode: 200, multiValueHeaders: { a: 'x' } }],
    ['a flag that is text', { statusCode: 200, isBase64Encoded: 'true' }],
  ])('is answered with 502 and a notice where it is malformed: %s', async (_, result) => {
    const { status } = await give(result);
    expect(status).toBe(502);
    expect(service.lines.at(-1)).toContain('responds with 502 to the result of');
  });
});
