import { describe, expect, it, vi } from 'vitest';
import * as identities from '#functions/auth/identity/identity.store.ts';
import type { Identity } from '#functions/auth/identity/identity.ts';
import { sessionKeys } from '#functions/auth/session/session.keys.ts';
import { startSession } from '#functions/auth/sign-in/start-session.ts';
import { failAt } from '#kit/failing-stores.ts';
import { newUser, table } from '#kit/fixtures.ts';
import { createRacingTable } from '#kit/races.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { newId } from '#shared/runtime/ids.ts';
import { emailLinkKeys } from '../email-link.keys.ts';
import * as emailLinks from '../email-link.store.ts';
import type { EmailLink } from '../email-link.ts';
import type { LinkActionRequest } from './link-actions.ts';
import { completeSignUp, confirmEmail, resetPassword } from './link-actions.ts';
import { requireLink } from './require-link.ts';

const now = new Date();
const newPassword = 'another horse entirely';
const newBrowser = { sessionToken: '', device: '', name: '' };

const request = {
  body: {
    form_token: '',
    name: '',
    password: newPassword,
    repeated: newPassword,
    health_consent: 'yes',
    end_grants: '',
  },
  header: () => [],
  table: table(),
  baseUrls: { auth: 'https://auth.example' },
  version: 'v7.1',
  now,
  requestId: 'request',
  fail: serviceError,
} satisfies LinkActionRequest;

/** Creates a user and a link to their email, or to the email `to`. */
async function newLink(purpose: 'password_reset' | 'email_change', to?: string) {
  const { user_id, email } = await newUser();
  const identity = await identities.findByEmail(table(), email);
  if (!identity) throw new Error('The user has no identity.');
  const link = {
    user_id,
    purpose,
    email: to ?? email,
    previous_email: email,
    password_digest: toDigest(identity.password_hash),
    language: 'en',
    template: undefined,
  };
  return { identity, link: await emailLinks.create(table(), link, now) };
}

describe('a link to an account that does not exist yet', () => {
  it.each([
    { purpose: 'sign_up', mode: 'open', isAllowed: true },
    { purpose: 'sign_up', mode: 'invited', isAllowed: false },
    { purpose: 'invitation', mode: 'invited', isAllowed: true },
    { purpose: 'invitation', mode: 'off', isAllowed: false },
  ] as const)(
    'for a $purpose is opened only while the operator allows it: $mode',
    async ({ purpose, mode, isAllowed }) => {
      const user_id = newId(now);
      const mail = {
        email: `${user_id}@example.com`,
        language: 'en',
        template: undefined,
      };
      const { id } = await emailLinks.create(table(), { user_id, purpose, ...mail }, now);
      const token = (await emailLinks.issueToken(table(), user_id, id, now)) ?? '';
      const settings = { signUp: mode };
      const opened = requireLink({ ...request, query: { token }, settings });
      if (isAllowed) expect(await opened).toMatchObject({ id });
      else await expect(opened).rejects.toMatchObject({ code: 'sign_up_closed' });
    },
  );
});

describe('a reset of a password', () => {
  it('ends the session of a concurrent sign-in with the old one, and forgets its device', async () => {
    const { identity, link } = await newLink('password_reset');
    const signIn = () => startSession({ table: table(), now }, identity, newBrowser);
    const racing = createRacingTable('after its query', signIn);
    using _auditEvents = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await resetPassword({ ...request, table: racing }, link);
    const { user_id } = identity;
    expect(await table().query(sessionKeys.sessions(user_id))).toEqual([]);
    expect(await table().query(sessionKeys.trustedDevices(user_id))).toEqual([]);
  });
});

describe('a change of an email', () => {
  it('is rejected if the password has changed since the link was sent', async () => {
    const to = `${newId(now)}@example.com`;
    const { identity, link } = await newLink('email_change', to);
    await identities.replacePasswordIfUnchanged(table(), identity, newPassword);
    await expect(confirmEmail(request, link)).rejects.toMatchObject({
      code: 'link_unavailable',
    });
    expect(await identities.findByEmail(table(), to)).toBeUndefined();
  });
});

describe('a request whose process ends at a store call', () => {
  const actions = {
    sign_up: completeSignUp,
    password_reset: resetPassword,
    email_change: confirmEmail,
  } as const;

  /** Creates the link of a case. The link of a sign-up has a user who does not exist yet. */
  async function arrange(purpose: keyof typeof actions) {
    const to = `${newId(now)}@example.com`;
    if (purpose !== 'sign_up') {
      return newLink(purpose, purpose === 'email_change' ? to : undefined);
    }
    const user_id = newId(now);
    const unsent = { language: 'en', template: undefined };
    const link = await emailLinks.create(
      table(),
      { ...unsent, user_id, purpose, email: to },
      now,
    );
    return { identity: undefined, link };
  }

  it.each(Object.keys(actions) as (keyof typeof actions)[])(
    'has done all of a %s or nothing, and a repeat of nothing does it',
    async (purpose) => {
      using _auditEvents = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
      let hasEnded = true;
      for (let call = 1; hasEnded; call += 1) {
        const { identity, link } = await arrange(purpose);
        const { stores, hasFailed } = failAt({ table: table() }, call);
        const named = { ...request.body, name: 'Ann' };
        const act = (on: typeof request.table) =>
          actions[purpose]({ ...request, body: named, table: on }, link);
        await act(stores.table).catch(() => undefined);
        hasEnded = hasFailed();

        const key = emailLinkKeys.emailLink(link.user_id, link.id);
        const stored = await table().get<EmailLink>(key);
        const isDone = stored?.used_at !== undefined;
        const current = await identities.findByUser(table(), link.user_id);
        expect(isChanged(identity, current)).toBe(isDone);
        if (!isDone) await act(table());
        const after = await identities.findByUser(table(), link.user_id);
        expect(isChanged(identity, after)).toBe(true);
        expect(await identities.findByEmail(table(), link.email)).toEqual(after);
      }
    },
  );

  function isChanged(before: Identity | undefined, after: Identity | undefined): boolean {
    return (
      before?.email !== after?.email || before?.password_hash !== after?.password_hash
    );
  }
});
