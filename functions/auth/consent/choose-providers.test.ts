import { describe, expect, inject, it } from 'vitest';
import type { Registration } from '#functions/auth/client/registration.ts';
import { listHiddenTypes } from '#functions/auth/data-policy/data-policy.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { setOptedInTypes } from '#functions/auth/grant/opted-in-types.store.ts';
import { callHandler } from '#kit/call-handler.ts';
import { type TestPerson, table } from '#kit/fixtures.ts';
import { getCode, newParties } from '#kit/oauth-parties.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { findHidden, newTestBrowser } from '#kit/test-browser.ts';

const { urls } = inject('service');
const service = { send: callHandler, urls };

/** Creates an application, and a person who has connected Oura Ring and Strava. */
async function arrange(registration: Partial<Registration> = {}) {
  const parties = await newParties(service, registration);
  const { user_id } = parties.user;
  for (const type of ['oura', 'strava']) await addRemoteConnection(user_id, { type });
  const browser = newTestBrowser(callHandler, urls.auth);
  await browser.signIn(parties.user);

  /** Opens the consent page, unless the consent is remembered. */
  const open = (parameters: Record<string, string> = {}) =>
    browser.open(parties.buildAuthorizeUrl(parameters));
  /** Allows the application, and lets it redeem the code. */
  const allow = async (fields: Record<string, string | string[]> = {}) => {
    if (!browser.hasLeft()) await browser.submit({ decision: 'allow', ...fields });
    await parties.redeem(getCode(browser.getDestination()));
  };
  return { ...parties, browser, open, allow };
}

/** Lists the boxes of a page for Oura. Other tests let people connect other providers. */
function listBoxes({ text }: { text: string }) {
  const boxes = text.matchAll(/name="provider" type="checkbox" value="oura"( checked)?/g);
  return Array.from(boxes, ([, checked]) => (checked ? 'ticked' : 'unticked'));
}

const ticked = ['ticked'];
const unticked = ['unticked'];
const offered = { offered_providers: 'oura' };

/** Lists the types that the grants of a person have, the first grant first. */
async function listChosen({ user_id }: TestPerson) {
  const all = await grants.listByUser(table(), user_id);
  return all.map(({ opted_in_types = [] }) => opted_in_types);
}

/** Lists for each grant of a person whether data of Oura is hidden from it. */
async function listHidden({ user_id }: TestPerson) {
  const all = await grants.listByUser(table(), user_id);
  return all.map(({ scope, opted_in_types: optedInTypes = [] }) =>
    listHiddenTypes({}, { isOwn: false, scope, optedInTypes }).includes('oura'),
  );
}

const accountPath = '/v7.1/oauth2/account/applications/';

describe('the consent page', () => {
  it('has a box for a provider that requires a choice, which is not ticked', async () => {
    const { open, user, allow } = await arrange();
    const page = await open();
    expect(listBoxes(page)).toEqual(unticked);
    expect(page.text).toContain('<legend>Data from other services</legend>');
    await allow(offered);
    expect(await listChosen(user)).toEqual([[]]);
  });

  it.each([
    { kind: 'an own application', registration: { own: true }, scope: 'read' },
    { kind: 'one that cannot see the diary', registration: {}, scope: 'profile.read' },
  ] as const)('has none for $kind', async ({ registration, scope }) => {
    const { open } = await arrange(registration);
    const page = await open({ scope });
    expect(listBoxes(page)).toEqual([]);
    expect(page.text).not.toContain('offered_providers');
  });

  it('stores what is ticked, and shows it when the application asks again', async () => {
    const { open, user, allow } = await arrange();
    await open({ scope: 'diary.read' });
    await allow({ ...offered, provider: 'oura' });
    // The consent is remembered, without a page.
    await open({ scope: 'diary.read' });
    await allow();
    expect(await listChosen(user)).toEqual([['oura'], ['oura']]);
    // A prompt asks again.
    const scope = 'diary.read';
    expect(listBoxes(await open({ scope, prompt: 'consent' }))).toEqual(ticked);
    // A box without a tick takes the provider from the earlier grants, too.
    await allow(offered);
    expect(await listChosen(user)).toEqual([[], [], []]);
  });

  it('changes nothing if its form is sent without the boxes, or only with other ones', async () => {
    const { open, user, allow } = await arrange();
    await open();
    await allow({ ...offered, provider: 'oura' });
    await open({ prompt: 'consent' });
    await allow();
    await open({ prompt: 'consent' });
    await allow({ offered_providers: 'whoop nothing', provider: ['whoop', 'nothing'] });
    const after = ['oura', 'whoop'];
    expect(await listChosen(user)).toEqual([after, after, after]);
  });
});

describe('a choice for workouts', () => {
  const scopes = ['diary.read', 'measurements.read'] as const;
  const wider = { scope: scopes.join(' ') };

  it('is not one for measurements, and not ticked on a page that names them', async () => {
    const { open, user, allow, browser } = await arrange({
      scopes: [...scopes],
    });
    const narrow = await open({ scope: 'diary.read' });
    expect(narrow.text).not.toContain('measurements from them');
    await allow({ ...offered, provider: 'oura' });

    const page = await open(wider);
    expect(page.text).toContain('measurements from them');
    expect(listBoxes(page)).toEqual(unticked);
    // A form of before names workouts only: the grant that reads measurements sees nothing of it.
    await allow({ ...offered, provider: 'oura' });
    expect(await listHidden(user)).toEqual([false, true]);

    const names_measurements = findHidden(
      await open({ ...wider, prompt: 'consent' }),
      'names_measurements',
    );
    await allow({ ...offered, provider: 'oura', names_measurements });
    expect(await listHidden(user)).toEqual([false, false, false]);
    expect(listBoxes(await open({ ...wider, prompt: 'consent' }))).toEqual(ticked);
    const accountPage = await browser.open(`${urls.auth}${accountPath}`);
    expect(listBoxes(accountPage)).toEqual(ticked);
  });

  it('is not ticked where the person can add measurements', async () => {
    const { open, allow } = await arrange();
    await open({ scope: 'diary.read' });
    await allow({ ...offered, provider: 'oura' });
    expect(listBoxes(await open({ scope: 'read' }))).toEqual(unticked);
  });
});

describe('the page of the applications with access', () => {
  const pageUrl = `${urls.auth}${accountPath}`;

  it('changes the providers whose workouts an application sees, in all its grants', async () => {
    const { open, user, allow, browser, client } = await arrange();
    await open();
    await allow();
    await open({ prompt: 'consent' });
    await allow({ ...offered, provider: 'oura' });

    expect(listBoxes(await browser.open(pageUrl))).toEqual(ticked);
    const { client_id } = client;
    const form = { client_id, action: 'choose_providers', ...offered };
    const unticking = await browser.submit(form);
    expect(unticking.text).toContain('Saved. This takes effect within a minute.');
    expect(listBoxes(unticking)).toEqual(unticked);
    expect(await listChosen(user)).toEqual([[], []]);

    await browser.submit({ ...form, provider: 'oura' });
    expect(await listChosen(user)).toEqual([['oura'], ['oura']]);
  });

  it('changes no grant of another person, and no grant that has the choice already', async () => {
    const { open, user, allow, client } = await arrange();
    await open();
    await allow({ ...offered, provider: 'oura' });
    const other = await arrange();
    await other.open();
    await other.allow();
    await other.browser.open(pageUrl);
    const { client_id } = client;
    const form = { client_id, action: 'choose_providers', ...offered };
    await other.browser.submit(form);
    expect(await listChosen(user)).toEqual([['oura']]);

    // The audit log has changes only.
    const choose = ({ user_id }: TestPerson, types: string[]) =>
      setOptedInTypes(table(), { user_id, client_id }, types, new Date());
    expect(await choose(other.user, [])).toBe(false);
    expect(await choose(user, ['oura'])).toBe(false);
    expect(await choose(user, [])).toBe(true);
  });

  it('has no boxes for an own application, and none for one without a diary scope', async () => {
    const own = await arrange({ own: true });
    await own.open();
    await own.allow();
    const ownPage = await own.browser.open(pageUrl);
    expect(ownPage.text).toContain(own.client.name);
    expect(listBoxes(ownPage)).toEqual([]);

    const { open, allow, browser } = await arrange();
    await open({ scope: 'images.write' });
    await allow();
    expect(listBoxes(await browser.open(pageUrl))).toEqual([]);
  });
});
