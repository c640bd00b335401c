import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { newPerson } from '#kit/fixtures.ts';
import { applyView, listViolations, loadAxe, phoneOptions, views } from './axe.ts';
import { openBrowser, stepTimeout } from './chromium.ts';
import {
  expectWellMade,
  newContext,
  pressEnterOn,
  startBrowserSession,
  typeInto,
} from './person.ts';

const { urls } = inject('service');

/** The origin of data: URLs, which load nothing. */
const dataOrigin = 'null';
const pollOptions = { interval: 500, timeout: stepTimeout };

/** Opens a page. Records the origins to which it sends requests, and the errors of its console. */
async function openPage() {
  const context = await newContext(await openBrowser(), { locale: 'en' });
  await loadAxe(context);
  const page = await context.newPage();
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return { context, page, origins, problems };
}

type OpenedPage = Awaited<ReturnType<typeof openPage>>;

/** Expects that the page sent requests to these origins and no others, and reported no error. */
function expectOrigins({ origins, problems }: OpenedPage, expected: string[]): void {
  expect(problems).toEqual([]);
  origins.delete(dataOrigin);
  expect(origins).toEqual(new Set(expected));
}

/**
 * Allows the reference to access the data of a new user, in the window that it opens. The user is
 * signed in already.
 */
async function authorize(context: BrowserContext, page: Page): Promise<void> {
  await startBrowserSession(context, urls.auth, await newPerson());
  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: 'Authorize' }).first().click(),
  ]);
  const [exchanged] = await Promise.all([
    page.waitForResponse(/\/access_token\//),
    popup.locator('[value=allow]').click(),
  ]);
  expect(exchanged.status()).toBe(200);
  await page.getByRole('button', { name: 'Clear' }).first().waitFor();
  // The button that was clicked has no name while it shows the progress.
  await page.locator('button .svg-loader').waitFor({ state: 'detached' });
}

/** Pages of each kind, which share one stylesheet, so each shows its markup in one view. */
const pages = [
  { path: '', view: views.desktop },
  { path: 'getting-started/', view: views.phone },
  { path: 'errors/', view: views.phone },
  { path: 'reference/', view: views.phone },
  { path: 'data_source/', view: views.desktop },
  { path: 'diary-reference/', view: views.phone },
  { path: 'search/?q=diary', view: views.desktop },
  { path: 'search/?q=zzzzqqqq', view: views.phone },
];

/** Expects a page of the reference to have no violations. Scalar renders in steps. */
async function expectRendered(page: Page): Promise<void> {
  await expectWellMade(page, 'en');
  await expect.poll(() => listViolations(page, 'all'), pollOptions).toEqual([]);
}

describe('the documentation', () => {
  it('has no accessibility violations on any kind of page, on a desktop or on a phone', async () => {
    const opened = await openPage();
    const { context, page } = opened;
    for (const { path, view } of pages) {
      await applyView(page, view);
      await page.goto(`${urls.main}/v7.1/docs/${path}`);
      await expectWellMade(page, 'en');
      expect(await listViolations(page, 'all'), path).toEqual([]);
    }
    expectOrigins(opened, [urls.main]);
    await context.close();
  });

  it('is searched and read with the keyboard and without scripts, on a phone', async () => {
    const context = await newContext(await openBrowser(), {
      ...phoneOptions,
      locale: 'en',
      javaScriptEnabled: false,
      forcedColors: 'active',
    });
    const page = await context.newPage();
    await page.goto(`${urls.main}/v7.1/docs/getting-started/`);
    const menu = page.getByRole('navigation', { name: 'Guides' });
    await pressEnterOn(menu.getByText('Guides', { exact: true }));
    await menu.getByRole('link', { name: 'Diary', exact: true }).waitFor();
    await typeInto(page.getByRole('searchbox'), 'create diary entries');
    await page.keyboard.press('Enter');
    await pressEnterOn(page.getByRole('link', { name: 'Create diary entries' }).first());
    await page.waitForURL(/\/docs\/diary-reference\/#create-diary-entries$/);
    await page.getByText('POST').first().waitFor();
    await context.close();
  });

  it('shows the menu beside the content on a desktop, and closed above it on a phone', async () => {
    const context = await newContext(await openBrowser(), { locale: 'en' });
    const page = await context.newPage();
    await applyView(page, views.desktop);
    await page.goto(`${urls.main}/v7.1/docs/getting-started/`);
    const link = page
      .getByRole('navigation', { name: 'Guides' })
      .getByRole('link', { name: 'Exports' });
    const title = page.getByRole('heading', { name: 'Get started' });
    expect(await link.isVisible()).toBe(true);
    await applyView(page, views.phone);
    expect(await link.isVisible()).toBe(false);
    const { y = Number.POSITIVE_INFINITY } = (await title.boundingBox()) ?? {};
    expect(y).toBeLessThan(300);
    await context.close();
  });

  it('leads from an operation to the same one in the interactive reference, which has no accessibility violations, signs in with PKCE and sends it for the reader', async () => {
    const opened = await openPage();
    const { context, page } = opened;
    await page.goto(`${urls.main}/v7.1/docs/diary-reference/#create-diary-entries`);
    const operation = page.locator('section', {
      has: page.locator('#create-diary-entries'),
    });
    // Scalar renders another markup for a phone, which is the same for all operations.
    await applyView(page, views.phone);
    await operation.getByRole('link', { name: 'Try it' }).click();
    // Only the interactive reference has it. Its name tells it from those of other operations.
    const responses = 'Example Responses: Create diary entries';
    const region = page.getByRole('region', { name: responses });
    await region.waitFor();
    await page.locator('button[aria-label=Copy]').first().waitFor({ state: 'attached' });
    await expectRendered(page);
    await applyView(page, views.desktop);
    await authorize(context, page);
    await expectRendered(page);
    expectOrigins(opened, [urls.main, urls.cdn]);

    const tried = page.locator('section', { has: region }).last();
    await tried.getByRole('button', { name: 'Test Request' }).click();
    const [response] = await Promise.all([
      page.waitForResponse((sent) => sent.url().startsWith(urls.diary)),
      page.getByRole('button', { name: /^Send/ }).first().click(),
    ]);
    expect(response.status()).toBe(201);
    const headers = response.request().headers();
    expect(headers.authorization).toMatch(/^Bearer fit_at_/);
    // The sample beside the operation is the request that was sent.
    const sample = await tried.textContent();
    for (const name of ['svc-client-id', 'svc-user-id'])
      expect(sample).toContain(`'${name}: ${headers[name]}'`);
    await context.close();
  });
});
