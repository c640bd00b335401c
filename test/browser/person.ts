import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  errors,
  type Locator,
  type Page,
} from 'playwright-core';
import { expect, inject } from 'vitest';
import type { Registration } from '#functions/auth/client/registration.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import { call } from '#kit/call.ts';
import { type TestPerson, table } from '#kit/fixtures.ts';
import { newParties } from '#kit/oauth-parties.ts';
import { stepTimeout } from './chromium.ts';

const { urls } = inject('service');

/** Opens a context in which only a step that hangs runs into a time limit. */
export async function newContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(stepTimeout);
  return context;
}

/** Signs a person in without the sign-in page, which verifies a password and is slow by design. */
export async function startBrowserSession(
  context: BrowserContext,
  authUrl: string,
  person: TestPerson,
): Promise<void> {
  const value = await sessions.start(table(), person, new Date());
  // Cookies are the same for all ports and schemes, but Playwright only makes those of https
  // secure.
  const url = authUrl.replace(/^http:/, 'https:');
  await context.addCookies([{ name: '__Host-fit_session', value, url, httpOnly: true }]);
}

/** Creates a user with a browser context of their own, and an application that they use. */
export async function atBrowser(
  browser: Browser,
  options: BrowserContextOptions = {},
  registration: Partial<Registration> = {},
) {
  const parties = await newParties({ send: call, urls }, registration);
  const context = await newContext(browser, { locale: 'en', ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on(
    'console',
    (message) => message.type() === 'error' && problems.push(message.text()),
  );

  const { email, password } = parties.user;
  const { redirect_uri } = parties.client;
  return {
    ...parties,
    page,
    /** Returns the console errors, except statuses of pages and unreachable hosts. */
    problems: () =>
      problems.filter((text) => !/status of 4\d\d|ERR_NAME_NOT_RESOLVED/.test(text)),
    leave: () => context.close(),
    /** Signs the user in without the sign-in page. */
    startSession: () => startBrowserSession(context, urls.auth, parties.user),
    account: (path = '') => `${urls.auth}/v7.1/oauth2/account/${path}`,

    /** Fills in the sign-in page that is open. */
    async signIn(as: { email: string; password: string } = { email, password }) {
      await page.locator('#email').fill(as.email);
      await page.locator('#password').fill(as.password);
      await page.getByRole('button').click();
    },

    /**
     * Returns the parameters of the redirect that `action` causes. The redirect URI is unreachable.
     */
    async arriving(action: () => Promise<unknown>): Promise<Record<string, string>> {
      const act = () =>
        action().catch((error: Error) => {
          if (error instanceof errors.TimeoutError) throw error;
        });
      const [request] = await Promise.all([
        page.waitForRequest((sent) => sent.url().startsWith(redirect_uri)),
        page.waitForEvent('framenavigated', (frame) =>
          frame.url().startsWith('chrome-error:'),
        ),
        act(),
      ]);
      return Object.fromEntries(new URL(request.url()).searchParams);
    },
  };
}

/** More keys than any page needs to reach its last control. */
const maxKeys = 100;

/** Moves the focus to a control with the Tab key alone. Throws if the key does not lead there. */
export async function tabTo(control: Locator): Promise<void> {
  const page = control.page();
  const focused = control.and(page.locator(':focus'));
  for (let count = 0; count < maxKeys; count += 1) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${control}.`);
}

/**
 * Moves the focus to a field with the Tab key, and replaces its text in one input event. No page
 * listens to single keys.
 */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await tabTo(field);
  const { keyboard } = field.page();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.insertText(text);
}

/** Moves the focus to a link or button with the Tab key, and presses Enter. */
export async function pressEnterOn(control: Locator): Promise<void> {
  await tabTo(control);
  await control.page().keyboard.press('Enter');
}

/** Follows a link with the keyboard to the page whose title it names. */
export async function followLink(page: Page, name: string): Promise<void> {
  await pressEnterOn(page.getByRole('link', { name }));
  await page.getByRole('heading', { name, exact: true }).waitFor();
}

/** What any page must get right, whatever it shows. */
interface PageBasics {
  language: string;
  hasTitle: boolean;
  overflows: boolean;
}

const pageBasics = `({
  language: document.documentElement.lang,
  hasTitle: document.title !== '',
  overflows: document.documentElement.scrollWidth > innerWidth,
})`;

/** Expects a page to have a title and the language, and no horizontal overflow. */
export async function expectWellMade(page: Page, language: string): Promise<void> {
  const basics = await page.evaluate<PageBasics>(pageBasics);
  expect(basics).toEqual({ language, hasTitle: true, overflows: false });
}
