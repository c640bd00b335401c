import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { endRequestedAccess } from '#functions/auth/identity/change-access.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import type { Identity } from '#functions/auth/identity/identity.ts';
import { sessionKeys } from '#functions/auth/session/session.keys.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import { startSession } from '#functions/auth/sign-in/start-session.ts';
import { failAt } from '#kit/failing-stores.ts';
import {
  getIdentity,
  newClient,
  newUser,
  type TestClient,
  table,
} from '#kit/fixtures.ts';
import { createRacingTable } from '#kit/races.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { parseToken } from '#shared/auth/tokens.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { newId } from '#shared/runtime/ids.ts';
import { emailLinkKeys } from '../email-link.keys.ts';
import * as emailLinks from '../email-link.store.ts';
import type { EmailLink } from '../email-link.ts';
import { readBrowserSettings } from './browser-settings.ts';
import { confirmEmail, undoEmailChange } from './email-actions.ts';
import { completeSignUp, type LinkActionRequest, resetPassword } from './link-actions.ts';
import { requireLink } from './require-link.ts';

// The audit events of actions are not output of the tests.
beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));
afterEach(() => void vi.restoreAllMocks());

const now = new Date();

/** The members of a link that no mail has. */
const unsent = { language: 'en', template: undefined };

/** Returns the access that a client has to everything. */
const toAccess = ({ client_id, name }: TestClient) =>
  ({ client_id, application_name: name, token_use: 'user', scope: 'read' }) as const;

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
    time_zone: '',
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
  const identity = await getIdentity(await newUser());
  const { user_id, email } = identity;
  const link = {
    user_id,
    purpose,
    email: to ?? email,
    previous_email: email,
    password_digest: toDigest(identity.password_hash),
    ...unsent,
  };
  return { identity, link: await emailLinks.create(table(), link, now) };
}

/** Changes the email of a new user. Returns the link that undoes it, and the identity of before. */
async function newUndo(to = `${newId(now)}@example.com`, session_id?: string) {
  const { identity: before, link: change } = await newLink('email_change', to);
  await confirmEmail(request, { ...change, session_id });
  return { before, identity: await getIdentity(before), link: await findUndo(before) };
}

/** Returns the link that undoes the change of this email. */
async function findUndo({ user_id, email }: Identity): Promise<EmailLink> {
  const links = await table().query<EmailLink>(emailLinkKeys.emailLinks(user_id));
  const undo = links.find(
    (link) => link.purpose === 'email_undo' && link.email === email,
  );
  if (!undo) throw new Error('No link undoes the change.');
  return undo;
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
      const link = { user_id, purpose, email: `${user_id}@example.com`, ...unsent };
      const { id } = await emailLinks.create(table(), link, now);
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

describe('the link that undoes a change of an email', () => {
  const attacker = () => `${newId(now)}@evil.example`;

  async function undo(link: EmailLink, on = table(), at = now): Promise<void> {
    await undoEmailChange({ ...request, table: on, now: at }, link);
  }

  /** Changes the email of an identity once more. */
  async function changeAgain(
    identity: Identity,
    to: string,
    session_id?: string,
    at = now,
  ): Promise<Identity> {
    const change = await newChange(identity, to);
    await confirmEmail({ ...request, now: at }, { ...change, session_id });
    return getIdentity(identity);
  }

  const newChange = (identity: Identity, to: string) =>
    emailLinks.create(
      table(),
      {
        user_id: identity.user_id,
        purpose: 'email_change',
        email: to,
        previous_email: identity.email,
        password_digest: toDigest(identity.password_hash),
        access_generation: identity.access_generation ?? 0,
        ...unsent,
      },
      now,
    );

  it('restores email and password, whatever was changed since, and ends the access', async () => {
    const { before, identity, link } = await newUndo(attacker(), newId(now));
    const { user_id, email, password_hash } = before;
    const client = await newClient();
    const earlier = new Date(now.getTime() - 1000);
    const access = { user_id, username: 'Ann', ...toAccess(client) };
    await grants.issue(table(), access, earlier);
    await grants.issue(table(), access, now);
    await startSession({ table: table(), now }, identity, newBrowser);
    const taken = await identities.replacePasswordIfUnchanged(
      table(),
      identity,
      'x1y2z3',
    );
    if (!taken) throw new Error('The password was not changed.');
    await changeAgain(taken, attacker());

    await undo(link);
    const restored = await identities.findByEmail(table(), email);
    expect(restored).toMatchObject({ user_id, email, password_hash });
    expect((await identities.findProfile(table(), user_id))?.email).toBe(email);
    expect(await table().query(sessionKeys.sessions(user_id))).toEqual([]);
    expect(await table().query(sessionKeys.trustedDevices(user_id))).toEqual([]);
    const live = (await grants.listByUser(table(), user_id)).filter(
      ({ revoked_at }) => revoked_at === undefined,
    );
    expect(live.map(({ created_datetime }) => created_datetime)).toEqual([
      earlier.toISOString(),
    ]);
    const used = await table().get(emailLinkKeys.emailLink(user_id, link.id));
    expect(used).not.toHaveProperty('previous_password_hash');
  });

  describe('and the sessions', () => {
    const earlier = new Date(now.getTime() - 1000);
    const start = async (identity: Identity, at: Date) => {
      const token = await sessions.start(table(), identity, at);
      return parseToken('session', token)?.id ?? '';
    };
    const listIds = async ({ user_id }: Identity) => {
      const active = await sessions.listActive(table(), user_id, now);
      return active.map(({ id }) => id);
    };

    it('keeps those from before, ends those since and the one that made the change', async () => {
      const { identity: before } = await newLink('email_change');
      const kept = await start(before, earlier);
      const changing = await start(before, earlier);
      const identity = await changeAgain(before, attacker(), changing);
      await start(identity, now);
      expect(await listIds(before)).toHaveLength(3);
      await undo(await findUndo(before));
      expect(await listIds(before)).toEqual([kept]);
    });

    it('ends those that made a later change, too', async () => {
      const { before, identity, link } = await newUndo(attacker(), newId(now));
      const kept = await start(before, earlier);
      const changing = await start(before, earlier);
      await changeAgain(identity, attacker(), changing);
      await undo(link);
      expect(await listIds(before)).toEqual([kept]);
    });

    it('keeps the one that made an earlier change, which is not undone', async () => {
      const { before, identity } = await newUndo(undefined, newId(now));
      const own = await start(before, earlier);
      const later = new Date(now.getTime() + 1000);
      await changeAgain(identity, attacker(), newId(now), later);
      await undo(await findUndo(identity), table(), later);
      expect(await listIds(before)).toEqual([own]);
    });

    it('ends all if the link does not know which one made the change', async () => {
      const { before, link } = await newUndo();
      await start(before, earlier);
      await undo(link);
      expect(await listIds(before)).toEqual([]);
    });

    it('brings none back that ended meanwhile by a new password', async () => {
      const { before, identity, link } = await newUndo(attacker(), newId(now));
      await start(before, earlier);
      await endRequestedAccess(request, before.user_id);
      await identities.replacePasswordIfUnchanged(table(), identity, 'x1y2z3');
      await undo(link);
      expect(await listIds(before)).toEqual([]);
      expect(await identities.findByEmail(table(), before.email)).toMatchObject({
        password_hash: before.password_hash,
      });
    });
  });

  it('works once, also if it is used twice at the same time', async () => {
    const { link } = await newUndo();
    const results = await Promise.allSettled([undo(link), undo(link)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('ends with the links of all other changes, before and after it', async () => {
    const { before, identity, link } = await newUndo(attacker());
    await changeAgain(identity, attacker());
    const later = await findUndo(identity);
    await undo(link);
    await expect(undo(later)).rejects.toMatchObject({ code: 'link_unavailable' });
    expect(await identities.findByEmail(table(), before.email)).toMatchObject({
      user_id: before.user_id,
    });
    // A change after that can be undone again.
    const restored = await identities.findByEmail(table(), before.email);
    if (!restored) throw new Error('The email was not restored.');
    await changeAgain(restored, attacker());
    const [newest] = (
      await table().query<EmailLink>(emailLinkKeys.emailLinks(before.user_id))
    ).filter(({ access_generation, used_at, purpose }) => {
      const isOpen = purpose === 'email_undo' && used_at === undefined;
      return isOpen && access_generation === restored.access_generation;
    });
    if (!newest) throw new Error('The change cannot be undone.');
    await undo(newest);
    expect(await identities.findByEmail(table(), before.email)).toBeDefined();
  });

  it('leaves no open link to another change, although the password is that of before', async () => {
    const { before, link } = await newUndo(attacker());
    const second = await newChange(before, attacker());
    await undo(link);
    await expect(confirmEmail(request, second)).rejects.toMatchObject({
      code: 'link_unavailable',
    });
  });

  it('defeats a change that is confirmed at the same time', async () => {
    const { before, link } = await newUndo(attacker());
    const racing = createRacingTable('before its transact', () => undo(link));
    const second = await newChange(before, attacker());
    const stale = {
      ...second,
      previous_email: before.email,
      access_generation: undefined,
    };
    await expect(
      confirmEmail({ ...request, table: racing }, stale),
    ).rejects.toMatchObject({ code: 'link_unavailable' });
    expect(await identities.findByEmail(table(), before.email)).toMatchObject({
      user_id: before.user_id,
    });
  });

  it('ends the session of a sign-in at the same time', async () => {
    const { before, identity, link } = await newUndo(undefined, newId(now));
    const signIn = () => startSession({ table: table(), now }, identity, newBrowser);
    await undo(link, createRacingTable('after its query', signIn));
    const { user_id } = before;
    expect(await table().query(sessionKeys.sessions(user_id))).toEqual([]);
    expect(await table().query(sessionKeys.trustedDevices(user_id))).toEqual([]);
  });

  it('does not take the address from somebody else who signed up with it', async () => {
    const { before, identity, link } = await newUndo();
    const other = await emailLinks.create(
      table(),
      {
        user_id: newId(now),
        purpose: 'sign_up',
        email: before.email,
        ...unsent,
      },
      now,
    );
    await completeSignUp({ ...request, body: { ...request.body, name: 'Bea' } }, other);
    await expect(undo(link)).rejects.toMatchObject({ code: 'link_unavailable' });
    expect(await identities.findByUser(table(), before.user_id)).toEqual(identity);
  });
});

it.each([
  ['en-US,en;q=0.9', 'America/New_York', 'en-US', 'America/New_York', 'miles', 'sunday'],
  ['de-AT,en-US;q=0.9', 'Europe/Vienna', 'de-AT', 'Europe/Vienna', undefined, undefined],
  ['es-US, en;q=0.5', 'Mars/Olympus', undefined, undefined, 'miles', 'sunday'],
  // Browsers have the older name of this time zone.
  ['en-IN', 'Asia/Calcutta', 'en-IN', 'Asia/Kolkata', undefined, 'sunday'],
  ['ar-EG', '', undefined, undefined, undefined, 'saturday'],
  ['fr-FR', '', undefined, undefined, undefined, undefined],
  // A browser that hides the time zone.
  ['en-GB', 'UTC', 'en-GB', undefined, undefined, undefined],
  ['en-GB', 'Etc/GMT', 'en-GB', undefined, undefined, undefined],
  // An abbreviation, which JavaScript takes for Panama.
  ['en-US', 'EST', 'en-US', undefined, 'miles', 'sunday'],
])('a new account has what the browser tells: %s, %j', (accepted, zone, ...expected) => {
  const header = (name: string) => (name === 'accept-language' ? [accepted] : []);
  const settings = readBrowserSettings(header, zone);
  const { locale, time_zone, distance_unit, first_weekday } = settings;
  expect([locale, time_zone, distance_unit, first_weekday]).toEqual(expected);
});

describe('a request whose process ends at a write', () => {
  const actions = {
    sign_up: completeSignUp,
    password_reset: resetPassword,
    email_change: confirmEmail,
    email_undo: undoEmailChange,
  } as const;

  /** Creates the link of a case. The link of a sign-up has a user who does not exist yet. */
  async function arrange(purpose: keyof typeof actions) {
    const to = `${newId(now)}@example.com`;
    if (purpose === 'email_undo') return newUndo();
    if (purpose !== 'sign_up') {
      return newLink(purpose, purpose === 'email_change' ? to : undefined);
    }
    const user_id = newId(now);
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
      let hasEnded = true;
      for (let write = 1; hasEnded; write += 1) {
        const { identity, link } = await arrange(purpose);
        const { stores, hasFailed } = failAt({ table: table() }, write, {
          onlyWrites: true,
        });
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
