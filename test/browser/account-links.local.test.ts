import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getLatestMail } from '#kit/inbox.ts';
import { startServiceWithOwnClock } from '#kit/own-service.ts';
import type { LocalService } from '#lib/local/service.ts';
import { newId } from '#shared/runtime/ids.ts';
import { listViolations, loadAxe } from './axe.ts';
import { connectBrowser } from './connect-browser.ts';
import { expectWellMade, newContext } from './person.ts';

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

/** The labels of the pages in each language. */
const labels = {
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
  },
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
  },
};

describe.each([
  { locale: 'en', colorScheme: 'light', width: 1280, ruleSet: 'all' },
  { locale: 'de', colorScheme: 'dark', width: 360, ruleSet: 'view' },
] as const)('in $locale, $colorScheme, $width pixels wide', (view) => {
  const { locale, colorScheme, width, ruleSet } = view;
  const texts = labels[locale];

  it('a person signs up, changes the email, and resets the password (A12, A24)', async () => {
    const viewport = { width, height: 740 };
    const context = await newContext(browser, { locale, colorScheme, viewport });
    await loadAxe(context);
    const page = await context.newPage();
    const email = `${newId(new Date())}@example.com`;
    const newEmail = `${newId(new Date())}@example.com`;
    const { keyboard } = page;
    const open = (path: string) => page.goto(`${service.urls.auth}/v7.1/oauth2/${path}`);
    const check = async () => {
      await expectWellMade(page, locale);
      expect(await listViolations(page, ruleSet), await page.title()).toEqual([]);
    };
    const follow = async (address: string) =>
      page.goto((await getLatestMail(service, address)).link);

    await open('sign-in/?continue=account');
    await check();
    await page.getByRole('link', { name: texts.signUp }).click();
    await page.locator('#email').fill(email);
    await check();
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: texts.sent }).waitFor();
    await check();
    await follow(email);
    await check();
    await page.locator('#name').focus();
    await keyboard.type('Ann');
    // The email is read-only, and stands before the password for password managers.
    for (const text of ['', 'Password1', 'Password1']) {
      await keyboard.press('Tab');
      await keyboard.type(text);
    }
    await keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await check();
    await page.locator('#password').fill(password);
    await page.locator('#repeated').fill(password);
    await keyboard.press('Enter');
    await page.getByText(texts.created).waitFor();
    await check();

    await page.getByRole('link', { name: texts.security }).click();
    await page.getByRole('heading', { name: texts.security }).waitFor();
    await check();
    await page.locator('#email').fill(newEmail);
    await page.locator('#current').fill(password);
    await keyboard.press('Enter');
    await page.getByText(texts.linkSent).waitFor();
    await check();
    await follow(newEmail);
    await check();
    await page.getByRole('button').click();
    await page.getByText(texts.emailChanged).waitFor();

    await context.clearCookies();
    await open('sign-in/?continue=account');
    await page.getByRole('link', { name: texts.forgot }).click();
    await check();
    await page.locator('#email').fill(newEmail);
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: texts.sent }).waitFor();
    await follow(newEmail);
    await page.locator('#password').fill(nextPassword);
    await page.locator('#repeated').fill(nextPassword);
    await check();
    await keyboard.press('Enter');
    await page.getByText(texts.reset).waitFor();
    await check();
    await page.locator('#email').fill(newEmail);
    await page.locator('#password').fill(nextPassword);
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: texts.account }).waitFor();
    await context.close();
  });
});
