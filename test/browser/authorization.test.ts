import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { attemptLimits } from '#functions/auth/rate-limit/limits.ts';
import { consumeAttempts, getTimeInTenMinutes } from '#kit/rate-limits.ts';
import { launchBrowser } from './chromium.ts';
import { expectWellMade, newBrowserPerson, pressEnterOn, typeInto } from './person.ts';

const { urls } = inject('service');
let browser: Browser;

/** The application. No `form-action` may block its redirect to another origin (CN-09). */
const site = createServer(({ url = '' }, response) => {
  const { port } = site.address() as AddressInfo;
  if (!url.startsWith('/callback')) response.end('Back at the application');
  else
    response
      .writeHead(302, {
        Location: `http://localhost:${port}/home${url.slice('/callback'.length)}`,
      })
      .end();
});
let callback: string;

beforeAll(async () => {
  browser = await launchBrowser();
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  callback = `http://127.0.0.1:${(site.address() as AddressInfo).port}/callback`;
});

afterAll(async () => {
  await browser.close();
  site.close();
});

/** Returns the parameters with which the browser came back to the application. */
async function waitForReturn(page: Page): Promise<Record<string, string>> {
  await page.waitForURL('http://localhost:*/home?*');
  return Object.fromEntries(new URL(page.url()).searchParams);
}

const isFocused = (page: Page) =>
  page
    .getByRole('alert')
    .evaluate((element) => element === element.ownerDocument.activeElement);

describe('in a browser', () => {
  it('signs a person in, denies, allows and starts again, by keyboard (A5, A6, A12)', async () => {
    const phone = { viewport: { width: 360, height: 740 } };
    const person = await newBrowserPerson(browser, phone, { redirect_uris: [callback] });
    const { page, buildAuthorizeUrl, user, redeem } = person;

    await page.goto(buildAuthorizeUrl({ state: 'one' }));
    expect(await page.title()).toBe('Sign in');
    await person.signIn({ email: user.email, password: 'wrong' });
    await page.waitForURL('**/sign-in/**');
    expect(await page.getByRole('alert').textContent()).toContain(
      'Incorrect email or password.',
    );
    expect(await isFocused(page)).toBe(true);
    await expectWellMade(page, 'en');

    await typeInto(page.locator('#email'), user.email);
    await typeInto(page.locator('#password'), user.password);
    await page.keyboard.press('Enter');
    await page
      .getByRole('heading', {
        name: 'Allow Test application to access your fitness data?',
      })
      .waitFor();
    await expectWellMade(page, 'en');
    await pressEnterOn(page.getByRole('button', { name: 'Deny' }));
    expect(await waitForReturn(page)).toMatchObject({
      error: 'access_denied',
      state: 'one',
      iss: urls.main,
    });

    await page.goto(buildAuthorizeUrl({ state: 'two' }));
    await pressEnterOn(page.getByRole('button', { name: 'Allow', exact: true }));
    const { code = '', ...rest } = await waitForReturn(page);
    expect(rest).toEqual({ state: 'two', iss: urls.main });
    expect((await redeem(code)).body.user_id).toBe(user.user_id);

    await page.goBack();
    await page.getByRole('heading', { name: 'Request already completed' }).waitFor();
    await pressEnterOn(page.getByRole('link', { name: 'Start again' }));
    await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    expect(person.listProblems()).toEqual([]);
    await person.leave();
  });

  it('skips consent for an application that was allowed before, also after sign-in (A13)', async () => {
    const person = await newBrowserPerson(browser);
    const { page, buildAuthorizeUrl, redeem, user } = person;
    await page.goto(buildAuthorizeUrl());
    await person.signIn();
    const allow = () => page.getByRole('button', { name: 'Allow', exact: true }).click();
    await redeem((await person.waitForRedirect(allow)).code ?? '');

    const repeated = await person.waitForRedirect(() =>
      page.goto(buildAuthorizeUrl({ state: 'again' })),
    );
    expect(repeated.state).toBe('again');
    await page.context().clearCookies({ name: '__Host-fit_session' });
    await page.goto(buildAuthorizeUrl({ state: 'later' }));
    const later = await person.waitForRedirect(() => person.signIn());
    expect(later.state).toBe('later');
    expect((await redeem(later.code ?? '')).body.user_id).toBe(user.user_id);
    expect(person.listProblems()).toEqual([]);
    await person.leave();
  });

  it('shows the rate limit in the preferred language (A12)', async () => {
    const person = await newBrowserPerson(browser, { locale: 'de-AT' });
    const { page, buildAuthorizeUrl, user } = person;
    await page.goto(buildAuthorizeUrl());
    const limit = 'account_at_network';
    const key = { limit, parts: [user.email, '127.0.0.1'] } as const;
    await consumeAttempts(key, attemptLimits[limit], getTimeInTenMinutes());
    await person.signIn({ email: user.email, password: 'wrong' });
    await page.getByText('Zu viele Versuche').waitFor();
    expect(await isFocused(page)).toBe(true);
    await person.signIn();
    await page.getByText('Zu viele Versuche').waitFor();
    await expectWellMade(page, 'de');
    expect(person.listProblems()).toEqual([]);
    await person.leave();
  });
});
