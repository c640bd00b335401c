import { expect, it } from 'vitest';
import * as applications from '../../functions/auth/application/application.store.ts';
import * as users from '../../functions/auth/user/user.store.ts';
import { ensureDemonstration, type Remembered } from '../../lib/admin/demonstration.ts';
import { call } from '../kit/call.ts';
import { table } from '../kit/fixtures.ts';

const ensured = (remembered: Remembered) =>
  ensureDemonstration(table(), remembered, 'http://127.0.0.1:3000/callback', new Date());

async function ensure(remembered: Remembered) {
  const demonstration = await ensured(remembered);
  if (!demonstration) throw new Error('There is no demonstration.');
  return demonstration;
}

const statusWith = async (token: string) => (await call('GET', '/v7.1/data_source/', { token })).status;

it('shows the same demonstration at every start, and makes anew what somebody changed', async () => {
  const first = await ensure({});
  expect(await ensure(first)).toEqual(first);

  await users.setPassword(table(), first.email, 'another password', new Date());
  const second = await ensure(first);
  expect(second).toEqual({
    ...first,
    password: expect.not.stringContaining(first.password),
    access_token: expect.not.stringContaining(first.access_token),
    expires_datetime: expect.any(String),
  });
  expect(await Promise.all([first, second].map(({ access_token }) => statusWith(access_token)))).toEqual([
    401, 200,
  ]);

  await applications.disable(table(), second.client_id, new Date());
  const third = await ensure(second);
  expect(third).toMatchObject({ user_id: second.user_id, password: second.password });
  expect(third.client_id).not.toBe(second.client_id);

  const forgotten = await ensure({});
  expect(forgotten.user_id).toBe(third.user_id);
  expect(forgotten.password).not.toBe(third.password);

  await users.disable(table(), third.email, new Date());
  expect(await ensured(forgotten)).toBeUndefined();
});
