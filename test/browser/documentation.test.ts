import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { newPerson } from '#kit/fixtures.ts';
import { applyView, listViolations, loadAxe, views } from './axe.ts';
import { openBrowser, stepTimeout } from './chromium.ts';
import { expectWellMade, newContext, startBrowserSession } from './person.ts';

const { urls } = inject('service');

/** The origin of data: URLs, which load nothing. */
const dataOrigin = 'null';
const pollOptions = { interval: 500, timeout: stepTimeout };

/** Opens a page of the reference, and waits until Scalar has rendered it. */
async function openReference(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(`${urls.main}/v7.1/docs/${path}`);
  await page.getByRole('heading', { name: heading }).first().waitFor();
  await page.locator('button[aria-label=Copy]').first().waitFor({ state: 'attached' });
}

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

/** Guides of the same template and style sheet, so each shows its markup in one view. */
const guides = [
  { path: '', view: views.desktop },
  { path: 'getting-started/', view: views.desktop },
  { path: 'diary/', view: views.phone },
  { path: 'errors/', view: views.phone },
];

/** Expects a page of the reference to have no violations. Scalar renders in steps. */
async function expectRendered(page: Page): Promise<void> {
  await expectWellMade(page, 'en');
  await expect.poll(() => listViolations(page, 'all'), pollOptions).toEqual([]);
}

describe('the documentation', () => {
  it('has no accessibility violations in the guides, on a desktop or on a phone', async () => {
    const opened = await openPage();
    const { context, page } = opened;
    for (const { path, view } of guides) {
      await applyView(page, view);
      await page.goto(`${urls.main}/v7.1/docs/${path}`);
      await expectWellMade(page, 'en');
      expect(await listViolations(page, 'all'), path).toEqual([]);
    }
    expectOrigins(opened, [urls.main]);
    await context.close();
  });

  it('has no accessibility violations in the reference, which signs in with PKCE and sends a request', async () => {
    const opened = await openPage();
    const { context, page } = opened;
    // Scalar renders another markup for a phone, which is the same for all operations.
    await applyView(page, views.phone);
    await openReference(page, 'data_source/', 'Data sources');
    await expectRendered(page);
    await applyView(page, views.desktop);
    await authorize(context, page);
    await expectRendered(page);
    expectOrigins(opened, [urls.main, urls.cdn]);

    await page.getByRole('button', { name: 'Test Request' }).first().click();
    const [response] = await Promise.all([
      page.waitForResponse(/\/v7\.1\/data_source\//),
      page.getByRole('button', { name: /^Send/ }).first().click(),
    ]);
    expect(response.status()).toBe(200);
    expect(response.request().headers().authorization).toMatch(/^Bearer fit_at_/);
    await context.close();
  });
});
