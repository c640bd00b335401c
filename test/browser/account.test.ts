import type { Page } from 'playwright-core';
import { afterAll, expect, inject, it } from 'vitest';
import { addDays } from '#functions/diary/entry/dates.ts';
import * as imports from '#functions/diary/file-import/file-import.store.ts';
import { buildRunFile, finishImport } from '#kit/file-imports.ts';
import { table } from '#kit/fixtures.ts';
import { importFiles, newFile, recordedRun } from '#kit/imported-files.ts';
import { startLoopbackServer } from '#kit/loopback-server.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import { openBrowser } from './chromium.ts';
import {
  expectWellMade,
  followAccountLink,
  newBrowserPerson,
  pressEnterOn,
  tabTo,
  typeInto,
} from './person.ts';

const { urls } = inject('service');

/** The application's site. No `form-action` may block its redirect to another origin (CN-09). */
const site = await startLoopbackServer(({ url = '', socket }, response) => {
  if (!url.startsWith('/callback')) response.end('Back at the application');
  else
    response
      .writeHead(302, {
        Location: `http://localhost:${socket.localPort}/home${url.slice('/callback'.length)}`,
      })
      .end();
});
/** Returns the parameters with which the browser came back to the application. */
async function waitForReturn(page: Page): Promise<Record<string, string>> {
  await page.waitForURL('http://localhost:*/home?*');
  return Object.fromEntries(new URL(page.url()).searchParams);
}

/** Waits for a page with a message that gets the focus, which happens after the page has loaded. */
async function waitForMessage(
  page: Page,
  role: 'alert' | 'status',
  text: string,
): Promise<void> {
  const message = page.getByRole(role).filter({ hasText: text });
  await message.and(page.locator(':focus')).waitFor();
}

const browser = await openBrowser();

const callback = `${site.url}/callback`;

afterAll(site.close);

it('a person signs in, allows, starts again, denies and revokes access, by keyboard', async () => {
  // A name that cannot be broken into lines must not make a page wider than the screen.
  const name = 'Unbroken'.repeat(12);
  const registration = { name, redirect_uris: [callback] };
  const viewport = { width: 360, height: 740 };
  const person = await newBrowserPerson(browser, { viewport }, registration);
  const { page, buildAuthorizeUrl, user, redeem, refresh } = person;

  await page.goto(buildAuthorizeUrl({ state: 'one' }));
  expect(await page.title()).toBe('Sign in - Fitness data');
  await person.signIn({ email: user.email, password: 'wrong' });
  await waitForMessage(page, 'alert', 'Incorrect email or password.');
  await expectWellMade(page, 'en');

  await typeInto(page.locator('#email'), user.email);
  await typeInto(page.locator('#password'), user.password);
  await page.keyboard.press('Enter');
  const question = `Allow ${name} to access your fitness data?`;
  await page.getByRole('heading', { name: question }).waitFor();
  await expectWellMade(page, 'en');
  await pressEnterOn(page.getByRole('button', { name: 'Allow access' }));
  const { code = '', ...rest } = await waitForReturn(page);
  expect(rest).toEqual({ state: 'one', iss: urls.main });
  const { body } = await redeem(code);
  expect(body.user_id).toBe(user.user_id);

  await page.goBack();
  await page.getByRole('heading', { name: 'Request already completed' }).waitFor();
  await pressEnterOn(page.getByRole('link', { name: 'Start again' }));
  await pressEnterOn(page.getByRole('button', { name: 'Deny' }));
  expect(await waitForReturn(page)).toMatchObject({
    error: 'access_denied',
    state: 'one',
    iss: urls.main,
  });

  await page.goto(person.buildAccountUrl());
  await followAccountLink(page, 'Applications with access');
  await page.getByRole('heading', { name }).waitFor();
  await expectWellMade(page, 'en');
  const revoke = page.getByRole('button', { name: 'Revoke now' });
  expect(await revoke.isVisible()).toBe(false);
  await pressEnterOn(page.locator('details.danger summary'));
  await pressEnterOn(revoke);
  await waitForMessage(page, 'status', 'Access revoked.');
  expect((await refresh(body.refresh_token)).body.error).toBe('invalid_grant');
  expect(person.listProblems()).toEqual([]);
  await person.leave();
});

it('a person changes the password, keeps a deleted account and signs out in German, by keyboard', async () => {
  const person = await newBrowserPerson(browser, { locale: 'de' });
  const { page, user } = person;
  const newPassword = 'another horse entirely';
  const { keyboard } = page;
  const focused = page.locator(':focus');
  /**
   * Fills in and submits the form, from the links above the title. Each Tab moves the focus to the
   * next control: the username, the passwords, the checkbox and the button.
   */
  const changePassword = async (currentPassword: string, tick: () => Promise<void>) => {
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
    await tick();
    expect(
      await page
        .getByLabel('Auch den Zugriff aller Anwendungen und Skripte widerrufen')
        .isChecked(),
    ).toBe(true);
    await keyboard.press('Tab');
    await keyboard.press('Enter');
  };

  await person.startSession();
  await page.goto(person.buildAccountUrl('password/'));
  await page.getByRole('heading', { name: 'Passwort ändern' }).waitFor();
  await tabTo(page.locator('main nav a').last());
  await changePassword('falsch', () => keyboard.press('Space'));
  await waitForMessage(page, 'alert', 'Das aktuelle Passwort ist falsch.');
  await expectWellMade(page, 'de');
  // The focus is on the alert, which comes before the form, and the box is still ticked.
  await changePassword(user.password, async () => undefined);
  await waitForMessage(page, 'status', 'Passwort geändert.');

  await page.goto(person.buildAccountUrl());
  await followAccountLink(page, 'Konto löschen');
  expect(await page.locator('[value=delete]').isVisible()).toBe(false);
  await pressEnterOn(page.locator('details.danger summary'));
  await typeInto(page.locator('#current'), newPassword);
  await keyboard.press('Enter');
  await pressEnterOn(page.locator('[value=keep]'));
  await waitForMessage(page, 'status', 'Die Löschung ist abgebrochen.');

  await page.goto(person.buildAccountUrl());
  await pressEnterOn(page.locator('.menu summary'));
  await pressEnterOn(page.getByRole('button', { name: 'Abmelden' }));
  await waitForMessage(page, 'status', 'Sie haben sich abgemeldet.');
  await page.goBack();
  // The page after the sign-out has the same heading.
  await page.waitForURL(/\/sign-in\/\?continue=account$/);
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  expect(person.listProblems()).toEqual([]);
  await person.leave();
});

it('a person creates an access token in German on a phone, uses it and revokes it, by keyboard', async () => {
  const viewport = { width: 360, height: 740 };
  const person = await newBrowserPerson(browser, { locale: 'de', viewport });
  const { page, user, getStatusWith } = person;
  await person.startSession();
  await page.goto(person.buildAccountUrl());
  await followAccountLink(page, 'Zugriffstoken');
  await page.getByRole('heading', { name: 'Zugriffstoken', level: 1 }).waitFor();
  await expectWellMade(page, 'de');

  const name = 'Sicherung'.repeat(5);
  const profile = 'Ihren Namen, Ihre E-Mail-Adresse, Sprache und Einheiten sehen';
  await typeInto(page.getByLabel('Name', { exact: true }), name);
  await tabTo(page.getByLabel(profile));
  await page.keyboard.press('Space');
  await typeInto(page.getByLabel('Aktuelles Passwort'), user.password);
  await page.keyboard.press('Enter');
  await waitForMessage(page, 'status', 'Das Token wurde erstellt.');
  await expectWellMade(page, 'de');
  const token = (await page.locator('.copy').first().textContent()) ?? '';
  expect(await getStatusWith(token)).toBe(200);

  await page.goto(person.buildAccountUrl('tokens/'));
  expect(await page.locator('.copy').count()).toBe(0);
  await pressEnterOn(page.getByText('Token widerrufen', { exact: true }));
  await pressEnterOn(page.getByRole('button', { name: 'Jetzt widerrufen' }));
  await waitForMessage(page, 'status', 'Das Token wurde widerrufen.');
  expect(await page.getByText(name).count()).toBe(0);
  expect(person.listProblems()).toEqual([]);
  await person.leave();
});

it('a person imports files in German on a phone, sees what happened to each, and undoes it, by keyboard', async () => {
  const viewport = { width: 360, height: 740 };
  const person = await newBrowserPerson(browser, { locale: 'de', viewport });
  const { page, user } = person;
  const { user_id } = user;
  await person.startSession();
  await page.goto(person.buildAccountUrl());
  // Other tests may set up providers, whose button then comes first.
  await pressEnterOn(page.locator('.empty a[href$="/imports/"]'));
  await page.getByRole('heading', { name: 'Dateien importieren', level: 1 }).waitFor();
  await expectWellMade(page, 'de');

  const run = buildRunFile('2026-05-01');
  const notes = { name: `${'Notizen'.repeat(20)}.txt`, content: 'Kein Training' };
  const files = [run, notes].map(({ name, content }) => {
    return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) };
  });
  await page.getByLabel('Dateien', { exact: true }).setInputFiles(files);
  await pressEnterOn(page.getByRole('button', { name: 'Importieren', exact: true }));
  await waitForMessage(page, 'status', 'Der Import wurde gestartet.');
  await expectWellMade(page, 'de');

  // The shared service delivers no messages.
  const [job] = await imports.list(table(), user_id, new Date());
  const id = job?.id ?? '';
  await finishImport(user_id, id);
  const details = 'Was aus jeder Datei geworden ist';
  await pressEnterOn(page.getByRole('link', { name: `${details}: Mehrere Dateien` }));
  await page.getByRole('heading', { name: details, level: 1 }).waitFor();
  await page.getByRole('row', { name: run.name }).waitFor();
  await expectWellMade(page, 'de');
  const skipped = page.getByRole('row', { name: notes.name });
  // A phone shows what happened, however long the names of files are.
  const outcome = await skipped.getByRole('cell').boundingBox();
  expect((outcome?.x ?? 0) + (outcome?.width ?? 0)).toBeLessThan(viewport.width);
  expect(await skipped.textContent()).toContain(
    'Sie ist keine FIT-, GPX-, TCX- oder KML-Datei und keine Tabelle, die hier bekannt ist.',
  );
  const day = page.getByRole('row', { name: run.name }).getByRole('link');
  expect(await day.getAttribute('href')).toMatch(/data\/workout\/\?id=.*20260501e$/);

  await pressEnterOn(page.getByText('Import rückgängig machen', { exact: true }));
  await pressEnterOn(page.getByRole('button', { name: 'Löschen, was er gebracht hat' }));
  await waitForMessage(page, 'status', 'Der Import wird rückgängig gemacht.');
  await finishImport(user_id, id);
  await page.reload();
  expect(await page.getByText('Mehrere Dateien', { exact: true }).count()).toBe(0);
  expect(person.listProblems()).toEqual([]);
  await person.leave();
});

it('a person imports a large file in German on a phone, by a form that leads to the bucket and back', async () => {
  const viewport = { width: 360, height: 740 };
  const person = await newBrowserPerson(browser, { locale: 'de', viewport });
  const { page, user } = person;
  await person.startSession();
  await page.goto(person.buildAccountUrl('imports/'));
  await pressEnterOn(page.getByText('Große Datei hochladen', { exact: true }));
  await pressEnterOn(page.getByRole('button', { name: 'Zum Hochladen' }));
  await page.getByRole('heading', { name: 'Große Datei', level: 1 }).waitFor();
  await expectWellMade(page, 'de');

  const { name, content } = buildRunFile('2026-05-02');
  const file = {
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content),
  };
  await page.getByLabel('Datei', { exact: true }).setInputFiles(file);
  await pressEnterOn(page.getByRole('button', { name: 'Hochladen und importieren' }));
  await waitForMessage(page, 'status', 'Der Import wurde gestartet.');
  expect(page.url()).toBe(person.buildAccountUrl('imports/'));

  // The shared service delivers no messages.
  const [job] = await imports.list(table(), user.user_id, new Date());
  await finishImport(user.user_id, job?.id ?? '');
  await page.goBack();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect((await imports.list(table(), user.user_id, new Date())).length).toBe(1);
  await page.goto(person.buildAccountUrl('imports/'));
  await page.getByText('Fertig', { exact: true }).waitFor();
  expect(person.listProblems()).toEqual([]);
  await person.leave();
});

it('a person finds the best of a year, a pulse and the rides of a month in three steps', async () => {
  const person = await newBrowserPerson(browser);
  const { page, user } = person;
  const today = new Date().toISOString().slice(0, 10);
  const sunday = addDays(today, -(new Date(today).getUTCDay() || 7));
  const runOn = (date: string) => ({ ...recordedRun, start_time: `${date}T00:10:00Z` });
  const ride = {
    ...runOn(today),
    start_time: `${today}T02:00:00Z`,
    activity_type_id: getActivityTypeId('ride'),
    duration: 4320,
    distance: 31_400,
  };
  await importFiles(user.user_id, '1', [
    newFile('sunday.fit', { ...runOn(sunday), avg_heart_rate: 147 }),
    newFile('fast.fit', { ...runOn(today), best: { km1: 251 } }),
    newFile('ride.fit', ride),
  ]);
  await person.startSession();
  /** Follows links from the start page, and returns the texts of the last page. */
  const follow = async (...names: readonly (string | RegExp)[]) => {
    expect(names.length).toBeLessThanOrEqual(3);
    await page.goto(person.buildAccountUrl());
    for (const name of names) {
      await page.locator('main').getByRole('link', { name }).first().click();
      await page.waitForLoadState();
    }
    return (await page.locator('main').textContent()) ?? '';
  };
  expect(await follow('My data', 'Year')).toMatch(/Fastest kilometer.*\s+4:11/);
  expect(await follow('Last week', /^Sun, \w+ \d+$/, 'Run')).toContain('147');
  expect(await follow('My data', 'Ride', '12 months')).toMatch(/31\.4\s+1:12/);
  await person.leave();
});

it('a second click sends no form again', async () => {
  const person = await newBrowserPerson(browser);
  const { page } = person;
  await person.startSession();
  await page.goto(person.buildAccountUrl('settings/'));
  const posts: string[] = [];
  page.on('request', (sent) => sent.method() === 'POST' && posts.push(sent.url()));
  const clicked = Promise.withResolvers<void>();
  await page.route('**/settings/', async (route) => {
    if (route.request().method() === 'POST') await clicked.promise;
    await route.continue();
  });
  const button = page.getByRole('button', { name: 'Save' });
  await button.scrollIntoViewIfNeeded();
  const { x = 0, y = 0 } = (await button.boundingBox()) ?? {};
  const click = () => page.mouse.click(x + 5, y + 5);
  await Promise.all([page.waitForRequest((sent) => sent.method() === 'POST'), click()]);
  await click();
  clicked.resolve();
  await page.getByRole('status').waitFor();
  expect(posts).toHaveLength(1);
  await person.leave();
});
