import { afterAll, describe, expect, it } from 'vitest';
import { newUser } from '#kit/fixtures.ts';
import { getLatestMail, listMail } from '#kit/inbox.ts';
import { newOperator } from '#kit/operator.ts';
import {
  findTitle,
  newEmail,
  newPassword,
  password,
  personName,
  requireIdentity,
  startTimedService,
  submitAtOnce,
} from './service.ts';

const form = {
  name: personName,
  password,
  repeated: password,
  health_consent: 'yes',
};

const service = await startTimedService();
const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());
const admin = await newOperator(disposables, service.environment);
const { toUrl, newBrowser, requestLink, issueLink, listStoreCalls, signIn } = service;

/** Opens a browser that counts the pages that a person sees, and the forms that they send. */
function openCountingBrowser() {
  const browser = newBrowser();
  let steps = 0;
  let page = { text: '' };
  const open = async (url: string) => {
    steps += 1;
    page = await browser.open(url);
    return page.text;
  };
  return {
    open,
    /** Follows a link of the page by its text. */
    follow: (label: string) => {
      const [, href = ''] =
        new RegExp(`href="([^"]+)"[^>]*>${label}<`).exec(page.text) ?? [];
      return open(href.replaceAll('&amp;', '&'));
    },
    /** Sends the form of the page, which leads to the next one. */
    submit: async (fields: Record<string, string>) => {
      steps += 2;
      page = await browser.submit(fields);
      return page.text;
    },
    countSteps: () => steps,
    getDestination: browser.getDestination,
  };
}

it('a newcomer reads their diary with the token of an own application after 12 forms and pages', async () => {
  const browser = openCountingBrowser();
  const email = newEmail();
  await browser.open(toUrl('send-link/?purpose=sign_up'));
  await browser.submit({ email });
  await browser.open((await getLatestMail(service, email)).link);
  await browser.submit(form);
  await browser.follow('Your applications');
  const redirect_uri = 'https://trails.example/callback';
  const registered = await browser.submit({
    action: 'register',
    name: 'Trail maps',
    redirect_uri_1: redirect_uri,
    'diary.read': 'yes',
  });
  const shown = registered.matchAll(/<pre class="copy"><code>([^<]+)</g);
  const [client_secret = '', client_id = ''] = Array.from(shown, ([, text]) => text);
  await browser.follow('Allow access yourself');
  await browser.submit({ decision: 'allow' });
  expect(browser.countSteps()).toBeLessThanOrEqual(12);

  const code = browser.getDestination().searchParams.get('code') ?? '';
  const grant = { grant_type: 'authorization_code', code, redirect_uri };
  const { body } = await service.send<{ access_token: string; user_id: string }>(
    'POST',
    '/v7.1/oauth2/access_token/',
    { form: { ...grant, client_id, client_secret } },
  );
  const headers = { 'svc-client-id': client_id, 'svc-user-id': body.user_id };
  const sent = { host: 'diary', token: body.access_token, headers } as const;
  const diary = await service.send('GET', '/v2/diary', sent);
  expect([diary.status, diary.body]).toEqual([200, { items: [] }]);
});

describe('signing up', () => {
  it('confirms the address with a link that can be opened several times before', async () => {
    const email = newEmail();
    const browser = newBrowser();
    const page = await requestLink('sign_up', email, browser);
    expect(findTitle(page)).toBe('Check your inbox');
    // A typing error in it is the first reason why no mail arrives.
    expect(page.text).toContain(`check the address <strong>${email}</strong>`);
    const { link, subject } = await getLatestMail(service, email);
    expect(subject).toBe('Confirm your email address');

    await newBrowser().open(link);
    const opened = await browser.open(link);
    expect(findTitle(opened)).toBe('Create your account');

    const rejected = await browser.submit({ ...form, password: 'Password1' });
    expect(rejected.status).toBe(400);
    expect(rejected.text).toContain('too common');
    expect(rejected.text).toContain(`value="${personName}"`);
    const unticked = await browser.submit({ ...form, health_consent: '' });
    expect(unticked.status).toBe(400);
    expect(unticked.text).toContain('Tick the box to agree');
    const created = await browser.submit(form);
    expect(findTitle(created)).toBe('Your account');
    expect(created.text).toContain('Your account has been created.');
    expect(created.text).toContain(`<summary>${personName}</summary>`);

    expect((await newBrowser().open(link)).status).toBe(400);
    expect(findTitle(await signIn(email, password))).toBe('Your account');
  });

  it('continues to the application that the person came from, with mail in their language that loads nothing', async () => {
    const parties = await service.newTimedParties();
    const email = newEmail();
    const browser = newBrowser();
    const start = await browser.open(parties.buildAuthorizeUrl({ state: 'kept' }));
    const [, signUpLink = ''] =
      /href="([^"]*purpose=sign_up[^"]*)"/.exec(start.text) ?? [];
    await browser.open(signUpLink.replaceAll('&amp;', '&'));
    await browser.submit({ email }, { 'Accept-Language': 'de' });

    const { subject, html, link } = await getLatestMail(service, email);
    expect(subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse');
    expect(html).toContain('<html lang="de">');
    expect(html).not.toMatch(/<img|<link|<script|url\(/);
    const addresses = html.match(/https?:\/\/[^"<\s]+/g) ?? [];
    expect(addresses.map((address) => address.replaceAll('&amp;', '&'))).toEqual([link]);

    await browser.open(link);
    const consent = await browser.submit(form);
    expect(consent.text).toContain('value="allow"');
    await browser.submit({ decision: 'allow' });
    expect(browser.getDestination().searchParams.get('state')).toBe('kept');
  });

  it('has the same response for an address with an account, whose owner gets a mail', async () => {
    const { email } = await newUser();
    const known = await requestLink('sign_up', email);
    const unknownEmail = newEmail();
    const unknown = await requestLink('sign_up', unknownEmail);
    const text = unknown.text.replace(unknownEmail, email);
    expect([known.status, known.text]).toEqual([unknown.status, text]);
    expect(new Set(listStoreCalls('POST /oauth2/send-link/', 2)).size).toBe(1);
    const { subject, link } = await getLatestMail(service, email);
    expect(subject).toBe('You already have an account');
    expect(link).toBe(toUrl('sign-in/?continue=account'));
  });

  it('creates one account from concurrent requests, and none if the address has an account by then', async () => {
    const email = newEmail();
    const second = await issueLink('sign_up', email);
    const browser = newBrowser();
    await browser.open(await issueLink('sign_up', email));
    const invalid = { ...form, repeated: 'other' };
    // Warms up two instances of the function, because a cold one would be too late for the race.
    await submitAtOnce(browser, [invalid, invalid]);
    const results = await submitAtOnce(browser, [form, form]);
    const statuses = results.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 400]);
    // A form that loses the race must not delete the account of the one that wins.
    expect(await requireIdentity(email)).toMatchObject({ email });

    const lateBrowser = newBrowser();
    await lateBrowser.open(second);
    const rejected = await lateBrowser.submit(form);
    expect([rejected.status, findTitle(rejected)]).toEqual([400, 'Link expired']);
  });

  it('sends nothing to a text that is not one email address', async () => {
    const browser = newBrowser();
    await browser.open(toUrl('send-link/?purpose=sign_up'));
    const [injected, list] = [
      'ann@example.com\r\nBcc: eve@example.com',
      'ann@example.com,eve@example.com',
    ];
    for (const email of [injected, list]) {
      const { status, text } = await browser.submit({ email });
      expect(status).toBe(400);
      expect(text).toContain('Enter an email address');
    }
    expect(await listMail(service, 'eve@example.com')).toEqual([]);
  });
});

describe('an invitation', () => {
  it('lets a person create an account, whose password the operator can set', async () => {
    const email = newEmail();
    const name = ['--display-name', 'Bea'];
    const invitation = ['user', 'invite', email, ...name, '--language', 'de'];
    const { exitCode, stdout, stderr } = await admin([...invitation, '--json']);
    expect([exitCode, JSON.parse(stdout).email]).toEqual([0, email]);
    expect(stdout + stderr).not.toContain('fit_ln_');
    const mail = await getLatestMail(service, email);
    expect(mail.subject).toBe('Ihre Einladung: ein Konto beim Fitnessdatendienst');

    const browser = service.newBrowser();
    expect((await browser.open(mail.link)).text).toContain('value="Bea"');
    const chosen = { ...form, password: newPassword, repeated: newPassword };
    const created = await browser.submit({ ...chosen, name: 'Bea' });
    expect(created.text).toContain('Your account has been created.');
    const secondInvitation = await admin(invitation);
    expect([secondInvitation.exitCode, secondInvitation.stderr]).toEqual([
      1,
      expect.stringContaining('belongs to a user already'),
    ]);
    const generated = ['--generate-password', '--language', 'de'];
    await admin(['user', 'password', email, ...generated]);
    const notice = await getLatestMail(service, email);
    expect(notice.subject).toBe('Ihr Passwort wurde geändert');
    expect(notice.text).toContain('Der Betreiber des Dienstes hat ein neues Passwort');
  });

  it('is rejected for an invalid email address and for a name that is too long', async () => {
    const args = ['a@example.com,b@example.com', '--display-name', 'x'.repeat(51)];
    const invalid = await admin(['user', 'invite', ...args]);
    expect(invalid.exitCode).toBe(1);
    expect(invalid.stderr).toContain('must be an email address that can receive mail');
    expect(invalid.stderr).toContain('must have at most 50 characters');
  });
});
