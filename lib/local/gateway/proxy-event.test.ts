import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EchoResult, sendRaw } from '#kit/small-stack/send.ts';
import { type SmallService, startSmallService } from '#kit/small-stack/service.ts';

let service: SmallService;
beforeAll(async () => {
  service = await startSmallService();
});
afterAll(() => service.close());

async function receiveEvent(request: Parameters<SmallService['send']>[0]) {
  const response = await service.send(request);
  expect(response.status).toBe(200);
  return response.json().event;
}

describe('the event of a proxy integration', () => {
  it('has null for what the request does not have', async () => {
    const event = await sendRaw(service.urls.auth, { path: '/' }).then(
      (response) => response.json().event,
    );
    expect(event).toMatchObject({
      resource: '/',
      path: '/',
      httpMethod: 'GET',
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      pathParameters: null,
      stageVariables: null,
      body: null,
      isBase64Encoded: false,
    });
  });

  it('has the route, the path as sent and the decoded parameters', async () => {
    const event = await receiveEvent({ path: '//v7.1/things/a%20b/' });
    expect(event).toMatchObject({
      resource: '/{version}/things/{id}',
      path: '//v7.1/things/a%20b/',
      pathParameters: { version: 'v7.1', id: 'a b' },
    });
    expect(await receiveEvent({ path: '/files/a/b%2Fc' })).toMatchObject({
      pathParameters: { path: 'a/b/c' },
    });
  });

  it('has the last value and all values of the query, decoded', async () => {
    const event = await receiveEvent({
      path: '/v7.1/things/1?fields%5B%5D=a&fields[]=b+c&empty=&flag;split=1',
    });
    expect(event.queryStringParameters).toEqual({
      'fields[]': 'b c',
      empty: '',
      flag: '',
      split: '1',
    });
    expect(event.multiValueQueryStringParameters).toEqual({
      'fields[]': ['a', 'b c'],
      empty: [''],
      flag: [''],
      split: ['1'],
    });
  });

  it('keeps the case of header names and all values', async () => {
    const { headers, multiValueHeaders } = await receiveEvent({
      path: '/v7.1/things/1',
      headers: [
        ['X-Twice', 'one'],
        ['X-Twice', 'two'],
        ['x-twice', 'three'],
      ],
    });
    expect(headers).toMatchObject({ 'X-Twice': 'two', 'x-twice': 'three' });
    expect(multiValueHeaders).toMatchObject({
      'X-Twice': ['one', 'two'],
      'x-twice': ['three'],
    });
  });

  it('has forwarding headers that the client cannot forge', async () => {
    const { headers, requestContext } = await receiveEvent({
      path: '/v7.1/things/1',
      headers: [
        ['x-forwarded-for', '203.0.113.7'],
        ['X-Forwarded-Proto', 'https'],
        ['User-Agent', 'test'],
        ['Connection', 'close'],
        ['TE', 'trailers'],
      ],
    });
    const { port } = new URL(service.urls.main);
    expect(headers).toMatchObject({
      'X-Forwarded-For': '203.0.113.7, 127.0.0.1',
      'X-Forwarded-Port': port,
      'X-Forwarded-Proto': 'http',
      'X-Amzn-Trace-Id': expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/),
    });
    expect(Object.keys(headers)).not.toContain('x-forwarded-for');
    expect(Object.keys(headers)).not.toContain('TE');
    expect(requestContext.identity).toMatchObject({
      sourceIp: '127.0.0.1',
      userAgent: 'test',
      user: null,
    });
  });

  it('has the request context of API Gateway', async () => {
    const before = Date.now();
    const { requestContext } = await receiveEvent({ path: '/v7.1/things/1/?x=1' });
    expect(requestContext).toMatchObject({
      accountId: '123456789012',
      apiId: expect.stringMatching(/^[a-z0-9]{10}$/),
      domainName: '127.0.0.1',
      domainPrefix: '127',
      httpMethod: 'GET',
      path: '/v7.1/things/1/',
      protocol: 'HTTP/1.1',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      requestTime: expect.stringMatching(
        /^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/,
      ),
      resourceId: expect.stringMatching(/^[a-z0-9]{6}$/),
      resourcePath: '/{version}/things/{id}',
      stage: 'prod',
    });
    expect(requestContext.requestTimeEpoch).toBeGreaterThanOrEqual(before);
    expect(requestContext.authorizer).toBeUndefined();
  });

  it('has text as a string and binary media types as base64', async () => {
    const put = (type: string, body: Buffer | string) =>
      receiveEvent({
        method: 'PUT',
        path: '/v7.1/things/1',
        headers: [['content-type', type]],
        body,
      });
    const bytes = Buffer.from([0xff, 0x00, 0x80]);
    expect(await put('application/json', '{"a":"ä"}')).toMatchObject({
      body: '{"a":"ä"}',
      isBase64Encoded: false,
    });
    expect(await put('Multipart/Form-Data; boundary="x,y"', bytes)).toMatchObject({
      body: bytes.toString('base64'),
      isBase64Encoded: true,
    });
    expect(await put('image/png', bytes)).toMatchObject({ isBase64Encoded: true });
    expect(await put('multipart/form-data', '')).toMatchObject({
      body: null,
      isBase64Encoded: false,
    });
  });
});

describe('a proxy integration', () => {
  it('sends no body in response to HEAD', async () => {
    const response = await service.send({ method: 'HEAD', path: '/v7.1/things' });
    expect([response.status, response.text]).toEqual([200, '']);
    expect(Number(response.headers['content-length'])).toBeGreaterThan(0);
  });

  it('gives its function local addresses, and no variables of this process', async () => {
    const response = await service.send({ path: '/v7.1/things/1' });
    const { environment, context, remaining } = response.json<EchoResult>();
    const { main, auth, cdn } = service.urls;
    expect(environment).toMatchObject({
      MAIN_URL: `${main}/`,
      AUTH_URL: auth,
      CDN_URL: cdn,
      CDN_HOST: new URL(cdn).host,
      TABLE_NAME: 'Table',
      BUCKET_NAME: 'imagebucket',
      AWS_REGION: 'us-east-1',
      AWS_LAMBDA_FUNCTION_NAME: 'Echo',
      AWS_ENDPOINT_URL_DYNAMODB: service.environment.AWS_ENDPOINT_URL_DYNAMODB,
      AWS_ENDPOINT_URL_S3: service.environment.AWS_ENDPOINT_URL_S3,
    });
    expect(environment).not.toHaveProperty('PATH');
    expect(environment).not.toHaveProperty('VITEST');
    expect(context).toMatchObject({
      functionName: 'Echo',
      memoryLimitInMB: '128',
      functionVersion: '$LATEST',
    });
    const limit = 300_000;
    expect(remaining).toBeGreaterThan(limit / 2);
    expect(remaining).toBeLessThanOrEqual(limit);
  });
});
