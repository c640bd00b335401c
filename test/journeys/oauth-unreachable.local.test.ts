import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServiceWithOwnClock } from '#kit/own-service.ts';
import { send } from '#kit/send.ts';
import type { LocalService } from '#lib/local/service.ts';
import { newSecret } from '#shared/auth/secrets.ts';
import { formatToken } from '#shared/auth/tokens.ts';
import { newId } from '#shared/runtime/ids.ts';

let service: LocalService;

beforeAll(async () => {
  // Nothing listens at this port.
  service = await startServiceWithOwnClock({
    AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9',
  });
});

afterAll(() => service.close());

const createToken = () =>
  formatToken('access', {
    user_id: newId(new Date()),
    id: newId(new Date()),
    secret: newSecret(),
  });

it('a token is neither accepted nor called invalid while the table is unreachable', async () => {
  const { status, headers } = await send(service.urls, 'GET', '/v7.0/user/self/', {
    token: createToken(),
  });
  expect(status).toBe(503);
  expect(headers.get('www-authenticate')).toBeNull();
});

it('a token with a wrong checksum is called invalid even while the table is unreachable', async () => {
  const mistyped = `${createToken().slice(0, -7)}0000000`;
  const { status, headers } = await send(service.urls, 'GET', '/v7.0/user/self/', {
    token: mistyped,
  });
  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toContain('invalid_token');
});
