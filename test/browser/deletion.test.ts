import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runErasureToEnd } from '#kit/erasure.ts';
import { connectBrowser } from './connect-browser.ts';
import { atBrowser, expectWellMade, pressEnterOn, typeInto } from './person.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(() => browser.close());

/** Enters the password on the page and confirms, by keyboard. */
async function askForDeletion(page: Page, password: string): Promise<void> {
  // A page that is still loading can move the focus between two keys.
  await page.waitForLoadState();
  await typeInto(page.locator('#current'), password);
  await page.keyboard.press('Enter');
  await page.locator('[value=keep]').waitFor();
}

it('deletes an account after it was kept once, by keyboard (U2)', async () => {
  const viewport = { width: 360, height: 740 };
  const person = await atBrowser(browser, { viewport });
  const { page, user } = person;
  await person.startSession();
  await page.goto(person.account());
  await pressEnterOn(page.getByRole('link', { name: 'Delete my account' }));
  await page.getByRole('heading', { name: 'Delete my account', exact: true }).waitFor();
  await expectWellMade(page, 'en');

  await askForDeletion(page, user.password);
  await expectWellMade(page, 'en');
  await pressEnterOn(page.locator('[value=keep]'));
  await page.getByRole('status').getByText('The deletion is cancelled.').waitFor();

  await askForDeletion(page, user.password);
  await runErasureToEnd(user.user_id);
  await page.reload();
  await person.signIn();
  await page.getByText('Incorrect email or password.').waitFor();
  expect(person.problems()).toEqual([]);
  await person.leave();
});
