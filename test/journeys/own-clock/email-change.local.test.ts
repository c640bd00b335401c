import { describe, expect, it } from 'vitest';
import { allowedAttempts, dailyMails } from '#functions/auth/attempts/attempt-windows.ts';
import { countMailAttempts } from '#functions/auth/attempts/count-mail-attempts.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { newUser, table } from '#kit/fixtures.ts';
import { findMail, getLatestMail, listMail } from '#kit/inbox.ts';
import { consumeAttempts } from '#kit/rate-limits.ts';
import {
  findTitle,
  newEmail,
  newNetworkAddress,
  password,
  personName,
  requireIdentity,
  startTimedService,
  submitAtOnce,
} from './service.ts';

const changedSubject = 'Your email address was changed';

const service = await startTimedService();
const { toUrl, getNow, newBrowser, listStoreCalls, signIn, issueEmailChange } = service;

/** Opens the page about sign-in and security as a new user who is signed in. */
async function openSecurityPage(address?: string) {
  const user = await newUser();
  const browser = newBrowser(address);
  await browser.signIn(user, getNow());
  await browser.open(toUrl('account/security/'));
  return { user, browser, form: { action: 'change_email', current: user.password } };
}

describe('changing the email', () => {
  it('takes effect when the new address is confirmed, and the old one gets a mail', async () => {
    const { user, browser, form } = await openSecurityPage();
    const { email } = user;
    const to = newEmail();
    const wrong = await browser.submit({ ...form, email: to, current: 'wrong' });
    expect(wrong.status).toBe(403);
    const injected = `${to}\r\nBcc: eve@example.com`;
    for (const unusable of [injected, `${to},eve@example.com`]) {
      const { status } = await browser.submit({ ...form, email: unusable });
      expect(status).toBe(400);
    }
    expect(await listMail(service, 'eve@example.com')).toEqual([]);
    const sent = await browser.submit({ ...form, email: to });
    expect(sent.text).toContain('We sent an email to the new address.');
    expect(sent.text).toContain(`<strong>${email}</strong>`);

    const { link } = await getLatestMail(service, to);
    const confirming = newBrowser();
    expect((await confirming.open(link)).text).toContain(`<strong>${to}</strong>`);
    await confirming.submit({});
    expect((await signIn(email, user.password)).status).toBe(403);
    const signedIn = await signIn(to.toUpperCase(), user.password);
    expect(findTitle(signedIn)).toBe('Your account');
    await findMail(service, email, changedSubject);
    expect((await newBrowser().open(link)).status).toBe(400);
    // The old address is free again.
    await confirming.open(await service.issueLink('sign_up', email));
    const created = await confirming.submit({
      name: personName,
      password,
      repeated: password,
      health_consent: 'yes',
    });
    expect(findTitle(created)).toBe('Your account');
  });

  it('is undone by the link in the mail to the old address, which works once, for 7 days', async () => {
    const { email, password: secret } = await newUser();
    const to = newEmail();
    const confirming = newBrowser();
    await confirming.open(await issueEmailChange(email, to));
    await confirming.submit({});
    const { link } = await findMail(service, email, changedSubject);

    const browser = newBrowser();
    const opened = await browser.open(link);
    expect(findTitle(opened)).toBe('Undo the change of your email address');
    expect(opened.text).toContain(`<strong>${email}</strong>`);
    const undone = await browser.submit({});
    expect(undone.text).toContain('Your email address is restored.');
    expect(findTitle(await browser.submit({ email, password: secret }))).toBe(
      'Sign-in and security',
    );
    expect((await signIn(to, secret)).status).toBe(403);
    expect((await newBrowser().open(link)).status).toBe(400);
    const restored = await findMail(service, email, 'Your email address was restored');
    expect(restored.link).toBe(toUrl('send-link/?purpose=password_reset'));
    await findMail(service, to, 'The change to this email address was undone');
  });

  it('is undone with the session that made it, while others from before go on', async () => {
    const { user, browser: intruder, form } = await openSecurityPage();
    const owner = newBrowser();
    await owner.signIn(user, getNow());
    service.clock.advance(1);
    const to = newEmail();
    await intruder.submit({ ...form, email: to });
    await intruder.open((await getLatestMail(service, to)).link);
    await intruder.submit({});
    const later = newBrowser();
    await later.signIn(user, getNow());

    const { link } = await findMail(service, user.email, changedSubject);
    await owner.open(link);
    const undone = await owner.submit({});
    expect(findTitle(undone)).toBe('Sign-in and security');
    expect(undone.text).toContain('Your email address is restored.');
    const openAccount = async (browser: typeof owner) =>
      findTitle(await browser.open(toUrl('account/')));
    expect(await openAccount(owner)).toBe('Your account');
    expect(await openAccount(intruder)).toBe('Sign in');
    expect(await openAccount(later)).toBe('Sign in');
  });

  it('has the same response for an address with an account, and changes neither account', async () => {
    const { user, browser, form } = await openSecurityPage();
    const other = await newUser();
    const free = await browser.submit({ ...form, email: newEmail() });
    const taken = await browser.submit({ ...form, email: other.email });
    expect([taken.status, taken.text]).toEqual([free.status, free.text]);
    expect(taken.text).toContain('We sent an email to the new address.');
    expect(new Set(listStoreCalls('POST /oauth2/account/security/', 2)).size).toBe(1);
    const { subject, message } = await getLatestMail(service, other.email);
    expect(subject).toBe('You already have an account');
    expect(message).not.toContain(user.user_id);
    for (const { email, user_id } of [user, other])
      expect(await requireIdentity(email)).toMatchObject({ user_id });
  });

  it('happens once if two links are confirmed, and leaves the other address free', async () => {
    const { email, user_id } = await newUser();
    const [first, second] = [newEmail(), newEmail()];
    const browser = newBrowser();
    const titles: unknown[] = [];
    const links = [
      await issueEmailChange(email, first),
      await issueEmailChange(email, second),
    ];
    for (const link of links) {
      await browser.open(link);
      titles.push(findTitle(await browser.submit({})));
    }
    expect(titles).toEqual(['Sign in', 'Link expired']);
    expect(await requireIdentity(first)).toMatchObject({ user_id });
    expect(await identities.findByEmail(table(), second)).toBeUndefined();
  });

  it('cannot be used to flood an address with mail, or to guess the current password', async () => {
    const address = newNetworkAddress();
    const { user, browser, form } = await openSecurityPage(address);
    const to = newEmail();
    for (let i = 0; i < dailyMails.fromSite; i += 1)
      await countMailAttempts(
        { table: table(), now: getNow(), sourceAddress: address },
        { account: to, isOnTrustedDevice: false },
      );
    expect((await browser.submit({ ...form, email: to })).status).toBe(429);
    await consumeAttempts(
      { limit: 'account_at_network', parts: [user.email, address] },
      allowedAttempts.account_at_network,
      getNow(),
    );
    const limited = await browser.submit({ ...form, email: newEmail() });
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('completes once if requests confirm it concurrently', async () => {
    const { email, user_id } = await newUser();
    const to = newEmail();
    const browser = newBrowser();
    await browser.open(await issueEmailChange(email, to));
    await submitAtOnce(browser, [{}, {}]);
    expect(await requireIdentity(to)).toMatchObject({ user_id });
    const mails = await listMail(service, email);
    const notices = mails.filter(({ subject }) => subject === changedSubject);
    expect(notices).toHaveLength(1);
  });
});
