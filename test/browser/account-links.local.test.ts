import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { getLatestMail } from '#kit/inbox.ts';
import { startServiceWithOwnClock } from '#kit/own-service.ts';
import type { LocalService } from '#lib/local/service.ts';
import { newId } from '#shared/runtime/ids.ts';
import { expectAccessible, loadAxe } from './axe.ts';
import { connectBrowser } from './connect-browser.ts';
import { newContext } from './person.ts';

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

it('a person signs up, changes the email, and resets the password (A12, A24)', async () => {
  const context = await newContext(browser, { locale: 'de' });
  await loadAxe(context);
  const page = await context.newPage();
  const email = `${newId(new Date())}@example.com`;
  const newEmail = `${newId(new Date())}@example.com`;
  const { keyboard } = page;
  const open = (path: string) => page.goto(`${service.urls.auth}/v7.1/oauth2/${path}`);
  const check = () => expectAccessible(page, 'de');
  const follow = async (address: string) =>
    page.goto((await getLatestMail(service, address)).link);

  await open('sign-in/?continue=account');
  await check();
  await page.getByRole('link', { name: 'Konto anlegen' }).click();
  await page.locator('#email').fill(email);
  await check();
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Prüfen Sie Ihren Posteingang' }).waitFor();
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
  await page.getByText('Ihr Konto wurde angelegt.').waitFor();
  await check();

  await page.getByRole('link', { name: 'Anmeldung und Sicherheit' }).click();
  await page.getByRole('heading', { name: 'Anmeldung und Sicherheit' }).waitFor();
  await check();
  await page.locator('#email').fill(newEmail);
  await page.locator('#current').fill(password);
  await keyboard.press('Enter');
  await page.getByText('Wir haben eine E-Mail an die neue Adresse gesendet.').waitFor();
  await check();
  await follow(newEmail);
  await check();
  await page.getByRole('button').click();
  await page.getByText('E-Mail-Adresse geändert.').waitFor();

  await context.clearCookies();
  await open('sign-in/?continue=account');
  await page.getByRole('link', { name: 'Passwort vergessen?' }).click();
  await check();
  await page.locator('#email').fill(newEmail);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Prüfen Sie Ihren Posteingang' }).waitFor();
  await follow(newEmail);
  await page.locator('#password').fill(nextPassword);
  await page.locator('#repeated').fill(nextPassword);
  await check();
  await keyboard.press('Enter');
  await page
    .getByText('Passwort geändert. Melden Sie sich mit dem neuen Passwort an.')
    .waitFor();
  await check();
  await page.locator('#email').fill(newEmail);
  await page.locator('#password').fill(nextPassword);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Ihr Konto' }).waitFor();
  await context.close();
});
