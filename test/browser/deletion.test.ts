import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runErasureToEnd } from '#kit/erasure.ts';
import { expectAccessibleIn, loadAxe } from './axe.ts';
import { launchBrowser } from './chromium.ts';
import { followLink, newBrowserPerson, pressEnterOn, typeInto } from './person.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

/** Enters the password on the page and confirms, by keyboard. */
async function requestDeletion(page: Page, password: string): Promise<void> {
  // A page that is still loading can move the focus between two keys.
  await page.waitForLoadState();
  await typeInto(page.locator('#current'), password);
  await page.keyboard.press('Enter');
  await page.locator('[value=keep]').waitFor();
}

it.each([
  {
    locale: 'en',
    title: 'Delete my account',
    kept: 'The deletion is cancelled.',
    incorrect: 'Incorrect email or password.',
  },
  {
    locale: 'de',
    title: 'Konto löschen',
    kept: 'Die Löschung ist abgebrochen.',
    incorrect: 'E-Mail oder Passwort ist falsch.',
  },
] as const)(
  'cancels the deletion of an account, then deletes it, by keyboard in $locale (U2)',
  async ({ locale, title, kept, incorrect }) => {
    const person = await newBrowserPerson(browser, { locale });
    const { page, user } = person;
    await loadAxe(page.context());
    const check = () => expectAccessibleIn(page, locale);
    await person.startSession();
    await page.goto(person.buildAccountUrl());
    await followLink(page, title);
    await check();

    await requestDeletion(page, user.password);
    await check();
    await pressEnterOn(page.locator('[value=keep]'));
    await page.getByRole('status').getByText(kept).waitFor();
    await check();

    await requestDeletion(page, user.password);
    await runErasureToEnd(user.user_id);
    await page.reload();
    await person.signIn();
    await page.getByText(incorrect).waitFor();
    expect(person.listProblems()).toEqual([]);
    await person.leave();
  },
);
