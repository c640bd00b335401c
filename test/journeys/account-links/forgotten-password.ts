import { describe, expect, it } from 'vitest';
import * as disablement from '#functions/auth/identity/disablement.store.ts';
import { newUser, table } from '#kit/fixtures.ts';
import { findMail, listMail } from '#kit/inbox.ts';
import { newParties } from '#kit/oauth-parties.ts';
import {
  findTitle,
  type LinkService,
  newEmail,
  newPassword,
  password,
} from './link-service.ts';

/** Tests the link with which a person replaces a forgotten password, and the mail about changes. */
export function testForgottenPassword(links: LinkService): void {
  const {
    toUrl,
    getNow,
    newBrowser,
    requestLink,
    receiveLink,
    listStoreCalls,
    signIn,
    service,
  } = links;

  describe('a forgotten password (A24)', () => {
    it('is replaced, which ends all sessions, and all grants only if the person selects that', async () => {
      for (const endsGrants of [false, true]) {
        const parties = await newParties({ send: links.send, ...service });
        const { user, newCode, redeem, getStatusWith } = parties;
        const { body } = await redeem(await newCode());
        const otherBrowser = newBrowser();
        await otherBrowser.signIn(user, getNow());

        const visitor = newBrowser();
        await visitor.open(await receiveLink('password_reset', user.email));
        const fields = { password: newPassword, repeated: newPassword };
        const choice = endsGrants ? { end_grants: 'yes' } : {};
        const changed = await visitor.submit({ ...fields, ...choice });
        expect(changed.text).toContain('Sign in with the new password.');

        expect((await otherBrowser.open(toUrl('account/'))).text).toContain(
          'name="password"',
        );
        expect((await signIn(user.email, user.password)).status).toBe(403);
        expect(findTitle(await signIn(user.email, newPassword))).toBe('Your account');
        expect(await getStatusWith(body.access_token)).toBe(endsGrants ? 401 : 200);
        const notice = await findMail(service, user.email, 'Your password was changed');
        expect(notice.text).toContain('All browsers were signed out.');
      }
    });

    it('has the same response for known, unknown and disabled addresses, but mail for known ones only', async () => {
      const { email } = await newUser();
      const unknown = newEmail();
      const known = await requestLink('password_reset', email.toUpperCase());
      const other = await requestLink('password_reset', unknown);
      const disabled = await newUser();
      await disablement.disableUserByEmail(table(), disabled.email, getNow());
      const rejected = await requestLink('password_reset', disabled.email);
      for (const { status, text } of [other, rejected])
        expect([status, text]).toEqual([known.status, known.text]);
      expect(await listMail(service, email)).toHaveLength(1);
      for (const address of [unknown, disabled.email])
        expect(await listMail(service, address)).toEqual([]);
      expect(new Set(listStoreCalls('POST /oauth2/send-link/', 3)).size).toBe(1);
    });

    it('has links that work once, for 30 minutes, and until the password changes', async () => {
      const { email } = await newUser();
      const used = await receiveLink('password_reset', email);
      const outdated = await receiveLink('password_reset', email);
      const visitor = newBrowser();
      await visitor.open(used);
      await visitor.submit({ password: newPassword, repeated: newPassword });
      expect((await newBrowser().open(used)).status).toBe(400);
      const lateVisitor = newBrowser();
      await lateVisitor.open(outdated);
      const fields = { password, repeated: password };
      expect((await lateVisitor.submit(fields)).status).toBe(400);
      expect(findTitle(await signIn(email, newPassword))).toBe('Your account');

      const { email: other } = await newUser();
      const expiring = await receiveLink('password_reset', other);
      service.clock.advance(30 * 60 - 1);
      expect((await newBrowser().open(expiring)).status).toBe(200);
      service.clock.advance(1);
      expect((await newBrowser().open(expiring)).status).toBe(400);
    });

    it('is replaced once by ten forms of one link at the same time', async () => {
      const { email } = await newUser();
      const link = await receiveLink('password_reset', email);
      const visitors = Array.from({ length: 10 }, () => newBrowser());
      await Promise.all(visitors.map((visitor) => visitor.open(link)));
      const results = await Promise.all(
        visitors.map((visitor, index) => {
          const chosen = `${newPassword} ${index}`;
          return visitor.submit({ password: chosen, repeated: chosen });
        }),
      );
      const statuses = results.map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
      const chosen = `${newPassword} ${statuses.indexOf(200)}`;
      expect(findTitle(await signIn(email, chosen))).toBe('Your account');
    });
  });

  describe('a password that is changed in the account (A24)', () => {
    it('is reported by mail, and only other browsers are signed out', async () => {
      const { email, password: current } = await newUser();
      const visitor = newBrowser();
      await signIn(email, current, visitor);
      await visitor.open(toUrl('account/password/'));
      await visitor.submit({ current, next: newPassword, repeated: newPassword });
      const notice = await findMail(service, email, 'Your password was changed');
      expect(notice.text).toContain('All other browsers were signed out.');
    });
  });
}
