import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as emailLinks from '#functions/auth/email-link/email-link.store.ts';
import { table } from '#kit/fixtures.ts';
import { getLatestMail } from '#kit/inbox.ts';
import { startServiceWithOwnClock } from '#kit/own-service.ts';
import type { LocalService } from '#lib/local/service.ts';
import { newId } from '#shared/runtime/ids.ts';
import { expectAccessible, loadAxe } from './axe.ts';
import { connectBrowser } from './connect-browser.ts';
import { newContext, pressEnterOn, typeInto } from './person.ts';

let browser: Browser;
let service: LocalService;

beforeAll(async () => {
  browser = await connectBrowser();
  service = await startServiceWithOwnClock();
});

afterAll(async () => {
  await browser.close();
  await service.close();
});

const password = 'correct horse battery';
const nextPassword = 'another horse entirely';

/** Opens the pages as a person in a browser of their own, who uses the keyboard alone. */
async function openBrowser(locale: 'en' | 'de') {
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
    follow: async (address: string) =>
      page.goto((await getLatestMail(service, address)).link),
    check: () => expectAccessible(page, locale),
    type: (id: string, text: string) => typeInto(getField(id), text),
    pressLink: (name: string) => pressEnterOn(page.getByRole('link', { name })),
    waitForText: (text: string) => page.getByText(text).waitFor(),
    waitForTitle: (name: string) => page.getByRole('heading', { name }).waitFor(),
    async choosePassword(chosen: string) {
      await typeInto(getField('password'), chosen);
      await typeInto(getField('repeated'), chosen);
      await submit();
    },
  };
}

/** Invites somebody as an operator does. Returns the address and the token of the link. */
async function invite(display_name: string) {
  const now = new Date();
  const user_id = newId(now);
  const email = `${user_id}@example.com`;
  const invitation = {
    user_id,
    email,
    display_name,
    purpose: 'invitation',
    language: 'en',
    template: undefined,
  } as const;
  const { id } = await emailLinks.create(table(), invitation, now);
  const token = await emailLinks.issueToken(table(), user_id, id, now);
  return { email, token };
}

it('a person signs up, changes the email and resets the password, by keyboard (A12, A24)', async () => {
  const person = await openBrowser('de');
  const { open, check, follow, type, submit, choosePassword } = person;
  const { pressLink, waitForText, waitForTitle } = person;
  const email = `${newId(new Date())}@example.com`;
  const newEmail = `${newId(new Date())}@example.com`;

  await open('sign-in/?continue=account');
  await check();
  await pressLink('Konto anlegen');
  await type('email', email);
  await check();
  await submit();
  await waitForTitle('Prüfen Sie Ihren Posteingang');
  await check();
  await follow(email);
  await check();
  await type('name', 'Ann');
  await choosePassword('Password1');
  await person.page.getByRole('alert').waitFor();
  await check();
  await choosePassword(password);
  await waitForText('Ihr Konto wurde angelegt.');
  await check();

  await pressLink('Anmeldung und Sicherheit');
  await waitForTitle('Anmeldung und Sicherheit');
  await check();
  await type('email', newEmail);
  await type('current', password);
  await submit();
  await waitForText('Wir haben eine E-Mail an die neue Adresse gesendet.');
  await check();
  await follow(newEmail);
  await check();
  await pressEnterOn(person.page.getByRole('button'));
  await waitForText('E-Mail-Adresse geändert.');

  await person.context.clearCookies();
  await open('sign-in/?continue=account');
  await pressLink('Passwort vergessen?');
  await check();
  await type('email', newEmail);
  await submit();
  await waitForTitle('Prüfen Sie Ihren Posteingang');
  await follow(newEmail);
  await check();
  await choosePassword(nextPassword);
  await waitForText('Passwort geändert. Melden Sie sich mit dem neuen Passwort an.');
  await check();
  await type('email', newEmail);
  await type('password', nextPassword);
  await submit();
  await waitForTitle('Ihr Konto');
  await person.context.close();
});

it('an invited person creates an account and changes the password, by keyboard (A12, A24)', async () => {
  const person = await openBrowser('en');
  const { open, check, follow, type, submit, choosePassword } = person;
  const { email, token } = await invite('Bea');
  await open(`open-link/?token=${token}`);
  await check();
  expect(await person.page.locator('#name').inputValue()).toBe('Bea');
  await choosePassword(password);
  await person.waitForText('Your account has been created.');

  await person.pressLink('Change password');
  await check();
  await type('current', password);
  await type('next', nextPassword);
  await type('repeated', nextPassword);
  await submit();
  await person.waitForText('Password changed.');
  await check();

  await open('send-link/?purpose=password_reset');
  await type('email', email);
  await submit();
  await person.waitForTitle('Check your inbox');
  await check();
  await follow(email);
  await choosePassword(password);
  await person.waitForText('Sign in with the new password.');
  await open(`open-link/?token=${token}`);
  await check();
  await person.pressLink('Sign in');
  await person.waitForTitle('Sign in');
  await person.context.close();
});
