import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newParties } from '../journeys/oauth-parties.ts';
import { call } from '../kit/call.ts';
import { launchBrowser } from './chromium.ts';

const { urls } = inject('service');
let browser: Browser;

/** The application's own site: nothing but the address to which people come back. */
const site = createServer((_, response) => response.end('Back at the application'));
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

/** A person at a browser, and an application that they use. */
async function atBrowser(scheme: 'light' | 'dark', width: number) {
  const parties = await newParties({ send: call, urls }, { redirect_uris: [callback] });
  const page = await browser.newPage({ viewport: { width, height: 740 }, colorScheme: scheme });
  page.setDefaultTimeout(5000);
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  return { ...parties, page, problems };
}

/** What the browser was sent back to the application with. */
async function landed(page: Page): Promise<Record<string, string>> {
  await page.waitForURL((url) => url.href.startsWith(callback));
  return Object.fromEntries(new URL(page.url()).searchParams);
}

const overflows = (page: Page) => page.evaluate('document.documentElement.scrollWidth > innerWidth');

describe.each([
  ['a phone at night', 'dark', 360],
  ['a desk by day', 'light', 1280],
] as const)('in a browser, on %s', (_, scheme, width) => {
  it('a person signs in, refuses, thinks again and allows (A5, A6, A12)', async () => {
    const { page, problems, authorizeUrl, user, redeem } = await atBrowser(scheme, width);

    await page.goto(authorizeUrl({ state: 'one' }));
    expect(await page.title()).toBe('Sign in');
    await page.getByLabel('E-mail').fill(user.email);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();

    await page.waitForURL('**/sign-in/**');
    const alarm = page.getByRole('alert');
    expect(await alarm.textContent()).toContain('not right');
    expect(await alarm.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    expect(await overflows(page)).toBe(false);

    await page.keyboard.press('Tab');
    await page.keyboard.type(user.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(user.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Allow Test application to use your fitness data?' }).waitFor();
    expect(await overflows(page)).toBe(false);
    await page.getByRole('button', { name: 'Do not allow' }).click();
    expect(await landed(page)).toMatchObject({ error: 'access_denied', state: 'one', iss: urls.main });

    await page.goto(authorizeUrl({ state: 'two' }));
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    const { code = '', ...rest } = await landed(page);
    expect(rest).toEqual({ state: 'two', iss: urls.main });
    expect((await redeem(code)).body.user_id).toBe(user.user_id);

    expect(problems.filter((text) => !text.includes('403'))).toEqual([]);
    await page.close();
  });
});
