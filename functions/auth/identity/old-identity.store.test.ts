import { expect, it } from 'vitest';
import { newPerson, table } from '#kit/fixtures.ts';
import { isNew } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import * as disablement from './disablement.store.ts';
import * as identities from './identity.store.ts';
import { hashPassword, verifyPassword } from './password.ts';

/** Creates a user as earlier versions did: with the credentials in the item of the email. */
async function newOldUser() {
  const { user_id, username } = await newPerson();
  const email = `${username}@example.com`;
  const password_hash = await hashPassword('correct horse battery');
  await table().put({ ...keys.email(email), user_id, username, password_hash }, isNew);
  return { user_id, email, password_hash };
}

it('finds credentials of earlier versions, and moves them when they change', async () => {
  const { user_id, email, password_hash } = await newOldUser();
  const found = await identities.findByEmail(table(), email);
  expect(found).toMatchObject({ user_id, email, password_hash });

  await identities.setPasswordAsOperator(
    table(),
    email,
    'another horse entirely',
    new Date(),
  );
  const moved = await identities.findByUser(table(), user_id);
  expect(await verifyPassword('another horse entirely', moved?.password_hash)).toBe(true);
  expect(await identities.findByEmail(table(), email)).toEqual(moved);
  const owner = await table().get<object>(keys.email(email));
  expect(owner).not.toHaveProperty('password_hash');
});

it('moves credentials of earlier versions when their user is disabled', async () => {
  const { email, user_id } = await newOldUser();
  await disablement.disableUserByEmail(table(), email, new Date());
  const moved = await identities.findByUser(table(), user_id);
  expect(moved?.disabled_datetime).toBeDefined();
});
