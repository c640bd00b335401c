import { expect, it } from 'vitest';
import { disableUser, enableUser } from '#functions/auth/identity/change-access.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import { createFailingTable } from '#kit/failing-table.ts';
import { getIdentity, newUser, table } from '#kit/fixtures.ts';
import { findSignedInUser } from './signed-in-user.ts';

const now = new Date();

it('a disabled user is not signed in, although a session was not ended yet', async () => {
  const user = await newUser();
  const { user_id } = user;
  const token = await sessions.start(table(), await getIdentity(user), now);
  const find = () => findSignedInUser({ table: table(), header: () => [], now }, token);
  expect(await find()).toMatchObject({ profile: { id: user_id } });

  const interrupted = createFailingTable({ number: 1, isWritten: true });
  await expect(disableUser(interrupted, user_id, now)).rejects.toThrow('process ended');
  expect(await sessions.find(table(), token, now)).toBeDefined();
  expect(await find()).toBeUndefined();

  await disableUser(table(), user_id, now);
  await enableUser(table(), user_id);
  expect(await find()).toBeUndefined();
});
