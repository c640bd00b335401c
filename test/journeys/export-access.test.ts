import { afterAll, describe, expect, inject, it } from 'vitest';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { sessionKeys } from '#functions/auth/session/session.keys.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import { call } from '#kit/call.ts';
import { finishExport } from '#kit/data-exports.ts';
import {
  issueUserToken,
  newClient,
  newUser,
  type TestClient,
  type TestUser,
  table,
} from '#kit/fixtures.ts';
import { newOperator } from '#kit/operator.ts';
import { newTestBrowser, type TestBrowser } from '#kit/test-browser.ts';
import { exists } from '#shared/table/condition.ts';

const { urls } = inject('service');
const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

const collection = '/v7.1/user/self/export/';
const exportPage = `${urls.auth}/v7.1/oauth2/account/export/`;
const accountPage = `${urls.auth}/v7.1/oauth2/account/`;
const passwordPage = `${urls.auth}/v7.1/oauth2/account/password/`;
const securityPage = `${urls.auth}/v7.1/oauth2/account/security/`;
const newPassword = 'another horse entirely';

interface ExportBody {
  _links: { self: [{ href: string }]; download?: [{ href: string }] };
}

/** Asks for an export as an application, and returns the path of its link. */
async function exportAsApplication(user: TestUser, client?: TestClient): Promise<string> {
  const token = await issueUserToken(user, client);
  const { body } = await call<ExportBody>('POST', collection, { token });
  const [{ href }] = body._links.self;
  await finishExport(user.user_id);
  const { body: finished } = await call<ExportBody>('GET', href, { token });
  const [download] = finished._links.download ?? [];
  if (!download) throw new Error('The export has no link.');
  return download.href;
}

/** Asks for an export in the account, and returns the path of its link. */
async function exportInAccount(
  user: TestUser,
  browser = newTestBrowser(call, urls.auth),
  now = new Date(),
): Promise<string> {
  await browser.signIn(user, now);
  await browser.open(exportPage);
  await browser.submit({});
  await finishExport(user.user_id);
  const { text } = await browser.open(exportPage);
  const [, path] = /href="[^"]*(\/v7\.1\/user\/[^"]*\/file\/[^"]*)"/.exec(text) ?? [];
  if (path === undefined) throw new Error('The page has no link of the export.');
  return path;
}

/** Changes the password as the person does. Returns the browser, which is signed in. */
async function changePassword(user: TestUser, fields: Record<string, string> = {}) {
  const browser = newTestBrowser(call, urls.auth);
  await browser.signIn(user);
  await browser.open(passwordPage);
  const { password } = user;
  const form = { current: password, next: newPassword, repeated: newPassword };
  const { text } = await browser.submit({ ...form, ...fields });
  expect(text).toContain('Password changed.');
  return browser;
}

/** Signs out as the person does. */
async function signOut(browser: TestBrowser): Promise<void> {
  await browser.open(accountPage);
  const { text } = await browser.signOut();
  expect(text).toContain('You have signed out.');
}

async function runOperator(args: readonly string[], input?: string): Promise<void> {
  const admin = await newOperator(disposables);
  const { exitCode, stderr } = await admin(args, input);
  expect(exitCode, stderr).toBe(0);
}

async function revokeGrant({ user_id, email }: TestUser): Promise<void> {
  const [grant] = await grants.listByUser(table(), user_id);
  const id = grant?.id ?? '';
  await runOperator(['grant', 'revoke', '--user', email, '--grant', id]);
}

/** The measures against an account that was taken over. */
const measures = {
  'user disable': ({ email }: TestUser) =>
    runOperator(['user', 'disable', email, '--yes']),
  'user password': ({ email }: TestUser) =>
    runOperator(['user', 'password', email], `${newPassword}\n`),
  'grant revoke': revokeGrant,
  'a changed password that ends the access of applications': (user: TestUser) =>
    changePassword(user, { end_grants: 'yes' }),
};

const askers = { 'an application': exportAsApplication, 'the account': exportInAccount };

const getStatus = async (path: string) => (await call('GET', path)).status;

describe('the link of an export', () => {
  it.each([
    ['an application', 'user disable'],
    ['an application', 'user password'],
    ['an application', 'grant revoke'],
    ['an application', 'a changed password that ends the access of applications'],
    ['the account', 'user disable'],
    ['the account', 'user password'],
    ['the account', 'a changed password that ends the access of applications'],
  ] as const)('that was asked for in %s ends with %s', async (asker, measure) => {
    const user = await newUser();
    const link = await askers[asker](user);
    expect(await getStatus(link)).toBe(302);
    await measures[measure](user);
    expect(await getStatus(link)).toBe(404);
  });

  it('stays ended after the user is enabled again', async () => {
    const user = await newUser();
    const links = [await exportAsApplication(user), await exportInAccount(user)];
    await runOperator(['user', 'disable', user.email, '--yes']);
    await runOperator(['user', 'enable', user.email]);
    for (const link of links) expect(await getStatus(link)).toBe(404);
  });

  it('that was asked for in a browser ends when the person signs out there', async () => {
    const user = await newUser();
    const browser = newTestBrowser(call, urls.auth);
    const link = await exportInAccount(user, browser);
    const otherBrowser = newTestBrowser(call, urls.auth);
    await otherBrowser.signIn(user);
    await signOut(otherBrowser);
    expect(await getStatus(link)).toBe(302);
    await signOut(browser);
    expect(await getStatus(link)).toBe(404);
  });

  it.each(['end_session', 'end_others'])(
    'that was asked for in a browser ends with %s in another one',
    async (action) => {
      const user = await newUser();
      const link = await exportInAccount(user);
      const [{ id = '' } = {}] = await sessions.listActive(
        table(),
        user.user_id,
        new Date(),
      );
      const browser = newTestBrowser(call, urls.auth);
      const ownLink = await exportInAccount(user, browser);
      await browser.open(securityPage);
      await browser.submit({ action, id });
      expect([await getStatus(link), await getStatus(ownLink)]).toEqual([404, 302]);
      const { text } = await browser.open(exportPage);
      expect(text).toContain('The link has ended because the browser');
    },
  );

  it('that was asked for in a browser continues to work after the session has expired', async () => {
    const user = await newUser();
    const link = await exportInAccount(user);
    const [session] = await sessions.listActive(table(), user.user_id, new Date());
    const { id = '', expires_at = 0, ttl = 0 } = session ?? {};
    // The table keeps the item for as long as the export is shown.
    expect(ttl - expires_at).toBeGreaterThan(6 * 24 * 60 * 60);
    const expired = { set: { expires_at: 0 } };
    await table().update(sessionKeys.session(user.user_id, id), expired, exists);
    expect(await getStatus(link)).toBe(302);
  });

  it('that an application asked for ends when it is disabled, as its tokens do', async () => {
    const user = await newUser();
    const client = await newClient();
    const link = await exportAsApplication(user, client);
    await runOperator(['application', 'disable', client.client_id]);
    expect(await getStatus(link)).toBe(404);
    await runOperator(['application', 'enable', client.client_id]);
    expect(await getStatus(link)).toBe(302);
  });

  it('of an application continues to work if the password is changed without its access', async () => {
    const user = await newUser();
    const link = await exportAsApplication(user);
    await changePassword(user);
    expect(await getStatus(link)).toBe(302);
  });

  it('that has ended is shown as ended in the account, with the reason', async () => {
    const user = await newUser();
    await exportInAccount(user);
    const browser = await changePassword(user);
    const { text } = await browser.open(exportPage);
    expect(text).toContain('The link has ended because the browser');
    expect(text).toContain('the password was changed');
    expect(text).not.toContain('/file/');
  });

  it('that has ended is missing for other applications', async () => {
    const user = await newUser();
    const link = await exportAsApplication(user);
    await revokeGrant(user);
    const token = await issueUserToken(user);
    const { body } = await call<{ _embedded: { export: ExportBody[] } }>(
      'GET',
      collection,
      { token },
    );
    expect(body._embedded.export).toMatchObject([{ state: 'done', failure: null }]);
    expect(body._embedded.export[0]?._links.download).toBeUndefined();
    expect(await getStatus(link)).toBe(404);
  });
});
