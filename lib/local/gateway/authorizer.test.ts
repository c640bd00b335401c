import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '#kit/small-stack/send.ts';
import { type SmallService, startSmallService } from '#kit/small-stack/service.ts';
import { createAuthorizer } from './authorizer.ts';

let service: SmallService;
beforeAll(async () => {
  service = await startSmallService();
  service.clock.stop();
});
afterAll(() => service.close());

const send = (base: string, path: string, authorization: string) =>
  sendRaw(base, { path, headers: [['authorization', authorization]] });
const get = (authorization: string, id = '1') =>
  send(service.urls.main, `/v7.1/mine/${id}`, authorization);

/** Counts the calls of the function for a token. No other test uses the same token. */
function countCalls(authorization: string): number {
  const calls = service.lines.filter((line) => line === `called with ${authorization}`);
  return calls.length;
}

describe('a TOKEN authorizer', () => {
  it('is not called unless the token matches the validation', async () => {
    const before = [...service.lines];
    const statuses = await Promise.all([
      get(''),
      get('Basic abc'),
      get('Bearer '),
      service.send({ path: '/v7.1/mine/1' }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(service.lines).toEqual(before);
  });

  it('passes its context to the function as strings', async () => {
    const response = await get('Bearer allow');
    expect(response.status).toBe(200);
    expect(response.json().event.requestContext.authorizer).toEqual({
      principalId: 'user-1',
      sub: 'user-1',
      level: '3',
      trusted: 'true',
      integrationLatency: expect.any(Number),
    });
  });

  it('is called once per token and API within its time to live', async () => {
    const token = 'Bearer allow-again';
    await get(token);
    await get(token, '2');
    expect(countCalls(token)).toBe(1);
    await send(service.urls.diary, '/v2/diary', token);
    expect(countCalls(token)).toBe(2);
    service.clock.advance(59);
    await get(token);
    expect(countCalls(token)).toBe(2);
    service.clock.advance(2);
    await get(token);
    expect(countCalls(token)).toBe(3);
  });

  it('evaluates a cached policy for each method', async () => {
    const token = 'Bearer narrow';
    expect((await get(token, '1')).status).toBe(200);
    expect((await get(token, '2')).status).toBe(403);
    expect((await get(token, '1')).status).toBe(200);
    expect(countCalls(token)).toBe(1);
  });

  it.each([
    { result: 'a policy that denies', authorization: 'Bearer deny', status: 403 },
    {
      result: 'the error Unauthorized',
      authorization: 'Bearer unauthorized',
      status: 401,
    },
    { result: 'any other error', authorization: 'Bearer broken', status: 500 },
    { result: 'a crash', authorization: 'Bearer unknown', status: 500 },
    {
      result: 'a result without a policy',
      authorization: 'Bearer malformed',
      status: 500,
    },
    { result: 'a nested context', authorization: 'Bearer nested', status: 500 },
  ])(
    'makes the gateway respond with $status to $result',
    async ({ authorization, status }) => {
      expect((await get(authorization)).status).toBe(status);
    },
  );

  it('is called again after an error', async () => {
    const token = 'Bearer unauthorized-twice';
    await get(token);
    await get(token);
    expect(countCalls(token)).toBe(2);
  });

  it('is not called for a method whose ARN is too long', async () => {
    const token = 'Bearer allow-long';
    expect((await get(token, 'x'.repeat(1600))).status).toBe(414);
    expect(countCalls(token)).toBe(0);
  });

  it('is called again if the clock was set back since its decision', async () => {
    const clock = { time: 3_600_000, now: () => clock.time };
    let calls = 0;
    const Statement = [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: '*' }];
    const policyDocument = { Version: '2012-10-17', Statement };
    const payload = JSON.stringify({ principalId: 'user-1', policyDocument });
    const authorize = createAuthorizer(async () => {
      calls += 1;
      return { ok: true, payload };
    }, clock);
    const authorizer = {
      id: 'tokens',
      functionArn: 'arn:aws:lambda:us-east-1:123456789012:function:tokens',
      header: 'Authorization',
      timeToLive: 60,
      validation: undefined,
    };
    const ask = () => authorize(authorizer, [['authorization', 'Bearer a']], 'arn');
    await ask();
    await ask();
    expect(calls).toBe(1);
    clock.time = 0;
    await ask();
    expect(calls).toBe(2);
  });
});
