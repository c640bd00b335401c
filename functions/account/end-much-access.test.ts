import { expect, inject, it } from 'vitest';
import * as emailLinks from '#functions/auth/email-link/email-link.store.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { findByEmail } from '#functions/auth/identity/identity.store.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import * as trustedDevices from '#functions/auth/session/trusted-device.store.ts';
import { callHandler } from '#kit/call-handler.ts';
import {
  issueUserToken,
  newClient,
  newUser,
  putAtOnce,
  type TestClient,
  type TestUser,
  table,
} from '#kit/fixtures.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import { newSecret, toDigest } from '#shared/auth/secrets.ts';
import { fullScope } from '#shared/contract/scopes.ts';

const { urls } = inject('service');
const now = new Date();
const count = 150;
const newPassword = 'another horse entirely';

const repeat = <T>(make: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, make));

/** A user with many sessions, trusted devices and grants to one application. */
async function newBusyUser() {
  const user = await newUser();
  const client = await newClient();
  const identity = await findByEmail(table(), user.email);
  if (!identity) throw new Error('The user was not stored.');
  const newDevice = () => ({ secret: newSecret(), browser: '' });
  await putAtOnce(async (collector) => {
    await repeat(() => sessions.start(collector, user, now));
    await repeat(() => trustedDevices.trust(collector, identity, newDevice(), now));
    await repeat(() => issueUserToken(user, client, fullScope, collector));
  });
  return { user, client, identity };
}

/** Submits a form of the account in a browser that is signed in. */
async function submit(user: TestUser, path: string, fields: Record<string, string>) {
  const browser = newTestBrowser(callHandler, urls.auth);
  await browser.signIn(user);
  await browser.open(`${urls.auth}/v7.1/oauth2/account/${path}`);
  return browser.submit(fields);
}

async function countAccess({ user_id }: TestUser) {
  const [active, trusted, granted] = await Promise.all([
    sessions.listActive(table(), user_id, now),
    trustedDevices.listTrusted(table(), user_id, now),
    grants.listByUser(table(), user_id),
  ]);
  const live = granted.filter(({ revoked_at }) => revoked_at === undefined);
  return { sessions: active.length, devices: trusted.length, grants: live.length };
}

type BusyUser = Awaited<ReturnType<typeof newBusyUser>>;

async function resetPassword({ user, identity }: BusyUser) {
  const { user_id, email } = user;
  const password_digest = toDigest(identity.password_hash);
  const purpose = 'password_reset' as const;
  const link = { user_id, email, purpose, password_digest, language: 'en' };
  const { id } = await emailLinks.create(table(), { ...link, template: undefined }, now);
  const token = await emailLinks.issueToken(table(), user_id, id, now);
  const browser = newTestBrowser(callHandler, urls.auth);
  await browser.open(`${urls.auth}/v7.1/oauth2/open-link/?token=${token}`);
  const form = { password: newPassword, repeated: newPassword, end_grants: 'yes' };
  return browser.submit(form);
}

async function revokeAsApplication(user: TestUser, client: TestClient) {
  const token = await issueUserToken(user, client);
  const query = `user_id=self&client_id=${client.client_id}`;
  return callHandler('DELETE', `/v7.1/oauth2/connection/?${query}`, { token });
}

// The calls of each request are compared with the bound that its endpoint declares.
it.each([
  {
    action: 'a changed password',
    act: ({ user }: BusyUser) => {
      const passwords = { next: newPassword, repeated: newPassword };
      const fields = { current: user.password, ...passwords, end_grants: 'yes' };
      return submit(user, 'password/', fields);
    },
    left: { sessions: 1, devices: 1, grants: 0 },
  },
  {
    action: 'a reset password',
    act: resetPassword,
    left: { sessions: 0, devices: 0, grants: 0 },
  },
  {
    action: 'signing out all other browsers',
    act: ({ user }: BusyUser) => submit(user, 'security/', { action: 'end_others' }),
    left: { sessions: 1, devices: count, grants: count },
  },
  {
    action: 'forgetting all browsers',
    act: ({ user }: BusyUser) => submit(user, 'security/', { action: 'forget_devices' }),
    left: { sessions: count + 1, devices: 0, grants: count },
  },
  {
    action: 'deleting the account',
    act: ({ user }: BusyUser) =>
      submit(user, 'deletion/', { action: 'delete', current: user.password }),
    left: { sessions: 1, devices: count, grants: count },
  },
  {
    action: 'removing an application',
    act: ({ user, client: { client_id } }: BusyUser) =>
      submit(user, 'applications/', { client_id }),
    left: { sessions: count + 1, devices: count, grants: 0 },
  },
  {
    action: 'revocation by an application',
    act: ({ user, client }: BusyUser) => revokeAsApplication(user, client),
    left: { sessions: count, devices: count, grants: 0 },
  },
])(
  '$action ends the access of 150 of each, within the declared calls',
  async ({ act, left }) => {
    const busy = await newBusyUser();
    const { status } = await act(busy);
    expect([200, 204]).toContain(status);
    expect(await countAccess(busy.user)).toEqual(left);
  },
);
