import { describe, expect, it } from 'vitest';
import { attemptLimits } from '#functions/auth/rate-limit/limits.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import { dumpTable, listEncodings } from '#kit/canaries.ts';
import { newUser, table } from '#kit/fixtures.ts';
import { listMail } from '#kit/inbox.ts';
import { send } from '#kit/send.ts';
import { findFormToken } from '#kit/visitor.ts';
import { formatToken, parseToken } from '#shared/auth/tokens.ts';
import { newId } from '#shared/runtime/ids.ts';
import {
  findTitle,
  type LinkService,
  newEmail,
  newNetworkAddress,
  newPassword,
  password,
} from './link-service.ts';

/** Tests what protects the links of mails, and the limits of mail. */
export function testLinkSecurity(links: LinkService): void {
  const { toUrl, getNow, newBrowser, requestLink, receiveLink, signIn, service, lines } =
    links;

  describe('a link in a mail (A24)', () => {
    it('cannot be opened with a token that is altered, of another user, or of another kind', async () => {
      const { email } = await newUser();
      const link = new URL(await receiveLink('password_reset', email));
      const text = link.searchParams.get('token') ?? '';
      const token = parseToken('link', text);
      if (!token) throw new Error('The link has no token.');
      const other = await newUser();
      const guesses = [
        text.slice(0, -1),
        `${text}0`,
        formatToken('link', { ...token, secret: '0'.repeat(52) }),
        formatToken('link', { ...token, user_id: other.user_id }),
        formatToken('link', { ...token, id: newId(new Date()) }),
        formatToken('session', token),
        await sessions.start(table(), other, getNow()),
        '',
      ];
      for (const guess of guesses) {
        const { status, text: body } = await newBrowser().open(
          toUrl(`open-link/?token=${encodeURIComponent(guess)}`),
        );
        expect([status, findTitle({ text: body })]).toEqual([400, 'Link expired']);
      }
      expect((await newBrowser().open(String(link))).status).toBe(200);
    });

    it('leaves no secret in the table or in a log', async () => {
      const { email } = await newUser();
      const text = new URL(await receiveLink('password_reset', email)).searchParams.get(
        'token',
      );
      const secret = parseToken('link', text ?? '')?.secret ?? '';
      expect(secret).toHaveLength(52);
      const dump = `${await dumpTable()}\n${lines.join('\n')}`;
      const found = listEncodings(secret).filter((encoding) => dump.includes(encoding));
      expect(found).toEqual([]);
      expect(lines.join('\n')).not.toContain(email);
    });

    it('rejects a form without the token of its page, from another browser, or from another origin', async () => {
      const { email } = await newUser();
      const link = await receiveLink('password_reset', email);
      const visitor = newBrowser();
      const opened = await visitor.open(link);
      const fields = { password: newPassword, repeated: newPassword };
      const forms = [
        { headers: {}, form: { ...fields, form_token: '' } },
        { headers: {}, form: { ...fields, form_token: findFormToken(opened) } },
        {
          headers: { Cookie: visitor.getCookieHeader(), Origin: 'https://evil.example' },
          form: { ...fields, form_token: findFormToken(opened) },
        },
      ];
      for (const { headers, form } of forms) {
        const options = { host: 'auth', headers, form } as const;
        const path = link.slice(service.urls.auth.length);
        expect((await send(service.urls, 'POST', path, options)).status).toBe(403);
      }
      expect(findTitle(await signIn(email, password))).toBe('Your account');
    });
  });

  describe('the limits of mail (A24)', () => {
    it('apply to an address at one network, known or not, and lock nobody out at other networks', async () => {
      const { email } = await newUser();
      for (const target of [email, newEmail()]) {
        const network = newNetworkAddress();
        const statuses: number[] = [];
        for (let i = 0; i <= attemptLimits.mail_at_network; i++) {
          const response = await requestLink(
            'password_reset',
            target,
            newBrowser(network),
          );
          statuses.push(response.status);
        }
        expect(statuses).toEqual([200, 200, 200, 429]);
      }
      // Requests from many networks must not keep mail from the person.
      for (let i = 0; i < attemptLimits.mail; i++)
        await requestLink('password_reset', email);
      const before = (await listMail(service, email)).length;
      expect((await requestLink('password_reset', email)).status).toBe(200);
      expect(await listMail(service, email)).toHaveLength(before + 1);
    });
  });
}
