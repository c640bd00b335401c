import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { readArchive } from '#kit/archive.ts';
import { issueUserToken, newClient, newUser } from '#kit/fixtures.ts';
import { findMail, getLatestMail, listMail } from '#kit/inbox.ts';
import { startProviderService, sumImported } from '#kit/provider-service.ts';
import { listen } from '#lib/local/host/listen.ts';
import { sampleTypeId } from '#lib/start/sample-provider.ts';
import { newId } from '#shared/runtime/ids.ts';
import { expectNoViolations, phoneOptions } from './axe.ts';
import { openBrowser } from './chromium.ts';
import {
  followAccountLink,
  followLink,
  newContext,
  pressEnterOn,
  startBrowserSession,
  tabTo,
  typeInto,
} from './person.ts';

// Journeys that leave our pages and come back: to a mailbox, a download or a provider.
const roundTrips = await startProviderService();
const { service, send } = roundTrips;
const { urls } = service;

const toUrl = (path: string) => `${urls.auth}/v7.1/oauth2/${path}`;

/** Opens a German phone in Vienna. */
const openPhone = async () =>
  newContext(await openBrowser(), {
    locale: 'de',
    timezoneId: 'Europe/Vienna',
    ...phoneOptions,
  });

const password = 'correct horse battery';
const newPassword = 'another horse entirely';
const newEmail = () => `${newId(new Date())}@example.com`;

it('a person signs up, changes the email and resets the password, by keyboard', async () => {
  const context = await openPhone();
  const page = await context.newPage();
  const [firstEmail, secondEmail] = [newEmail(), newEmail()];
  const check = () => expectNoViolations(page, 'de');
  const open = (path: string) => page.goto(toUrl(path));
  const getLink = async (email: string) => (await getLatestMail(service, email)).link;
  const type = (id: string, text: string) => typeInto(page.locator(`#${id}`), text);
  const submit = () => page.keyboard.press('Enter');
  const waitForText = (text: string) => page.getByText(text).waitFor();
  const choosePassword = async (text: string) => {
    await type('password', text);
    await type('repeated', text);
    await submit();
  };

  await open('sign-in/?continue=account');
  await followLink(page, 'Konto anlegen');
  await type('email', firstEmail);
  await check();
  await submit();
  await waitForText('Prüfen Sie Ihren Posteingang');
  await check();
  const signUpLink = await getLink(firstEmail);
  await page.goto(signUpLink);
  await type('name', 'Ann');
  const consent = page.locator('#health_consent');
  await tabTo(consent);
  await page.keyboard.press('Space');
  await choosePassword('Password1');
  await page.getByRole('alert').waitFor();
  await check();
  expect(await consent.isChecked()).toBe(true);
  await choosePassword(password);
  await waitForText('Ihr Konto wurde angelegt.');
  // The script of the sign-up has told the time zone, so nothing asks for it.
  expect(await page.locator('#time_zone').count()).toBe(0);
  const first = page.locator('.empty .button').first();
  expect(await first.getAttribute('href')).toContain('/account/connections/');

  await followAccountLink(page, 'Anmeldung und Sicherheit');
  await pressEnterOn(page.getByText('E-Mail-Adresse ändern'));
  await type('email', secondEmail);
  await type('current', password);
  await submit();
  await waitForText('Wir haben eine E-Mail an die neue Adresse gesendet.');
  await check();
  await page.goto(await getLink(secondEmail));
  await check();
  await pressEnterOn(page.locator('main button'));
  await waitForText('E-Mail-Adresse geändert.');

  await context.clearCookies();
  await open('sign-in/?continue=account');
  await followLink(page, 'Passwort vergessen?');
  await type('email', secondEmail);
  await submit();
  await waitForText('Prüfen Sie Ihren Posteingang');
  await page.goto(await getLink(secondEmail));
  await check();
  await choosePassword(newPassword);
  await waitForText('Passwort geändert. Melden Sie sich mit dem neuen Passwort an.');

  await page.goto(signUpLink);
  await check();
  await pressEnterOn(page.getByRole('link', { name: 'Zu Ihrem Konto' }));
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  await context.close();
});

const exportTitle = 'Meine Daten exportieren';

it('a person starts an export, gets a mail and opens the archive, by keyboard', async () => {
  const user = await newUser();
  const context = await openPhone();
  await startBrowserSession(context, urls.auth, user);
  const page = await context.newPage();

  await page.goto(toUrl('account/'));
  await followAccountLink(page, exportTitle);
  await expectNoViolations(page, 'de');
  await pressEnterOn(page.getByRole('button', { name: exportTitle }));
  await page.getByText('Der Export wurde gestartet.').waitFor();
  await expectNoViolations(page, 'de');
  expect(await page.locator('main button').count()).toBe(0);

  await service.drainQueues();
  const subject = 'Ihre Daten können heruntergeladen werden';
  const mail = await findMail(service, user.email, subject);
  expect(mail.message).not.toContain('secret');
  await page.goto(mail.link);
  await expectNoViolations(page, 'de');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    pressEnterOn(page.getByRole('link', { name: /^Herunterladen/ })),
  ]);
  const files = await readArchive(await buffer(await saved.createReadStream()));
  const readme = files.get('README.txt')?.toString();
  expect(readme).toContain('Ihre Daten beim Fitnessdatendienst');
  expect(await listMail(service, user.email)).toHaveLength(1);
  await context.close();
});

/**
 * Starts an application whose page links to the connection of an account. It is at another site
 * than the service, so the browser sends cookies as it does between real hosts.
 */
async function startApplication(mainUrl: string, disposables: AsyncDisposableStack) {
  const { url, handleWith } = await listen('localhost', 0, disposables);
  const client = await newClient({ redirect_uris: [`${url}/back`] });
  const { client_id, redirect_uri, name } = client;
  const query = new URLSearchParams({ client_id, redirect_uri, state: 'st' });
  const link = `${mainUrl}/v7.1/remoteconnectiontype/${sampleTypeId}/connect/?${query}`;
  const anchor = `<a href="${link.replaceAll('&', '&amp;')}">Connect</a>`;
  handleWith((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><title>App</title>${anchor}`);
  });
  return { url, name };
}

it('a person connects an account from another site, after an attempt without the permission', async () => {
  await using disposables = new AsyncDisposableStack();
  const application = await startApplication(urls.main, disposables);
  const user = await newUser();
  const context = await openPhone();
  await startBrowserSession(context, urls.auth, user);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  const pressButton = (name: string) => page.getByRole('button', { name }).click();

  await page.goto(application.url);
  await page.getByRole('link', { name: 'Connect' }).click();
  await page.getByRole('heading', { name: 'Sample provider verbinden' }).waitFor();
  await page.getByText(application.name).waitFor();
  await expectNoViolations(page, 'de');
  await pressButton('Weiter');
  await page.getByRole('checkbox').uncheck();
  await pressButton('Erlauben');
  await page.getByText('Berechtigung').waitFor();
  await expectNoViolations(page, 'de');

  await page.getByRole('link', { name: 'Erneut versuchen' }).click();
  await pressButton('Weiter');
  await pressButton('Erlauben');
  await page.waitForURL(`${application.url}/back?**`);
  const returned = new URL(page.url()).searchParams;
  expect(returned.get('state')).toBe('st');
  expect(problems.filter((text) => !text.includes('favicon'))).toEqual([]);

  await page.goto(toUrl('account/connections/'));
  await page.getByRole('heading', { name: 'Sample provider', level: 2 }).waitFor();
  const deleting = page.getByRole('button', { name: 'importierte Trainings löschen' });
  expect(await deleting.isVisible()).toBe(false);
  await page.getByText('Trainings von Sample provider löschen').click();
  await deleting.waitFor();
  // Each button names the service, for people who hear it alone.
  expect(await page.getByRole('button', { name: 'Sample provider' }).count()).toBe(3);
  await expectNoViolations(page, 'de');
  await context.close();

  const path = `/v7.1/remoteconnection/${returned.get('remote_connection')}/`;
  const token = await issueUserToken(user);
  expect((await send('GET', path, { token })).body).toMatchObject({ type: 'sample' });
  expect(await sumImported(roundTrips, token)).toBeGreaterThan(0);
});
