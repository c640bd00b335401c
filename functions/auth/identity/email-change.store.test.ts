import { expect, it } from 'vitest';
import { newUser, table } from '#kit/fixtures.ts';
import { createRacingTable } from '#kit/races.ts';
import { newId } from '#shared/runtime/ids.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { createMailAttributes } from '../mail/mail-request.ts';
import { changeEmail } from './email-change.store.ts';
import * as identities from './identity.store.ts';
import type { Identity } from './identity.ts';

const now = new Date();

async function newIdentity(): Promise<Identity> {
  const { user_id } = await newUser();
  const identity = await identities.findByUser(table(), user_id);
  if (!identity) throw new Error('The user has no identity.');
  return identity;
}

function change(identity: Identity, to: string, store = table()): Promise<boolean> {
  const from = identity.email;
  const mail = createMailAttributes({
    template: 'email_changed',
    to: from,
    language: 'en',
  });
  return changeEmail(store, identity, { from, to }, mail, now);
}

it('releases the new email if the password changes meanwhile', async () => {
  const identity = await newIdentity();
  const to = `${newId(now)}@example.com`;
  const racingTable = createRacingTable('after its put', () =>
    identities.replacePasswordIfUnchanged(table(), identity, 'another horse'),
  );
  expect(await change(identity, to, racingTable)).toBe(false);
  expect(await table().get(keys.email(to))).toBeUndefined();
});

it('keeps the new email if a second change claims it before the first releases it', async () => {
  const identity = await newIdentity();
  const to = `${newId(now)}@example.com`;
  let identityWithNewPassword: Identity | undefined;
  // The first change fails, because the password changes while it runs.
  const racingTable = createRacingTable('after its put', async () => {
    identityWithNewPassword = await identities.replacePasswordIfUnchanged(
      table(),
      identity,
      'new horse',
    );
  });
  // The second change succeeds just before the first deletes the item of the new email.
  const store: Table = {
    ...racingTable,
    async delete(key, condition) {
      const isChanged =
        identityWithNewPassword && (await change(identityWithNewPassword, to));
      expect(isChanged).toBe(true);
      return table().delete(key, condition);
    },
  };
  expect(await change(identity, to, store)).toBe(false);
  expect((await identities.findByEmail(table(), to))?.user_id).toBe(identity.user_id);
});
