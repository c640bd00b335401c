import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as disablement from '#functions/auth/identity/disablement.store.ts';
import { attemptLimits } from '#functions/auth/rate-limit/limits.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import { dumpTable, listEncodings } from '#kit/canaries.ts';
import { newUser, table } from '#kit/fixtures.ts';
import { findMail, getLatestMail, listMail } from '#kit/inbox.ts';
import { newParties } from '#kit/oauth-parties.ts';
import { startServiceWithOwnClock } from '#kit/own-service.ts';
import { consumeAttempts } from '#kit/rate-limits.ts';
import { type Send, send } from '#kit/send.ts';
import { sendFrom } from '#kit/send-from.ts';
import { findFormToken, newVisitor, type Visitor } from '#kit/visitor.ts';
import type { LocalService } from '#lib/local/service.ts';
import { formatToken, parseToken } from '#shared/auth/tokens.ts';
import { newId } from '#shared/runtime/ids.ts';

let service: LocalService;
const lines: string[] = [];

beforeAll(async () => {
  service = await startServiceWithOwnClock({}, (line) => void lines.push(line));
});

afterAll(() => service.close());

const password = 'correct horse battery';
const nextPassword = 'another horse entirely';
const name = 'Ann';

/** Returns a loopback address that no other test uses. */
const newAddress = () => `127.${[...randomBytes(3)].join('.')}`;
const newEmail = () => `${newId(new Date())}@example.com`;
const page = (path: string) => `${service.urls.auth}/v7.1/oauth2/${path}`;
const getNow = () => new Date(service.clock.now());
const title = ({ text }: { text: string }) => /<h1>(.*?)<\/h1>/.exec(text)?.[1];

const sendHere: Send = (method, path, options) =>
  send(service.urls, method, path, options);

/** A new browser, at an address of its own unless the test names one. */
const newBrowser = (address = newAddress()) =>
  newVisitor(sendFrom(address, service.urls), service.urls.auth);

type Purpose = 'sign_up' | 'password_reset';

/** Asks for a link as a person in a browser does. */
async function askForLink(purpose: Purpose, email: string, visitor = newBrowser()) {
  await visitor.open(page(`send-link/?purpose=${purpose}`));
  return visitor.submit({ email });
}

/** Asks for a link and returns the address in the mail. */
async function receiveLink(purpose: Purpose, email: string): Promise<string> {
  // Mails that are under way may be written after the one with the link.
  await service.drainQueues();
  await askForLink(purpose, email);
  return (await getLatestMail(service, email)).link;
}

/** Returns how many store calls each of the latest requests to an endpoint made. */
function listStoreCalls(name: string, count: number): number[] {
  const requests = lines.filter((line) => line.includes(`"${name}"`));
  return requests.slice(-count).map((line) => JSON.parse(line).store_calls);
}

async function signIn(email: string, secret: string, visitor = newBrowser()) {
  await visitor.open(page('sign-in/?continue=account'));
  return visitor.submit({ email, password: secret });
}

/** Creates an account by sign-up. */
async function signUp(email: string, visitor = newBrowser()): Promise<Visitor> {
  await visitor.open(await receiveLink('sign_up', email));
  await visitor.submit({ name, password, repeated: password });
  return visitor;
}

describe('signing up (A12)', () => {
  it('confirms the address with a link, which opening does not use up', async () => {
    const email = newEmail();
    const visitor = newBrowser();
    const page = await askForLink('sign_up', email, visitor);
    expect(title(page)).toBe('Check your inbox');
    const { link, subject } = await getLatestMail(service, email);
    expect(subject).toBe('Confirm your email address');

    for (const scanner of [newBrowser(), newBrowser()]) await scanner.open(link);
    const opened = await visitor.open(link);
    expect(title(opened)).toBe('Create your account');
    const created = await visitor.submit({ name, password, repeated: password });
    expect(title(created)).toBe('Your account');
    expect(created.text).toContain('Your account has been created.');
    expect(created.text).toContain(`<strong>${name}</strong>`);

    expect((await newBrowser().open(link)).status).toBe(400);
    expect(title(await signIn(email, password))).toBe('Your account');
  });

  it('continues to the application that the person came from', async () => {
    const parties = await newParties({ send: sendHere, ...service });
    const email = newEmail();
    const visitor = newBrowser();
    const start = await visitor.open(parties.authorizeUrl({ state: 'kept' }));
    const [, signUpLink = ''] =
      /href="([^"]*purpose=sign_up[^"]*)"/.exec(start.text) ?? [];
    await visitor.open(signUpLink.replaceAll('&amp;', '&'));
    await visitor.submit({ email });
    await visitor.open((await getLatestMail(service, email)).link);
    const consent = await visitor.submit({ name, password, repeated: password });
    expect(consent.text).toContain('value="allow"');
    await visitor.submit({ decision: 'allow' });
    expect(visitor.getDestination().searchParams.get('state')).toBe('kept');
  });

  it('answers alike for an address with an account, whose owner is told', async () => {
    const { email } = await newUser();
    const known = await askForLink('sign_up', email);
    const unknown = await askForLink('sign_up', newEmail());
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect(new Set(listStoreCalls('POST /oauth2/send-link/', 2)).size).toBe(1);
    const { subject, link } = await getLatestMail(service, email);
    expect(subject).toBe('You already have an account');
    expect(link).toBe(page('sign-in/?continue=account'));
  });

  it('creates one account from ten requests at once, and none for an address that was taken', async () => {
    const email = newEmail();
    const links = [
      await receiveLink('sign_up', email),
      await receiveLink('sign_up', email),
    ];
    const [first = '', second = ''] = links;
    const visitors = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const visitor = newBrowser();
        await visitor.open(first);
        return visitor;
      }),
    );
    const submitAtOnce = (repeated: string) =>
      Promise.all(
        visitors.map((visitor) => visitor.submit({ name, password, repeated })),
      );
    // Two warm instances of the function, because a cold one would be late for the race.
    await submitAtOnce('other');
    const results = await submitAtOnce(password);
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(results.filter(({ status }) => status === 400)).toHaveLength(9);
    expect(title(await signIn(email, password))).toBe('Your account');

    const late = newBrowser();
    await late.open(second);
    const refused = await late.submit({ name, password, repeated: password });
    expect([refused.status, title(refused)]).toEqual([400, 'Link expired']);
  });

  it.each([
    [
      'a common password',
      { password: 'Password1', repeated: 'Password1' },
      'most common',
    ],
    ['a short password', { password: 'short', repeated: 'short' }, '8 to 256'],
    ['a different repetition', { repeated: 'other' }, 'do not match'],
    ['no name', { name: ' ' }, 'Enter a name'],
  ])('rejects %s and keeps the name', async (_, fields, sentence) => {
    const visitor = newBrowser();
    await visitor.open(await receiveLink('sign_up', newEmail()));
    const form = { name, password, repeated: password, ...fields };
    const rejected = await visitor.submit(form);
    expect(rejected.status).toBe(400);
    expect(rejected.text).toContain(sentence);
    expect(rejected.text).toContain(`value="${form.name}"`);
    expect(rejected.text).not.toContain(form.password);
    const corrected = await visitor.submit({ name, password, repeated: password });
    expect(title(corrected)).toBe('Your account');
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
    const { status, text } = await askForLink('sign_up', email);
    expect(status).toBe(400);
    expect(text).toContain('Enter an email address');
    expect(await listMail(service, 'eve@example.com')).toEqual([]);
  });

  it('sends mail in the language of the person, as text and as HTML that loads nothing', async () => {
    const email = newEmail();
    const visitor = newBrowser();
    await visitor.open(page('send-link/?purpose=sign_up'));
    await visitor.submit({ email }, { 'Accept-Language': 'de' });
    const { subject, html, link } = await getLatestMail(service, email);
    expect(subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse');
    expect(html).toContain('<html lang="de">');
    expect(html).not.toMatch(/<img|<link|<script|url\(|style=/);
    const addresses = html.match(/https?:\/\/[^"<\s]+/g) ?? [];
    expect(addresses.map((address) => address.replaceAll('&amp;', '&'))).toEqual([link]);
  });
});

describe('a forgotten password (A24)', () => {
  it('is replaced: all sessions end, grants stay unless the person ends them', async () => {
    for (const endsGrants of [false, true]) {
      const parties = await newParties({ send: sendHere, ...service });
      const { user, newCode, redeem, statusWith } = parties;
      const { body } = await redeem(await newCode());
      const elsewhere = newBrowser();
      await elsewhere.signIn(user, getNow());

      const visitor = newBrowser();
      await visitor.open(await receiveLink('password_reset', user.email));
      const fields = { password: nextPassword, repeated: nextPassword };
      const choice = endsGrants ? { end_grants: 'yes' } : {};
      const changed = await visitor.submit({ ...fields, ...choice });
      expect(changed.text).toContain('Sign in with the new password.');

      expect((await elsewhere.open(page('account/'))).text).toContain('name="password"');
      expect((await signIn(user.email, user.password)).status).toBe(403);
      expect(title(await signIn(user.email, nextPassword))).toBe('Your account');
      expect(await statusWith(body.access_token)).toBe(endsGrants ? 401 : 200);
      const notice = await findMail(service, user.email, 'Your password was changed');
      expect(notice.text).toContain('All browsers were signed out.');
    }
  });

  it('has another mail if it is changed in the account, which signs out only other browsers', async () => {
    const { email, password: current } = await newUser();
    const visitor = newBrowser();
    await signIn(email, current, visitor);
    await visitor.open(page('account/password/'));
    await visitor.submit({ current, next: nextPassword, repeated: nextPassword });
    const notice = await findMail(service, email, 'Your password was changed');
    expect(notice.text).toContain('All other browsers were signed out.');
  });

  it('answers alike for known, unknown and disabled addresses, and sends mail to the first only', async () => {
    const { email } = await newUser();
    const unknown = newEmail();
    const known = await askForLink('password_reset', email.toUpperCase());
    const other = await askForLink('password_reset', unknown);
    const disabled = await newUser();
    await disablement.disableUserByEmail(table(), disabled.email, getNow());
    const refused = await askForLink('password_reset', disabled.email);
    for (const { status, text } of [other, refused])
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
    await visitor.submit({ password: nextPassword, repeated: nextPassword });
    expect((await newBrowser().open(used)).status).toBe(400);
    const late = newBrowser();
    await late.open(outdated);
    const fields = { password, repeated: password };
    expect((await late.submit(fields)).status).toBe(400);
    expect(title(await signIn(email, nextPassword))).toBe('Your account');

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
        const chosen = `${nextPassword} ${index}`;
        return visitor.submit({ password: chosen, repeated: chosen });
      }),
    );
    const statuses = results.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
    const chosen = `${nextPassword} ${statuses.indexOf(200)}`;
    expect(title(await signIn(email, chosen))).toBe('Your account');
  });

  it('cannot be reached by guessing: tokens that are altered, foreign or of another kind', async () => {
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
        page(`open-link/?token=${encodeURIComponent(guess)}`),
      );
      expect([status, title({ text: body })]).toEqual([400, 'Link expired']);
    }
    expect((await newBrowser().open(String(link))).status).toBe(200);
  });

  it('leaves no secret of a link in the table or in a log', async () => {
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

  it('is refused without the form of the page, in another browser, and from another origin', async () => {
    const { email } = await newUser();
    const link = await receiveLink('password_reset', email);
    const visitor = newBrowser();
    const opened = await visitor.open(link);
    const fields = { password: nextPassword, repeated: nextPassword };
    const forms = [
      { headers: {}, form: { ...fields, form_token: '' } },
      { headers: {}, form: { ...fields, form_token: findFormToken(opened) } },
      {
        headers: { Cookie: visitor.cookieHeader(), Origin: 'https://evil.example' },
        form: { ...fields, form_token: findFormToken(opened) },
      },
    ];
    for (const { headers, form } of forms) {
      const options = { host: 'auth', headers, form } as const;
      const path = link.slice(service.urls.auth.length);
      expect((await send(service.urls, 'POST', path, options)).status).toBe(403);
    }
    expect(title(await signIn(email, password))).toBe('Your account');
  });
});

describe('the limits of mail (A24)', () => {
  it('apply to an address at a network, known or not, without a lock-out elsewhere', async () => {
    const { email } = await newUser();
    for (const target of [email, newEmail()]) {
      const network = newAddress();
      const statuses: number[] = [];
      for (let i = 0; i <= attemptLimits.mail_at_network; i++) {
        const response = await askForLink('password_reset', target, newBrowser(network));
        statuses.push(response.status);
      }
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
    // Strangers at many networks use the limit of the address up.
    for (let i = 0; i < attemptLimits.mail; i++)
      await askForLink('password_reset', email);
    const before = (await listMail(service, email)).length;
    expect((await askForLink('password_reset', email)).status).toBe(200);
    expect(await listMail(service, email)).toHaveLength(before + 1);
  });
});

describe('changing the email (A24)', () => {
  it('takes effect when the new address is confirmed, and the old one gets a mail', async () => {
    const { email, password: current } = await newUser();
    const visitor = newBrowser();
    await signIn(email, current, visitor);
    await visitor.open(page('account/security/'));
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
    expect(title(await signIn(email, current))).toBe('Your account');

    const { link } = await getLatestMail(service, to);
    const confirming = newBrowser();
    expect((await confirming.open(link)).text).toContain(`<strong>${to}</strong>`);
    await confirming.submit({});
    expect((await signIn(email, current)).status).toBe(403);
    expect(title(await signIn(to.toUpperCase(), current))).toBe('Your account');
    const told = await listMail(service, email);
    expect(told.map(({ subject }) => subject)).toContain(
      'Your email address was changed',
    );
    expect((await newBrowser().open(link)).status).toBe(400);
    // The old address is free again.
    expect(title(await (await signUp(email)).open(page('account/')))).toBe(
      'Your account',
    );
  });

  it('answers alike for an address with an account, and leaves both as they are', async () => {
    const [one, other] = await Promise.all([newUser(), newUser()]);
    const visitor = newBrowser();
    await signIn(one.email, one.password, visitor);
    await visitor.open(page('account/security/'));
    const form = { action: 'change_email', current: one.password };
    const free = await visitor.submit({ ...form, email: newEmail() });
    const taken = await visitor.submit({ ...form, email: other.email });
    expect([taken.status, taken.text]).toEqual([free.status, free.text]);
    expect(taken.text).toContain('We sent an email to the new address.');
    expect(new Set(listStoreCalls('POST /oauth2/account/security/', 2)).size).toBe(1);
    expect((await getLatestMail(service, other.email)).subject).toBe(
      'You already have an account',
    );
    expect(title(await signIn(one.email, one.password))).toBe('Your account');
  });

  it('happens once if two links are confirmed, and leaves the other address free', async () => {
    const { email, password: current } = await newUser();
    const visitor = newBrowser();
    await signIn(email, current, visitor);
    const [first, second] = [newEmail(), newEmail()];
    const links: string[] = [];
    for (const to of [first, second]) {
      await visitor.open(page('account/security/'));
      await visitor.submit({ action: 'change_email', email: to, current });
      links.push((await getLatestMail(service, to)).link);
    }
    const titles: unknown[] = [];
    for (const link of links) {
      const confirming = newBrowser();
      await confirming.open(link);
      titles.push(title(await confirming.submit({})));
    }
    expect(titles).toEqual(['Sign in', 'Link expired']);
    expect(title(await signIn(first, current))).toBe('Your account');
    expect(title(await (await signUp(second)).open(page('account/')))).toBe(
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
    await visitor.open(page('account/security/'));
    const form = { action: 'change_email', email: newEmail(), current };
    const limited = await visitor.submit(form);
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('completes when ten requests confirm it at once', async () => {
    const { email, password: current } = await newUser();
    const visitor = newBrowser();
    await signIn(email, current, visitor);
    await visitor.open(page('account/security/'));
    const to = newEmail();
    await visitor.submit({ action: 'change_email', email: to, current });
    const { link } = await getLatestMail(service, to);
    const browsers = Array.from({ length: 10 }, () => newBrowser());
    await Promise.all(browsers.map((browser) => browser.open(link)));
    await Promise.all(browsers.map((browser) => browser.submit({})));
    expect(title(await signIn(to, current))).toBe('Your account');
    const notices = (await listMail(service, email)).filter(({ subject }) =>
      subject.includes('address was changed'),
    );
    expect(notices).toHaveLength(1);
  });
});

const firefox = { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Firefox/140.0' };

describe('browsers', () => {
  it('are told by mail if they are new, once, and by their kind (A24)', async () => {
    const { email, password: secret } = await newUser();
    const visitor = newBrowser();
    for (let i = 0; i < 2; i++) {
      await visitor.open(page('sign-in/?continue=account'));
      await visitor.submit({ email, password: secret }, firefox);
    }
    const mail = await listMail(service, email);
    expect(mail.map(({ subject }) => subject)).toEqual(['New sign-in to your account']);
    expect(mail[0]?.text).toContain('Firefox, Windows');
    expect(mail[0]?.link).toBe(page('account/security/'));
  });

  it('are listed with the day and the kind, and signed out one by one or together', async () => {
    const user = await newUser();
    const browser = newBrowser();
    await browser.open(page('sign-in/?continue=security'));
    await browser.submit({ email: user.email, password: user.password }, firefox);
    const others = [newBrowser(), newBrowser(), newBrowser()];
    for (const other of others) await signIn(user.email, user.password, other);
    const isSignedIn = async (visitor: Visitor) =>
      title(await visitor.open(page('account/'))) === 'Your account';

    const shown = await browser.open(page('account/security/'));
    expect(shown.text.match(/<h3>Firefox, Windows<\/h3>/g)).toHaveLength(2);
    expect(shown.text.match(/<h3>Unknown browser<\/h3>/g)).toHaveLength(6);
    expect(shown.text).toContain(`<strong>${user.email}</strong>`);
    const [first] = await sessions.listActive(table(), user.user_id, getNow());
    const listed = await sessions.listActive(table(), user.user_id, getNow());
    const ended = listed.find(({ id, browser }) => id !== first?.id && browser === '');
    await browser.submit({ action: 'end_session', id: ended?.id ?? '' });
    const states = [];
    for (const other of others) states.push(await isSignedIn(other));
    expect(states.filter(Boolean)).toHaveLength(2);

    await browser.open(page('account/security/'));
    await browser.submit({ action: 'end_others' });
    for (const other of others) expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(browser)).toBe(true);

    await browser.open(page('account/security/'));
    const forgotten = await browser.submit({ action: 'forget_devices' });
    expect(forgotten.text).toContain('No browser is remembered.');
  });

  it("leaves other people's sessions alone", async () => {
    const [one, other] = await Promise.all([newUser(), newUser()]);
    await sessions.start(table(), other, getNow());
    const [foreign] = await sessions.listActive(table(), other.user_id, getNow());
    const visitor = newBrowser();
    await visitor.signIn(one, getNow());
    await visitor.open(page('account/security/'));
    await visitor.submit({ action: 'end_session', id: foreign?.id ?? '' });
    expect(await sessions.listActive(table(), other.user_id, getNow())).toHaveLength(1);
  });
});
