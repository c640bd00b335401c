import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as emailLinks from '#functions/auth/email-link/email-link.store.ts';
import { table } from '#kit/fixtures.ts';
import { getLatestMail } from '#kit/inbox.ts';
import { startServiceWithOwnClock } from '#kit/own-service.ts';
import type { LocalService } from '#lib/local/service.ts';
import { newId } from '#shared/runtime/ids.ts';
import { expectAccessibleIn, loadAxe } from './axe.ts';
import { launchBrowser } from './chromium.ts';
import { followLink, newContext, pressEnterOn, typeInto } from './person.ts';

let browser: Browser;
let service: LocalService;

beforeAll(async () => {
  browser = await launchBrowser();
  service = await startServiceWithOwnClock();
});

afterAll(async () => {
  await browser.close();
  await service.close();
});

const password = 'correct horse battery';
const newPassword = 'another horse entirely';

/** What the pages say, by language. */
const labels = {
  de: {
    signUp: 'Konto anlegen',
    sent: 'Prüfen Sie Ihren Posteingang',
    created: 'Ihr Konto wurde angelegt.',
    security: 'Anmeldung und Sicherheit',
    linkSent: 'Wir haben eine E-Mail an die neue Adresse gesendet.',
    emailChanged: 'E-Mail-Adresse geändert.',
    forgot: 'Passwort vergessen?',
    reset: 'Passwort geändert. Melden Sie sich mit dem neuen Passwort an.',
    account: 'Ihr Konto',
    changePassword: 'Passwort ändern',
    passwordChanged: 'Passwort geändert.',
    signIn: 'Anmelden',
  },
  en: {
    signUp: 'Create an account',
    sent: 'Check your inbox',
    created: 'Your account has been created.',
    security: 'Sign-in and security',
    linkSent: 'We sent an email to the new address.',
    emailChanged: 'Email address changed.',
    forgot: 'Forgot your password?',
    reset: 'Password changed. Sign in with the new password.',
    account: 'Your account',
    changePassword: 'Change password',
    passwordChanged: 'Password changed.',
    signIn: 'Sign in',
  },
};

const locales = ['de', 'en'] as const;
type Locale = (typeof locales)[number];

/** Opens a browser context for a person who uses the keyboard alone. */
async function openBrowser(locale: Locale) {
  const context = await newContext(browser, { locale });
  await loadAxe(context);
  const page = await context.newPage();
  const getField = (id: string) => page.locator(`#${id}`);
  const submit = () => page.keyboard.press('Enter');
  return {
    context,
    page,
    submit,
    open: (path: string) => page.goto(`${service.urls.auth}/v7.1/oauth2/${path}`),
    openMailedLink: async (address: string) =>
      page.goto((await getLatestMail(service, address)).link),
    check: () => expectAccessibleIn(page, locale),
    type: (id: string, text: string) => typeInto(getField(id), text),
    pressLink: (name: string) => followLink(page, name),
    waitForText: (text: string) => page.getByText(text).waitFor(),
    waitForTitle: (name: string) => page.getByRole('heading', { name }).waitFor(),
    async choosePassword(text: string) {
      await typeInto(getField('password'), text);
      await typeInto(getField('repeated'), text);
      await submit();
    },
  };
}

/** Invites somebody as an operator does. Returns the token of the link. */
async function invite(display_name: string, language: Locale) {
  const now = new Date();
  const user_id = newId(now);
  const email = `${user_id}@example.com`;
  const invitation = {
    user_id,
    email,
    display_name,
    purpose: 'invitation',
    language,
    template: undefined,
  } as const;
  const { id } = await emailLinks.create(table(), invitation, now);
  return emailLinks.issueToken(table(), user_id, id, now);
}

it.each(locales)(
  'a person signs up, changes the email and resets the password, by keyboard in %s (A12, A24)',
  async (locale) => {
    const texts = labels[locale];
    const person = await openBrowser(locale);
    const { open, openMailedLink, check, type, submit, choosePassword } = person;
    const { pressLink, waitForText, waitForTitle } = person;
    const email = `${newId(new Date())}@example.com`;
    const newEmail = `${newId(new Date())}@example.com`;

    await open('sign-in/?continue=account');
    await check();
    await pressLink(texts.signUp);
    await type('email', email);
    await check();
    await submit();
    await waitForTitle(texts.sent);
    await check();
    await openMailedLink(email);
    await check();
    await type('name', 'Ann');
    await choosePassword('Password1');
    await person.page.getByRole('alert').waitFor();
    await check();
    await choosePassword(password);
    await waitForText(texts.created);
    await check();

    await pressLink(texts.security);
    await check();
    await type('email', newEmail);
    await type('current', password);
    await submit();
    await waitForText(texts.linkSent);
    await check();
    await openMailedLink(newEmail);
    await check();
    await pressEnterOn(person.page.getByRole('button'));
    await waitForText(texts.emailChanged);

    await person.context.clearCookies();
    await open('sign-in/?continue=account');
    await pressLink(texts.forgot);
    await check();
    await type('email', newEmail);
    await submit();
    await waitForTitle(texts.sent);
    await openMailedLink(newEmail);
    await check();
    await choosePassword(newPassword);
    await waitForText(texts.reset);
    await check();
    await type('email', newEmail);
    await type('password', newPassword);
    await submit();
    await waitForTitle(texts.account);
    await person.context.close();
  },
);

it.each(locales)(
  'an invited person creates an account and changes the password, by keyboard in %s (A12, A24)',
  async (locale) => {
    const texts = labels[locale];
    const person = await openBrowser(locale);
    const { open, check, type, submit, choosePassword } = person;
    const token = await invite('Bea', locale);
    await open(`open-link/?token=${token}`);
    await check();
    expect(await person.page.locator('#name').inputValue()).toBe('Bea');
    await choosePassword(password);
    await person.waitForText(texts.created);

    await person.pressLink(texts.changePassword);
    await check();
    await type('current', password);
    await type('next', newPassword);
    await type('repeated', newPassword);
    await submit();
    await person.waitForText(texts.passwordChanged);
    await check();

    await person.context.clearCookies();
    await open(`open-link/?token=${token}`);
    await check();
    await person.pressLink(texts.signIn);
    await person.context.close();
  },
);
