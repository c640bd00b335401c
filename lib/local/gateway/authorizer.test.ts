import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '../fixtures/send.ts';
import { type SmallService, startSmallService } from '../fixtures/service.ts';

let service: SmallService;
beforeAll(async () => {
  service = await startSmallService();
});
afterAll(() => service.close());

const get = (
  authorization: string,
  id = '1',
  base = service.urls.main,
  path = `/v7.1/mine/${id}`,
) => sendRaw(base, { path, headers: [['authorization', authorization]] });

/** How often the function was asked about a token; each test has tokens of its own. */
const timesAsked = (authorization: string) =>
  service.lines.filter((line) => line === `asked about ${authorization}`).length;

describe('a TOKEN authorizer', () => {
  it('is not asked without a token of the form that it wants', async () => {
    const statuses = await Promise.all([
      get(''),
      get('Basic abc'),
      get('Bearer '),
      service.send({ path: '/v7.1/mine/1' }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(service.lines).toEqual([]);
  });

  it('gives the function its context as text', async () => {
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

  it('is asked once for a token and an API in its time to live, on the clock of the service', async () => {
    const token = 'Bearer allow-again';
    await get(token);
    await get(token, '2');
    expect(timesAsked(token)).toBe(1);
    await get(token, '', service.urls.diary, '/v2/diary');
    expect(timesAsked(token)).toBe(2);
    service.clock.advance(59);
    await get(token);
    expect(timesAsked(token)).toBe(2);
    service.clock.advance(2);
    await get(token);
    expect(timesAsked(token)).toBe(3);
  });

  it('has its kept policy evaluated for each method anew', async () => {
    const token = 'Bearer narrow';
    expect((await get(token, '1')).status).toBe(200);
    expect((await get(token, '2')).status).toBe(403);
    expect((await get(token, '1')).status).toBe(200);
    expect(timesAsked(token)).toBe(1);
  });

  it.each([
    ['a policy that denies', 'Bearer deny', 403],
    ['the error Unauthorized', 'Bearer unauthorized', 401],
    ['any other error', 'Bearer broken', 500],
    ['a crash', 'Bearer nothing-of-the-kind', 500],
    ['an answer without a policy', 'Bearer malformed', 500],
    ['a context that is not flat', 'Bearer nested', 500],
  ])('turns %s into the right status', async (_, authorization, status) => {
    expect((await get(authorization)).status).toBe(status);
  });

  it('does not keep errors', async () => {
    const token = 'Bearer unauthorized-twice';
    await get(token);
    await get(token);
    expect(timesAsked(token)).toBe(2);
  });

  it('is not asked about a method whose ARN is too long', async () => {
    const token = 'Bearer allow-long';
    expect((await get(token, 'x'.repeat(1600))).status).toBe(414);
    expect(timesAsked(token)).toBe(0);
  });
});
