import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { launchBrowser } from './chromium.ts';
import {
  expectWellMade,
  newBrowserPerson,
  newContext,
  pressEnterOn,
  startBrowserSession,
} from './person.ts';

const { urls } = inject('service');
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

it('lists the connected applications and revokes access, by keyboard (A14)', async () => {
  // A name that cannot be broken into lines must not make the page wider than the screen.
  const name = 'Unbroken'.repeat(12);
  const person = await newBrowserPerson(
    browser,
    { viewport: { width: 360, height: 740 } },
    { name },
  );
  const { page, buildAuthorizeUrl, newCode, redeem, refresh } = person;
  const { body } = await redeem(await newCode());
  await person.startSession();
  await page.goto(person.buildAccountUrl());
  await pressEnterOn(page.getByRole('link', { name: 'Applications with access' }));
  await page.getByRole('heading', { name }).waitFor();
  await expectWellMade(page, 'en');
  await pressEnterOn(page.getByRole('button', { name: 'Revoke access' }));
  await page.getByText('Access revoked.').waitFor();
  expect((await refresh(body.refresh_token)).body.error).toBe('invalid_grant');

  await page.goto(buildAuthorizeUrl());
  await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
  expect(person.listProblems()).toEqual([]);
  await person.leave();
});

it('changes the password and signs out in German, by keyboard (A14)', async () => {
  const person = await newBrowserPerson(browser, { locale: 'de', colorScheme: 'dark' });
  const { page, user } = person;
  const otherContext = await newContext(browser);
  const otherPage = await otherContext.newPage();
  await startBrowserSession(otherContext, urls.auth, user);
  await otherPage.goto(person.buildAccountUrl());
  await otherPage.getByRole('button', { name: 'Sign out' }).waitFor();

  await page.goto(person.buildAccountUrl('password/'));
  await person.signIn();
  const { keyboard } = page;
  const focused = page.locator(':focus');
  /**
   * Fills in and submits the form. Each Tab moves the focus to the next control: the username, the
   * passwords, the checkbox and the button.
   */
  const changePassword = async (currentPassword: string, newPassword: string) => {
    await keyboard.press('Tab');
    expect(await focused.getAttribute('autocomplete')).toBe('username');
    const fields = [
      { label: 'Aktuelles Passwort', text: currentPassword },
      { label: 'Neues Passwort', text: newPassword },
      { label: 'Neues Passwort bestätigen', text: newPassword },
    ];
    for (const { label, text } of fields) {
      await keyboard.press('Tab');
      const field = page.getByLabel(label, { exact: true });
      expect(await focused.and(field).count()).toBe(1);
      await keyboard.insertText(text);
    }
    await keyboard.press('Tab');
    await keyboard.press('Space');
    expect(
      await page.getByLabel('Auch den Zugriff aller Anwendungen widerrufen').isChecked(),
    ).toBe(true);
    await keyboard.press('Tab');
    await keyboard.press('Enter');
  };
  await page.getByRole('heading', { name: 'Passwort ändern' }).waitFor();
  // Moves the focus to the link to the account, which comes before the form.
  await keyboard.press('Tab');
  await changePassword('falsch', 'another horse entirely');
  await page.getByText('Das aktuelle Passwort ist falsch.').waitFor();
  expect(await focused.getAttribute('role')).toBe('alert');
  await expectWellMade(page, 'de');
  // The focus is on the alert, which comes after the link to the account.
  await changePassword(user.password, 'another horse entirely');
  await page.getByText('Passwort geändert.').waitFor();

  await otherPage.reload();
  await otherPage.getByRole('heading', { name: 'Sign in' }).waitFor();
  await otherContext.close();

  await pressEnterOn(page.getByRole('button', { name: 'Abmelden' }));
  await page.getByText('Sie haben sich abgemeldet.').waitFor();
  await person.signIn({ email: user.email, password: 'another horse entirely' });
  await page.getByRole('heading', { name: 'Ihr Konto' }).waitFor();
  expect(person.listProblems()).toEqual([]);
  await person.leave();
});
