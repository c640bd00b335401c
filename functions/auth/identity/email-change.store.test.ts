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
  const racing = createRacingTable('after its put', () =>
    identities.replacePasswordIfUnchanged(table(), identity, 'another horse'),
  );
  expect(await change(identity, to, racing)).toBe(false);
  expect(await table().get(keys.email(to))).toBeUndefined();
});

it('keeps the new email if another change of the user claims it before the release', async () => {
  const identity = await newIdentity();
  const to = `${newId(now)}@example.com`;
  let changed: Identity | undefined;
  const racing = createRacingTable('after its put', async () => {
    changed = await identities.replacePasswordIfUnchanged(table(), identity, 'new horse');
  });
  const store: Table = {
    ...racing,
    async delete(key, condition) {
      expect(changed && (await change(changed, to))).toBe(true);
      return table().delete(key, condition);
    },
  };
  expect(await change(identity, to, store)).toBe(false);
  expect((await identities.findByEmail(table(), to))?.user_id).toBe(identity.user_id);
});
