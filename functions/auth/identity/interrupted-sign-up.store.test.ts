import { describe, expect, it } from 'vitest';
import { listUserItems } from '#kit/canaries.ts';
import { failAt } from '#kit/failing-stores.ts';
import { table } from '#kit/fixtures.ts';
import { newId } from '#shared/runtime/ids.ts';
import { exists } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import { createMailAttributes } from '../mail/mail-request.ts';
import * as emailChanges from './email-change.store.ts';
import * as identities from './identity.store.ts';
import type { Identity } from './identity.ts';
import { maxCreationMs, removeInterruptedSignUps } from './interrupted-sign-up.store.ts';

const now = new Date();
const later = new Date(now.getTime() + maxCreationMs + 1);

const newEmail = () => `${newId(now)}@example.com`;

/** Creates a user, and returns their identity or undefined if the email is taken. */
async function signUp(email: string, id = newId(now)): Promise<Identity | undefined> {
  const fields = { email, username: id, display_name: id, password: 'correct horse' };
  const created = await identities.create(table(), fields, now, id);
  return created && identities.findByUser(table(), created.id);
}

/** Starts a sign-up whose process ends before the item of the email is written. */
async function interruptSignUp(email: string): Promise<string> {
  const id = newId(now);
  const fields = { email, username: id, display_name: id, password: 'correct horse' };
  // The first two writes store the credentials and the profile.
  const { stores } = failAt({ table: table() }, 3, { onlyWrites: true });
  await expect(identities.create(stores.table, fields, now, id)).rejects.toThrow();
  expect(await listUserItems(id)).toHaveLength(2);
  return id;
}

it('leaves one account after two concurrent sign-ups with the same email', async () => {
  const email = newEmail();
  const ids = [newId(now), newId(now)];
  const results = await Promise.all(ids.map((id) => signUp(email, id)));
  const [winner, ...others] = results.filter((identity) => identity !== undefined);
  expect(others).toEqual([]);

  const profile = await identities.findProfile(table(), winner?.user_id ?? '');
  expect(profile).toMatchObject({ username: winner?.username, email });
  const loser = ids.find((id) => id !== winner?.user_id) ?? '';
  expect(await listUserItems(loser)).toEqual([]);
});

describe('an interrupted sign-up', () => {
  it('does not take the email', async () => {
    const email = newEmail();
    await interruptSignUp(email);
    expect(await identities.findByEmail(table(), email)).toBeUndefined();
    const identity = await signUp(email);
    expect(await identities.findByEmail(table(), email)).toEqual(identity);
  });

  it('is removed when its email is released, and the user who had the email stays', async () => {
    const [from, to] = [newEmail(), newEmail()];
    const id = await interruptSignUp(from);
    const identity = await signUp(from);
    if (!identity) throw new Error('The email is taken.');

    const mail = createMailAttributes({
      template: 'email_changed',
      to: from,
      language: 'en',
    });
    await emailChanges.changeEmail(table(), identity, { from, to }, mail, later);
    expect(await listUserItems(id)).toEqual([]);
    const changed = await identities.findByEmail(table(), to);
    expect(changed?.user_id).toBe(identity.user_id);

    // The index lists the user by the new email now.
    const afterChange = new Date(later.getTime() + 1);
    await removeInterruptedSignUps(table(), to, afterChange);
    expect(await identities.findByEmail(table(), to)).toEqual(changed);
    expect(await identities.findProfile(table(), identity.user_id)).toBeDefined();
  });

  it('is not removed while it may still be running', async () => {
    const email = newEmail();
    const id = await interruptSignUp(email);
    await removeInterruptedSignUps(table(), email, new Date(now.getTime() - 1));
    expect(await identities.findByUser(table(), id)).toBeDefined();

    await removeInterruptedSignUps(table(), email, later);
    expect(await identities.findByUser(table(), id)).toBeUndefined();
    expect(await identities.findProfile(table(), id)).toBeUndefined();
  });

  it('stays if its credentials change during the removal', async () => {
    const email = newEmail();
    const id = await interruptSignUp(email);
    const racingTable: Table = {
      ...table(),
      async update(key, change, condition) {
        await table().update(key, { set: { email: newEmail() } }, exists);
        return table().update(key, change, condition);
      },
    };
    await removeInterruptedSignUps(racingTable, email, later);
    expect(await identities.findByUser(table(), id)).toBeDefined();
  });

  it('is removed by a later call if a removal was interrupted', async () => {
    const email = newEmail();
    const id = await interruptSignUp(email);
    for (const failingWrite of [1, 2, 3]) {
      const { stores } = failAt({ table: table() }, failingWrite, { onlyWrites: true });
      const removal = removeInterruptedSignUps(stores.table, email, later);
      await expect(removal).rejects.toThrow();
    }
    await removeInterruptedSignUps(table(), email, later);
    expect(await listUserItems(id)).toEqual([]);
  });
});
