import { describe, expect, it } from 'vitest';
import { emailLinkKeys } from '#functions/auth/email-link/email-link.keys.ts';
import * as emailLinks from '#functions/auth/email-link/email-link.store.ts';
import type { EmailLink, LinkPurpose } from '#functions/auth/email-link/email-link.ts';
import { listUserItems } from '#kit/canaries.ts';
import { runNextErasure } from '#kit/erasure.ts';
import { getIdentity, newUser, table } from '#kit/fixtures.ts';
import {
  createFaultyTable,
  faultsOfTwoChanges,
  isRepaired,
  meetFault,
} from '#kit/store-faults.ts';
import { createMailAttributes } from '#shared/mail/mail.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toOwnedCollection } from '#shared/table/keys.ts';
import * as accounts from './account.store.ts';
import * as erasures from './erasure.store.ts';
import { identityKeys } from './identity.keys.ts';
import type { IdentityMail } from './identity.mail.ts';
import * as identities from './identity.store.ts';
import type { Identity } from './identity.ts';

const now = new Date();
const password = 'correct horse';

const newEmail = () => `${newId(now)}@example.com`;

function newLink(purpose: LinkPurpose, email: string, user_id = newId(now)) {
  const link = { purpose, email, user_id, language: 'en', template: undefined };
  return emailLinks.create(table(), link, now);
}

/** Signs up with a link, as its form does. Returns whether the account was created. */
async function signUp(link: EmailLink, on = table()): Promise<boolean> {
  const { user_id, email } = link;
  const fields = { email, username: user_id, display_name: 'Ann', password };
  const useLink = emailLinks.toUse(link, now);
  return (await accounts.create(on, fields, now, { user_id, useLink })) !== undefined;
}

const newIdentity = async () => getIdentity(await newUser());

/** Changes the email of a user with a link, as its form does. */
function change(identity: Identity, link: EmailLink, on = table()): Promise<boolean> {
  const { email: from } = identity;
  const useLink = emailLinks.toUse(link, now);
  const undoLink = emailLinks.toCreation(
    {
      purpose: 'email_undo',
      email: from,
      user_id: identity.user_id,
      language: 'en',
      template: undefined,
    },
    now,
  );
  return accounts.changeEmail(on, identity, { from, to: link.email, useLink, undoLink });
}

const linkToChange = ({ user_id }: Identity, to: string) =>
  newLink('email_change', to, user_id);

/** Returns the email of a user, which must be the same in all items of the account. */
async function findWholeEmail(user_id: string): Promise<string | undefined> {
  const identity = await identities.findByUser(table(), user_id);
  const profile = await identities.findProfile(table(), user_id);
  expect(profile?.email).toBe(identity?.email);
  const owned = await table().query<{ pk: string }>({
    collection: toOwnedCollection(user_id),
  });
  const expected = identity ? [identities.toEmailKey(identity.email).pk] : [];
  expect(owned.map(({ pk }) => pk)).toEqual(expected);
  return identity?.email;
}

async function isUsed({ user_id, id }: EmailLink): Promise<boolean> {
  const link = await table().get<EmailLink>(emailLinkKeys.emailLink(user_id, id));
  return link?.used_at !== undefined;
}

describe('of concurrent requests for an email', () => {
  it('one sign-up creates its account, and the others leave nothing', async () => {
    const email = newEmail();
    const links = await Promise.all(
      Array.from({ length: 4 }, () => newLink('sign_up', email)),
    );
    const results = await Promise.all(links.map((link) => signUp(link)));
    expect(results.filter(Boolean)).toHaveLength(1);
    for (const [i, link] of links.entries()) {
      expect(await findWholeEmail(link.user_id)).toBe(results[i] ? email : undefined);
      expect(await isUsed(link)).toBe(results[i]);
    }
    const winner = links[results.indexOf(true)];
    const identity = await identities.findByEmail(table(), email);
    expect(identity?.user_id).toBe(winner?.user_id);
  });

  it('one gets it: the sign-up, or the change to it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const to = newEmail();
      const identity = await newIdentity();
      const link = await newLink('sign_up', to);
      const changeLink = await linkToChange(identity, to);
      const [isCreated, isChanged] = await Promise.all([
        signUp(link),
        change(identity, changeLink),
      ]);
      expect(isCreated).toBe(!isChanged);
      const owner = await identities.findByEmail(table(), to);
      expect(owner?.user_id).toBe(isCreated ? link.user_id : identity.user_id);
      expect(await findWholeEmail(link.user_id)).toBe(isCreated ? to : undefined);
      expect(await findWholeEmail(identity.user_id)).toBe(
        isChanged ? to : identity.email,
      );
    }
  });

  it('one sign-up of several with the same link creates the account', async () => {
    const link = await newLink('invitation', newEmail());
    const results = await Promise.all(Array.from({ length: 4 }, () => signUp(link)));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await findWholeEmail(link.user_id)).toBe(link.email);
  });
});

describe('a change of an email', () => {
  it('happens once, with one of several links', async () => {
    const identity = await newIdentity();
    const links = await Promise.all(
      Array.from({ length: 3 }, () => linkToChange(identity, newEmail())),
    );
    const requests = [...links, ...links].map((link) => change(identity, link));
    const results = await Promise.all(requests);
    expect(results.filter(Boolean)).toHaveLength(1);
    const winner = [...links, ...links][results.indexOf(true)];
    expect(await findWholeEmail(identity.user_id)).toBe(winner?.email);
    expect(await identities.findByEmail(table(), identity.email)).toBeUndefined();
  });

  it('to another spelling of the same email changes the spelling', async () => {
    const identity = await newIdentity();
    const to = identity.email.toUpperCase();
    expect(await change(identity, await linkToChange(identity, to))).toBe(true);
    expect(await findWholeEmail(identity.user_id)).toBe(to);
  });

  it('fails, and uses up no link, after the password or the email has changed', async () => {
    const identity = await newIdentity();
    const link = await linkToChange(identity, newEmail());
    await identities.replacePasswordIfUnchanged(table(), identity, 'another horse');
    expect(await change(identity, link)).toBe(false);
    const current = await getIdentity(identity);
    expect(await change({ ...current, email: newEmail() }, link)).toBe(false);
    expect(await isUsed(link)).toBe(false);
    expect(await change(current, link)).toBe(true);
  });

  it('is complete or not at all when the user is erased or disabled meanwhile', async () => {
    for (let round = 0; round < 5; round += 1) {
      const identity = await newIdentity();
      const { user_id, email } = identity;
      const to = newEmail();
      const link = await linkToChange(identity, to);
      const request = { user_id, reason: 'operator', language: 'en' } as const;
      const isImmediate = true;
      const late = new Date('2100-11-20T12:00:00Z');
      await erasures.schedule(table(), { ...request, isImmediate }, () => ({}), late);
      await Promise.all([change(identity, link), runNextErasure(user_id)]);
      expect(await findWholeEmail(user_id)).toBeUndefined();
      for (const address of [email, to])
        expect(await table().get(identityKeys.email(address))).toBeUndefined();
    }
  });
});

describe.each(faultsOfTwoChanges)(
  'if $cause meets the $tries try of change $change',
  (fault) => {
    const isDone = isRepaired(fault);
    const faulty = () => createFaultyTable(fault);

    /** Returns whether a call succeeds in spite of the fault. */
    async function succeeds(call: Promise<boolean>): Promise<boolean> {
      return (await meetFault(fault, call)) ?? false;
    }

    it('a sign-up creates all or nothing, and its link works again', async () => {
      const link = await newLink('sign_up', newEmail());
      expect(await succeeds(signUp(link, faulty()))).toBe(isDone);
      expect(await isUsed(link)).toBe(isDone);
      expect(await findWholeEmail(link.user_id)).toBe(isDone ? link.email : undefined);
      expect(await signUp(link)).toBe(!isDone);
      expect(await findWholeEmail(link.user_id)).toBe(link.email);
    });

    it('a change of an email changes all or nothing, and its link works again', async () => {
      const identity = await newIdentity();
      const link = await linkToChange(identity, newEmail());
      expect(await succeeds(change(identity, link, faulty()))).toBe(isDone);
      expect(await isUsed(link)).toBe(isDone);
      const expected = isDone ? link.email : identity.email;
      expect(await findWholeEmail(identity.user_id)).toBe(expected);
      expect(await change(identity, link)).toBe(!isDone);
      expect(await findWholeEmail(identity.user_id)).toBe(link.email);
    });

    it('a password is reset and its link used up, or neither', async () => {
      const identity = await newIdentity();
      const { user_id, email } = identity;
      const link = await newLink('password_reset', email, user_id);
      const template = 'password_was_reset';
      const mail = createMailAttributes<IdentityMail>({
        template,
        to: email,
        language: 'en',
      });
      const reset = identities.resetPasswordByLink(
        faulty(),
        identity,
        'another horse',
        mail,
        emailLinks.toUse(link, now),
      );
      expect(await succeeds(reset)).toBe(isDone);
      expect(await isUsed(link)).toBe(isDone);
      const { password_hash } = await getIdentity(identity);
      expect(password_hash !== identity.password_hash).toBe(isDone);
    });

    it('an account is deleted as a whole or not at all', async () => {
      const { user_id, email } = await newIdentity();
      await accounts.erase(faulty(), user_id).catch(() => undefined);
      expect(await findWholeEmail(user_id)).toBe(isDone ? undefined : email);
      expect(await listUserItems(user_id)).toHaveLength(isDone ? 0 : 3);
    });
  },
);
