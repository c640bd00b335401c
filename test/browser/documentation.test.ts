import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newUser } from '#kit/fixtures.ts';
import { connectBrowser } from './connect-browser.ts';
import { expectWellMade, newContext } from './person.ts';

const { urls } = inject('service');
let browser: Browser;

/** The origin of data: URLs, which load nothing. */
const dataOrigin = 'null';
const patience = { interval: 500, timeout: 60_000 };

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(() => browser.close());

/**
 * Lists what axe-core finds wrong with the page that is open, each with the element. The size of
 * controls is a rule of WCAG 2.2, which axe-core leaves out by default.
 */
async function listViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>(
    'axe.run({ rules: { "target-size": { enabled: true } } })',
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Opens a page of the reference, and waits until Scalar has rendered it. */
async function openReference(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(`${urls.main}/v7.1/docs/${path}`);
  await page.getByRole('heading', { name: heading }).first().waitFor();
  await page.locator('button[aria-label=Copy]').first().waitFor({ state: 'attached' });
}

describe.each([
  ['light', 1280],
  ['dark', 360],
] as const)('the documentation in %s, %d pixels wide', (colorScheme, width) => {
  it('keeps the rules of accessibility, and asks no other host for anything', async () => {
    const viewport = { width, height: 900 };
    const context = await newContext(browser, { locale: 'en', colorScheme, viewport });
    const page = await context.newPage();
    const origins = new Set<string>();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });

    for (const guide of ['', 'getting-started/', 'diary/', 'errors/']) {
      await page.goto(`${urls.main}/v7.1/docs/${guide}`);
      await expectWellMade(page, 'en');
      expect(await listViolations(page), guide).toEqual([]);
    }
    await openReference(page, 'reference/', 'Fitness data service');
    await expectWellMade(page, 'en');
    // Scalar renders in steps, so the rules hold only in the end.
    await expect.poll(() => listViolations(page), patience).toEqual([]);
    await openReference(page, 'data_source/', 'Data sources');
    await expect.poll(() => listViolations(page), patience).toEqual([]);

    expect(problems).toEqual([]);
    origins.delete(dataOrigin);
    expect(origins).toEqual(new Set([urls.main, urls.cdn]));
    await context.close();
  });
});

it('the reference authorizes with PKCE and sends a request', async () => {
  const context = await newContext(browser, { locale: 'en' });
  const page = await context.newPage();
  const { email, password } = await newUser();
  await openReference(page, 'reference/', 'Fitness data service');

  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  const popup = await opened;
  await popup.locator('#email').fill(email);
  await popup.locator('#password').fill(password);
  await popup.getByRole('button').click();
  const exchanged = page.waitForResponse(/\/access_token\//);
  await popup.locator('[value=allow]').click();
  expect((await exchanged).status()).toBe(200);
  await page.getByRole('button', { name: 'Clear' }).first().waitFor();

  await page.getByRole('button', { name: 'Test Request' }).first().click();
  const answered = page.waitForResponse(`${urls.main}/v7.1/activity_type/`);
  await page.getByRole('button', { name: /^Send/ }).first().click();
  const { authorization } = (await answered).request().headers();
  expect(authorization).toMatch(/^Bearer fit_at_/);
  await context.close();
});
