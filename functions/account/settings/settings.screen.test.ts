import { beforeEach, describe, expect, inject, it } from 'vitest';
import * as identities from '#functions/auth/identity/identity.store.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import { callHandler } from '#kit/call-handler.ts';
import { newClient, newUser, type TestUser, table } from '#kit/fixtures.ts';
import { newTestBrowser, type TestBrowser } from '#kit/test-browser.ts';

const { urls } = inject('service');
const account = `${urls.auth}/v7.1/oauth2/account`;

const german = {
  display_name: 'Ännchen Müller',
  locale: 'de-DE',
  time_zone: 'Asia/Kolkata',
  first_weekday: 'sunday',
  distance_unit: 'miles',
  energy_unit: 'kilojoules',
  weight_unit: 'kilograms',
};

let user: TestUser;
let browser: TestBrowser;

beforeEach(async () => {
  user = await newUser();
  browser = newTestBrowser(callHandler, urls.auth);
  await browser.signIn(user);
});

async function save(fields: Partial<typeof german>) {
  await browser.open(`${account}/settings/`);
  return browser.submit({ ...german, ...fields });
}

/** Lists the chosen options of the lists of a page. */
const listChosen = (text: string) =>
  Array.from(text.matchAll(/<option value="([^"]*)" selected>/g), ([, value]) => value);

describe('the page of the settings', () => {
  it('saves all of them, and shows them in the language that was chosen', async () => {
    const { text } = await save({});
    expect(text).toContain('Ihre Einstellungen wurden gespeichert.');
    // The list of time zones is the longest of all lists.
    expect(Buffer.byteLength(text)).toBeLessThan(60_000);
    expect(text).toContain('value="Ännchen Müller"');
    expect(text).toContain('value="Asien/Kalkutta"');
    const { display_name, time_zone, ...chosen } = german;
    expect(listChosen(text)).toEqual(Object.values(chosen));
    const profile = await identities.findProfile(table(), user.user_id);
    expect(profile).toMatchObject({ ...german, email: user.email });
  });

  it('saves a form that was open while its user signed out and in again', async () => {
    await browser.open(`${account}/settings/`);
    const [session] = await sessions.listActive(table(), user.user_id, new Date());
    await sessions.endById(table(), user.user_id, session?.id ?? '');
    await browser.signIn(user);
    const { text } = await browser.submit(german);
    expect(text).toContain('Ihre Einstellungen wurden gespeichert.');
  });

  it('applies to other browsers at once', async () => {
    const other = newTestBrowser(callHandler, urls.auth);
    await other.signIn(user);
    await save({});
    const { text } = await other.open(`${account}/`);
    expect(text).toContain('<html lang="de">');
    expect(text).toContain('<summary>Ännchen Müller</summary>');
  });

  it('applies to the pages on which an application asks for access', async () => {
    await save({});
    const { client_id, redirect_uri } = await newClient();
    const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri });
    const { text } = await browser.open(
      `${urls.auth}/v7.1/oauth2/authorize/?${query}&scope=diary.read`,
    );
    expect(text).toContain('<html lang="de">');
    expect(text).toContain('Angemeldet als <strong>Ännchen Müller</strong>');
  });

  it('removes what is no longer chosen', async () => {
    await save({});
    const { text } = await save({ locale: '', time_zone: '' });
    expect(text).toContain('Your settings were saved.');
    expect(listChosen(text)[0]).toBe('');
    const profile = await identities.findProfile(table(), user.user_id);
    expect(profile).not.toHaveProperty('locale');
    expect(profile).not.toHaveProperty('time_zone');
  });

  it('names all problems beside their fields, and keeps what was entered', async () => {
    const invalid = { display_name: 'Ann\u200b', time_zone: 'Europe/Atlantis' };
    const { status, text } = await save(invalid);
    expect(status).toBe(400);
    const marked = text.matchAll(/id="(\w+)"[^>]* aria-invalid="true"/g);
    expect(Array.from(marked, ([, id]) => id)).toEqual(['display_name', 'time_zone']);
    expect(text).toContain('id="display_name-problem"');
    expect(text).toContain('id="time_zone-problem"');
    expect(text).toContain('value="Ann\u200b"');
    expect(text).toContain('value="Europe/Atlantis"');
    expect(listChosen(text)).toEqual([
      'de-DE',
      'sunday',
      'miles',
      'kilojoules',
      'kilograms',
    ]);
    const profile = await identities.findProfile(table(), user.user_id);
    expect(profile).not.toHaveProperty('time_zone');
  });

  it('refuses a time zone with the name of a member of every object', async () => {
    const { status, text } = await save({ time_zone: '__proto__' });
    expect(status).toBe(400);
    expect(text).toContain('value="__proto__"');
  });

  it('finds a time zone by its city, or names the one that was meant', async () => {
    await save({ time_zone: ' new york ' });
    const profile = await identities.findProfile(table(), user.user_id);
    expect(profile?.time_zone).toBe('America/New_York');
    const { text } = await save({ time_zone: 'Amerika/Newyork' });
    expect(text).toContain('Meinen Sie Amerika/New York?');
  });

  it.each(['', '   ', 'x'.repeat(51), 'Ann\u202eeel'])(
    'refuses the name %j',
    async (display_name) => {
      const { status, text } = await save({ display_name });
      expect(status).toBe(400);
      expect(text).toContain('The name must have 1 to 50 characters');
    },
  );
});
