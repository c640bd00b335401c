import { describe, expect, inject, it } from 'vitest';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { callHandler } from '#kit/call-handler.ts';
import { table } from '#kit/fixtures.ts';
import { getCode, newParties } from '#kit/oauth-parties.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import { applyScopeChoice, listOptionalScopes } from './scope-choice.ts';

const { urls } = inject('service');
const agent = 'diary.read diary.write connections.read connections.write';
const offered_scopes = 'diary.write connections.write';

describe('the scopes that a person can leave out', () => {
  it.each([
    { scope: 'diary.read', optional: '' },
    { scope: 'diary.write', optional: 'diary.write' },
    { scope: 'diary.read images.write', optional: 'images.write' },
    { scope: 'images.write', optional: '' },
    { scope: 'openid images.write', optional: '' },
    { scope: 'openid profile', optional: '' },
    {
      scope: 'read',
      optional: 'diary.write data_sources.write connections.write images.write',
    },
  ])('of "$scope" are "$optional"', ({ scope, optional }) => {
    expect(listOptionalScopes(scope).join(' ')).toBe(optional);
  });
});

describe('a form with scopes', () => {
  const readOnly = 'profile.read diary.read data_sources.read connections.read';

  it.each([
    {
      asked: agent,
      offered: 'diary.write',
      ticked: [],
      scope: 'diary.read connections.read connections.write',
    },
    {
      asked: agent,
      offered: 'diary.write connections.write',
      ticked: [],
      scope: 'diary.read connections.read',
    },
    {
      asked: agent,
      offered: 'diary.write connections.write',
      ticked: 'diary.write',
      scope: 'diary.read diary.write connections.read',
    },
    { asked: agent, offered: '', ticked: [], scope: agent },
    { asked: 'read', offered: 'diary.write', ticked: ['diary.write'], scope: 'read' },
    {
      asked: 'read openid',
      offered: 'diary.write data_sources.write connections.write images.write',
      ticked: [],
      scope: `${readOnly} openid`,
    },
    {
      asked: 'read',
      offered: 'measurements.write',
      ticked: 'measurements.write',
      scope: 'read measurements.write',
    },
    { asked: 'read', offered: 'measurements.write', ticked: [], scope: 'read' },
    { asked: 'read', offered: '', ticked: 'measurements.write', scope: 'read' },
    {
      asked: 'diary.read',
      offered: 'measurements.write',
      ticked: 'measurements.write',
      scope: 'diary.read',
    },
    { asked: 'diary.read', offered: 'diary.read', ticked: [], scope: 'diary.read' },
    { asked: 'diary.read', offered: '', ticked: ['diary.write'], scope: 'diary.read' },
    { asked: 'images.write', offered: 'images.write', ticked: [], scope: 'images.write' },
  ])('that offers "$offered" with $ticked allows "$scope" of "$asked"', (row) => {
    const form = { offered_scopes: row.offered, scope: row.ticked };
    expect(applyScopeChoice({ scope: row.asked }, form).scope).toBe(row.scope);
  });

  it.each(['measurements.write', ''])('of an assistant adds "%s"', (ticked) => {
    const asked = { scope: 'diary.read', audience: 'mcp' } as const;
    const form = { offered_scopes: 'measurements.write', scope: ticked };
    const { scope } = applyScopeChoice(asked, form);
    expect(scope).toBe(`diary.read ${ticked}`.trim());
  });
});

/** Opens the consent page for what assistants ask for, as a person who is signed in. */
async function arrange() {
  const parties = await newParties({ send: callHandler, urls });
  const browser = newTestBrowser(callHandler, urls.auth);
  await browser.signIn(parties.user);
  const ask = (scope: string, more: Record<string, string> = {}) =>
    browser.open(parties.buildAuthorizeUrl({ scope, ...more }));
  const getError = () => browser.getDestination().searchParams.get('error');
  const redeem = async () =>
    (await parties.redeem(getCode(browser.getDestination()))).body;
  const page = await ask(agent);
  return { ...parties, browser, ask, getError, redeem, page };
}

const allowReading = { decision: 'allow', offered_scopes };

describe('the consent page', () => {
  it('says what an application reads, and has a ticked box for each thing that it writes', async () => {
    const { page, browser, redeem } = await arrange();
    expect(page.text).toContain('<li>See your diary</li>');
    expect(page.text).not.toContain('See and change');
    const boxes = page.text.matchAll(/name="(.+)" type="checkbox" value="yes" checked/g);
    expect(Array.from(boxes, ([, name]) => name).join(' ')).toBe(offered_scopes);
    expect(page.text).toContain(`name="offered_scopes" value="${offered_scopes}"`);
    await browser.submit({ ...allowReading, 'diary.write': 'yes' });
    expect((await redeem()).scope).toBe('diary.read diary.write connections.read');
  });

  it('gives full access measurements only if their box is ticked, and then remembers it', async () => {
    const { browser, ask, redeem } = await arrange();
    const { text } = await ask('read');
    expect(text).toMatch(/name="measurements.write" type="checkbox" value="yes">/);
    const offered = 'measurements.write';
    await browser.submit({
      decision: 'allow',
      offered_scopes: offered,
      [offered]: 'yes',
    });
    expect((await redeem()).scope).toBe('read measurements.write');
    await ask('read');
    expect((await redeem()).scope).toBe('read measurements.write');
  });

  it('allows everything to a program that keeps one value for each name of the form', async () => {
    const { page, browser, redeem } = await arrange();
    const inputs = page.text.matchAll(/<input[^>]* name="([^"]*)"[^>]*value="([^"]*)"/g);
    const form = Object.fromEntries(
      Array.from(inputs, ([, name, value]) => [name, value]),
    );
    await browser.submit({ ...form, decision: 'allow' });
    expect((await redeem()).scope).toBe(agent);
  });

  it('lets a person allow only reading, which token, introspection, refresh, list and mail say', async () => {
    const { browser, redeem, refresh, introspect, credentials, user } = await arrange();
    await browser.submit(allowReading);
    const { scope, access_token, refresh_token } = await redeem();
    const narrow = 'diary.read connections.read';
    expect(scope).toBe(narrow);
    const [grant] = await grants.listByUser(table(), user.user_id);
    expect(grant).toMatchObject({ scope: narrow, left_out_scope: offered_scopes });
    for (const token of [access_token, refresh_token])
      expect((await introspect({ ...credentials, token })).body.scope).toBe(narrow);
    expect((await refresh(refresh_token, { scope: agent })).body.error).toBe(
      'invalid_scope',
    );
    expect((await refresh(refresh_token)).body.scope).toBe(narrow);
    const path = '/v7.1/oauth2/account/applications/';
    const { text } = await browser.open(`${urls.auth}${path}`);
    expect(text).toContain('<li>See your diary</li>');
    expect(text).not.toContain('See and change');
  });

  it('appears again for what was left out, even if it was allowed before', async () => {
    const { browser, ask, getError, redeem } = await arrange();
    await browser.submit({ decision: 'allow' });
    await redeem();
    await ask(agent, { prompt: 'consent' });
    await browser.submit(allowReading);
    await redeem();
    await ask('diary.read connections.read');
    expect(browser.hasLeft()).toBe(true);
    await ask(agent, { prompt: 'none' });
    expect(getError()).toBe('consent_required');
    expect((await ask(agent)).text).toContain('name="offered_scopes"');
    await browser.submit({ decision: 'allow' });
    expect((await redeem()).scope).toBe(agent);
    await ask(agent);
    expect(browser.hasLeft()).toBe(true);
  });
});
