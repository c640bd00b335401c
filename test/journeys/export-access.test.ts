import { afterAll, describe, expect, inject, it } from 'vitest';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { call } from '#kit/call.ts';
import { finishExport } from '#kit/data-exports.ts';
import { issueUserToken, newUser, type TestUser, table } from '#kit/fixtures.ts';
import { newOperator } from '#kit/operator.ts';
import { newVisitor } from '#kit/visitor.ts';

const { urls } = inject('service');
const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

const collection = '/v7.1/user/self/export/';
const exportPage = `${urls.auth}/v7.1/oauth2/account/export/`;
const passwordPage = `${urls.auth}/v7.1/oauth2/account/password/`;
const newPassword = 'another horse entirely';

interface ExportBody {
  _links: { self: [{ href: string }]; download?: [{ href: string }] };
}

/** Asks for an export as an application, and returns the path of its link. */
async function exportAsApplication(user: TestUser): Promise<string> {
  const token = await issueUserToken(user);
  const { body } = await call<ExportBody>('POST', collection, { token });
  const [{ href }] = body._links.self;
  await finishExport(user.user_id);
  const { body: finished } = await call<ExportBody>('GET', href, { token });
  const [download] = finished._links.download ?? [];
  if (!download) throw new Error('The export has no link.');
  return download.href;
}

/** Asks for an export in the account, and returns the path of its link. */
async function exportInAccount(user: TestUser): Promise<string> {
  const visitor = newVisitor(call, urls.auth);
  await visitor.signIn(user);
  await visitor.open(exportPage);
  await visitor.submit({});
  await finishExport(user.user_id);
  const { text } = await visitor.open(exportPage);
  const [, path] = /href="[^"]*(\/v7\.1\/user\/[^"]*\/file\/[^"]*)"/.exec(text) ?? [];
  if (path === undefined) throw new Error('The page has no link of the export.');
  return path;
}

/** Changes the password as the person does. Returns the browser, which is signed in. */
async function changePassword(user: TestUser, fields: Record<string, string> = {}) {
  const visitor = newVisitor(call, urls.auth);
  await visitor.signIn(user);
  await visitor.open(passwordPage);
  const { password } = user;
  const form = { current: password, next: newPassword, repeated: newPassword };
  const { text } = await visitor.submit({ ...form, ...fields });
  expect(text).toContain('Password changed.');
  return visitor;
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
  'user disable': ({ email }: TestUser) => runOperator(['user', 'disable', email]),
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
    await runOperator(['user', 'disable', user.email]);
    await runOperator(['user', 'enable', user.email]);
    for (const link of links) expect(await getStatus(link)).toBe(404);
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
    const visitor = await changePassword(user);
    const { text } = await visitor.open(exportPage);
    expect(text).toContain('The link has ended because the password was changed');
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
