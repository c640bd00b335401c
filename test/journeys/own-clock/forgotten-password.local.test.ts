import { describe, expect, it } from 'vitest';
import { disableUser } from '#functions/auth/identity/change-access.ts';
import { newUser, table } from '#kit/fixtures.ts';
import { findMail, listMail } from '#kit/inbox.ts';
import {
  findTitle,
  newEmail,
  newPassword,
  password,
  startTimedService,
  submitAtOnce,
} from './service.ts';

const form = { password: newPassword, repeated: newPassword };
const minute = 60;

const service = await startTimedService();
const { toUrl, getNow, newBrowser, signIn, requestLink, receiveLink, issueLink } =
  service;

describe('a forgotten password', () => {
  it('is replaced, which ends all sessions, and all grants only if the person selects that', async () => {
    const parties = await service.newTimedParties();
    const { user, newCode, redeem, getStatusWith } = parties;
    const { body } = await redeem(await newCode());
    const otherBrowser = newBrowser();
    await otherBrowser.signIn(user, getNow());

    const browser = newBrowser();
    await browser.open(await receiveLink('password_reset', user.email));
    const changed = await browser.submit(form);
    expect(changed.text).toContain('Sign in with the new password.');
    const account = await otherBrowser.open(toUrl('account/'));
    expect(account.text).toContain('name="password"');
    expect((await signIn(user.email, user.password)).status).toBe(403);
    expect(findTitle(await signIn(user.email, newPassword))).toBe('Your account');
    expect(await getStatusWith(body.access_token)).toBe(200);
    const notice = await findMail(service, user.email, 'Your password was changed');
    expect(notice.text).toContain('All browsers were signed out.');

    await browser.open(await issueLink('password_reset', user.email));
    await browser.submit({ password, repeated: password, end_grants: 'yes' });
    service.clock.advance(minute);
    expect(await getStatusWith(body.access_token)).toBe(401);
  });

  it('has the same response for known, unknown and disabled addresses, but mail for known ones only', async () => {
    const [{ email }, disabled] = [await newUser(), await newUser()];
    const unknown = newEmail();
    await disableUser(table(), disabled.user_id, getNow());
    /** Returns the response without the address, which it repeats as it was entered. */
    const request = async (address: string) => {
      const { status, text } = await requestLink('password_reset', address);
      expect(text).toContain(address);
      return [status, text.replace(address, '')];
    };
    const known = await request(email.toUpperCase());
    expect(await request(unknown)).toEqual(known);
    expect(await request(disabled.email)).toEqual(known);
    expect(await listMail(service, email)).toHaveLength(1);
    for (const address of [unknown, disabled.email])
      expect(await listMail(service, address)).toEqual([]);
    const storeCalls = service.listStoreCalls('POST /oauth2/send-link/', 3);
    expect(new Set(storeCalls).size).toBe(1);
  });

  it('has links that work once, for 30 minutes, and until the password changes', async () => {
    const { email } = await newUser();
    const used = await issueLink('password_reset', email);
    const lateBrowser = newBrowser();
    await lateBrowser.open(await issueLink('password_reset', email));
    const browser = newBrowser();
    await browser.open(used);
    await browser.submit(form);
    const [again, late] = [await newBrowser().open(used), await lateBrowser.submit(form)];
    for (const { status, text } of [again, late])
      expect([status, findTitle({ text })]).toEqual([400, 'Link expired']);

    const expiring = await issueLink('password_reset', email);
    service.clock.advance(30 * minute - 1);
    expect((await browser.open(expiring)).status).toBe(200);
    service.clock.advance(1);
    expect((await browser.open(expiring)).status).toBe(400);
  });

  it('is replaced once by forms of one link at the same time', async () => {
    const { email } = await newUser();
    const browser = newBrowser();
    await browser.open(await issueLink('password_reset', email));
    const passwords = [1, 2].map((index) => `${newPassword} ${index}`);
    const forms = passwords.map((chosen) => ({ password: chosen, repeated: chosen }));
    const results = await submitAtOnce(browser, forms);
    const statuses = results.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 400]);
    const chosen = passwords[statuses.indexOf(200)] ?? '';
    expect(findTitle(await signIn(email, chosen))).toBe('Your account');
  });
});
