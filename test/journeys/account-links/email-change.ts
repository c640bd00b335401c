import { describe, expect, it } from 'vitest';
import { attemptLimits } from '#functions/auth/rate-limit/limits.ts';
import { newUser } from '#kit/fixtures.ts';
import { getLatestMail, listMail } from '#kit/inbox.ts';
import { consumeAttempts } from '#kit/rate-limits.ts';
import { findTitle, type LinkService, newEmail } from './link-service.ts';

/** Tests the link that confirms a new email address. */
export function testEmailChange(links: LinkService): void {
  const { toUrl, getNow, newBrowser, listStoreCalls, signIn, signUp, service } = links;

  describe('changing the email (A24)', () => {
    it('takes effect when the new address is confirmed, and the old one gets a mail', async () => {
      const { email, password: current } = await newUser();
      const visitor = newBrowser();
      await signIn(email, current, visitor);
      await visitor.open(toUrl('account/security/'));
      const to = newEmail();
      const form = { action: 'change_email', email: to };
      expect((await visitor.submit({ ...form, current: 'wrong' })).status).toBe(403);
      for (const unusable of [
        'x',
        `${to}\r\nBcc: eve@example.com`,
        `${to},eve@example.com`,
      ])
        expect((await visitor.submit({ ...form, email: unusable, current })).status).toBe(
          400,
        );
      expect(await listMail(service, 'eve@example.com')).toEqual([]);
      const sent = await visitor.submit({ ...form, current });
      expect(sent.text).toContain('We sent an email to the new address.');
      expect(findTitle(await signIn(email, current))).toBe('Your account');

      const { link } = await getLatestMail(service, to);
      const confirming = newBrowser();
      expect((await confirming.open(link)).text).toContain(`<strong>${to}</strong>`);
      await confirming.submit({});
      expect((await signIn(email, current)).status).toBe(403);
      expect(findTitle(await signIn(to.toUpperCase(), current))).toBe('Your account');
      const mails = await listMail(service, email);
      expect(mails.map(({ subject }) => subject)).toContain(
        'Your email address was changed',
      );
      expect((await newBrowser().open(link)).status).toBe(400);
      // The old address is free again.
      expect(findTitle(await (await signUp(email)).open(toUrl('account/')))).toBe(
        'Your account',
      );
    });

    it('has the same response for an address with an account, and changes neither account', async () => {
      const [user, other] = await Promise.all([newUser(), newUser()]);
      const visitor = newBrowser();
      await signIn(user.email, user.password, visitor);
      await visitor.open(toUrl('account/security/'));
      const form = { action: 'change_email', current: user.password };
      const free = await visitor.submit({ ...form, email: newEmail() });
      const taken = await visitor.submit({ ...form, email: other.email });
      expect([taken.status, taken.text]).toEqual([free.status, free.text]);
      expect(taken.text).toContain('We sent an email to the new address.');
      expect(new Set(listStoreCalls('POST /oauth2/account/security/', 2)).size).toBe(1);
      expect((await getLatestMail(service, other.email)).subject).toBe(
        'You already have an account',
      );
      expect(findTitle(await signIn(user.email, user.password))).toBe('Your account');
    });

    it('happens once if two links are confirmed, and leaves the other address free', async () => {
      const { email, password: current } = await newUser();
      const visitor = newBrowser();
      await signIn(email, current, visitor);
      const [first, second] = [newEmail(), newEmail()];
      const confirmationLinks: string[] = [];
      for (const to of [first, second]) {
        await visitor.open(toUrl('account/security/'));
        await visitor.submit({ action: 'change_email', email: to, current });
        confirmationLinks.push((await getLatestMail(service, to)).link);
      }
      const titles: unknown[] = [];
      for (const link of confirmationLinks) {
        const confirming = newBrowser();
        await confirming.open(link);
        titles.push(findTitle(await confirming.submit({})));
      }
      expect(titles).toEqual(['Sign in', 'Link expired']);
      expect(findTitle(await signIn(first, current))).toBe('Your account');
      expect(findTitle(await (await signUp(second)).open(toUrl('account/')))).toBe(
        'Your account',
      );
    });

    it('cannot be used to guess the current password', async () => {
      const { email, password: current } = await newUser();
      const visitor = newBrowser();
      await signIn(email, current, visitor);
      const device = visitor.cookies.get('__Host-fit_device') ?? '';
      await consumeAttempts(
        { limit: 'account_on_trusted_device', parts: [email, device] },
        attemptLimits.account_on_trusted_device,
        getNow(),
      );
      await visitor.open(toUrl('account/security/'));
      const form = { action: 'change_email', email: newEmail(), current };
      const limited = await visitor.submit(form);
      expect(limited.status).toBe(429);
      expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    });

    it('completes once if ten requests confirm it concurrently', async () => {
      const { email, password: current } = await newUser();
      const visitor = newBrowser();
      await signIn(email, current, visitor);
      await visitor.open(toUrl('account/security/'));
      const to = newEmail();
      await visitor.submit({ action: 'change_email', email: to, current });
      const { link } = await getLatestMail(service, to);
      const browsers = Array.from({ length: 10 }, () => newBrowser());
      await Promise.all(browsers.map((browser) => browser.open(link)));
      await Promise.all(browsers.map((browser) => browser.submit({})));
      expect(findTitle(await signIn(to, current))).toBe('Your account');
      const notices = (await listMail(service, email)).filter(({ subject }) =>
        subject.includes('address was changed'),
      );
      expect(notices).toHaveLength(1);
    });
  });
}
