import { describe, expect, it } from 'vitest';
import { newUser } from '#kit/fixtures.ts';
import { getLatestMail, listMail } from '#kit/inbox.ts';
import { newParties } from '#kit/oauth-parties.ts';
import {
  findTitle,
  type LinkService,
  newEmail,
  password,
  personName,
} from './link-service.ts';

/** Tests the link with which a person creates an account. */
export function testSignUp(links: LinkService): void {
  const { toUrl, newBrowser, requestLink, receiveLink, listStoreCalls, signIn, service } =
    links;

  describe('signing up (A12)', () => {
    it('confirms the address with a link that can be opened several times before', async () => {
      const email = newEmail();
      const visitor = newBrowser();
      const page = await requestLink('sign_up', email, visitor);
      expect(findTitle(page)).toBe('Check your inbox');
      const { link, subject } = await getLatestMail(service, email);
      expect(subject).toBe('Confirm your email address');

      for (const scanner of [newBrowser(), newBrowser()]) await scanner.open(link);
      const opened = await visitor.open(link);
      expect(findTitle(opened)).toBe('Create your account');
      const created = await visitor.submit({
        name: personName,
        password,
        repeated: password,
      });
      expect(findTitle(created)).toBe('Your account');
      expect(created.text).toContain('Your account has been created.');
      expect(created.text).toContain(`<strong>${personName}</strong>`);

      expect((await newBrowser().open(link)).status).toBe(400);
      expect(findTitle(await signIn(email, password))).toBe('Your account');
    });

    it('continues to the application that the person came from', async () => {
      const parties = await newParties({ send: links.send, ...service });
      const email = newEmail();
      const visitor = newBrowser();
      const start = await visitor.open(parties.buildAuthorizeUrl({ state: 'kept' }));
      const [, signUpLink = ''] =
        /href="([^"]*purpose=sign_up[^"]*)"/.exec(start.text) ?? [];
      await visitor.open(signUpLink.replaceAll('&amp;', '&'));
      await visitor.submit({ email });
      await visitor.open((await getLatestMail(service, email)).link);
      const consent = await visitor.submit({
        name: personName,
        password,
        repeated: password,
      });
      expect(consent.text).toContain('value="allow"');
      await visitor.submit({ decision: 'allow' });
      expect(visitor.getDestination().searchParams.get('state')).toBe('kept');
    });

    it('has the same response for an address with an account, whose owner gets a mail', async () => {
      const { email } = await newUser();
      const known = await requestLink('sign_up', email);
      const unknown = await requestLink('sign_up', newEmail());
      expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
      expect(new Set(listStoreCalls('POST /oauth2/send-link/', 2)).size).toBe(1);
      const { subject, link } = await getLatestMail(service, email);
      expect(subject).toBe('You already have an account');
      expect(link).toBe(toUrl('sign-in/?continue=account'));
    });

    it('creates one account from ten concurrent requests, and none if the address has an account by then', async () => {
      const email = newEmail();
      const first = await receiveLink('sign_up', email);
      const second = await receiveLink('sign_up', email);
      const visitors = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const visitor = newBrowser();
          await visitor.open(first);
          return visitor;
        }),
      );
      const submitAtOnce = (repeated: string) =>
        Promise.all(
          visitors.map((visitor) =>
            visitor.submit({ name: personName, password, repeated }),
          ),
        );
      // Warms up two instances of the function, because a cold one would be too late for the race.
      await submitAtOnce('other');
      const results = await submitAtOnce(password);
      expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(results.filter(({ status }) => status === 400)).toHaveLength(9);
      expect(findTitle(await signIn(email, password))).toBe('Your account');

      const lateVisitor = newBrowser();
      await lateVisitor.open(second);
      const rejected = await lateVisitor.submit({
        name: personName,
        password,
        repeated: password,
      });
      expect([rejected.status, findTitle(rejected)]).toEqual([400, 'Link expired']);
    });

    it.each([
      [
        'a common password',
        { password: 'Password1', repeated: 'Password1' },
        'too common',
      ],
      ['a short password', { password: 'short', repeated: 'short' }, '8 to 256'],
      ['a different repetition', { repeated: 'other' }, 'do not match'],
      ['no name', { name: ' ' }, 'Enter a name'],
    ])('rejects %s and keeps the name', async (_, fields, sentence) => {
      const visitor = newBrowser();
      await visitor.open(await receiveLink('sign_up', newEmail()));
      const form = { name: personName, password, repeated: password, ...fields };
      const rejected = await visitor.submit(form);
      expect(rejected.status).toBe(400);
      expect(rejected.text).toContain(sentence);
      expect(rejected.text).toContain(`value="${form.name}"`);
      expect(rejected.text).not.toContain(form.password);
      const corrected = await visitor.submit({
        name: personName,
        password,
        repeated: password,
      });
      expect(findTitle(corrected)).toBe('Your account');
    });

    it.each([
      'ann@example.com\r\nBcc: eve@example.com',
      'ann@example.com,eve@example.com',
      '<ann@example.com>',
      'ann',
      '',
      '"ann b"@example.com',
      'ann@example.com/1',
    ])('sends nothing to %j', async (email) => {
      const { status, text } = await requestLink('sign_up', email);
      expect(status).toBe(400);
      expect(text).toContain('Enter an email address');
      expect(await listMail(service, 'eve@example.com')).toEqual([]);
    });

    it('sends mail in the language of the person, as text and as HTML that loads nothing', async () => {
      const email = newEmail();
      const visitor = newBrowser();
      await visitor.open(toUrl('send-link/?purpose=sign_up'));
      await visitor.submit({ email }, { 'Accept-Language': 'de' });
      const { subject, html, link } = await getLatestMail(service, email);
      expect(subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse');
      expect(html).toContain('<html lang="de">');
      expect(html).not.toMatch(/<img|<link|<script|url\(|style=/);
      const addresses = html.match(/https?:\/\/[^"<\s]+/g) ?? [];
      expect(addresses.map((address) => address.replaceAll('&amp;', '&'))).toEqual([
        link,
      ]);
    });
  });
}
