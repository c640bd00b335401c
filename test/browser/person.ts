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

/** Opens a context whose time limit ends only steps that hang. */
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
  // Chromium sends a cookie to all ports and schemes of a host, but Playwright marks only those of
  // https as secure.
  const url = authUrl.replace(/^http:/, 'https:');
  await context.addCookies([{ name: '__Host-fit_session', value, url, httpOnly: true }]);
}

/** Creates a user with a browser context of their own, and an application for this user. */
export async function newBrowserPerson(
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
    listProblems: () =>
      problems.filter((text) => !/status of 4\d\d|ERR_NAME_NOT_RESOLVED/.test(text)),
    leave: () => context.close(),
    /** Signs the user in without the sign-in page. */
    startSession: () => startBrowserSession(context, urls.auth, parties.user),
    buildAccountUrl: (path = '') => `${urls.auth}/v7.1/oauth2/account/${path}`,

    /** Fills in and submits the sign-in page that is open. Defaults to the user's credentials. */
    async signIn(credentials = { email, password }) {
      await page.locator('#email').fill(credentials.email);
      await page.locator('#password').fill(credentials.password);
      await page.locator('main button').click();
    },

    /**
     * Returns the parameters of the redirect that `action` causes. The redirect URI is unreachable,
     * so `action` may fail, but not because of a time limit.
     */
    async waitForRedirect(
      action: () => Promise<unknown>,
    ): Promise<Record<string, string>> {
      const tryAction = () =>
        action().catch((error: Error) => {
          if (error instanceof errors.TimeoutError) throw error;
        });
      const [request] = await Promise.all([
        page.waitForRequest((sent) => sent.url().startsWith(redirect_uri)),
        page.waitForEvent('framenavigated', (frame) =>
          frame.url().startsWith('chrome-error:'),
        ),
        tryAction(),
      ]);
      return Object.fromEntries(new URL(request.url()).searchParams);
    },
  };
}

/** More presses of the Tab key than any page needs to reach its last control. */
const maxKeys = 100;

/** Moves the focus to a control with the Tab key alone. Throws if the key does not reach it. */
export async function tabTo(control: Locator): Promise<void> {
  const page = control.page();
  const focused = control.and(page.locator(':focus'));
  await control.waitFor();
  // A page that is still loading can move the focus between two keys.
  await page.waitForLoadState();
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

/** Opens the list of all pages on the start page of the account, and follows a link of it. */
export async function followAccountLink(page: Page, name: string): Promise<void> {
  await pressEnterOn(page.locator('main details.more > summary').last());
  await followLink(page, name);
}

interface PageBasics {
  language: string;
  /** Whether the page has a title, which names the error if the page shows one. */
  hasTitle: boolean;
  isTooWide: boolean;
  /** Whether a phone shows the page in its own width. The browser of the tests always does. */
  fitsPhones: boolean;
  /** The ids of fields that password managers cannot fill in. */
  unknownFields: string[];
  /** Whether text browsers send each form with the query of the page, if it has one. */
  keepsQuery: boolean;
}

/** The values that password managers need, by the id of the field. */
const autocompleteValues: Readonly<Record<string, readonly string[]>> = {
  email: ['username', 'email'],
  password: ['current-password', 'new-password'],
  current: ['current-password'],
  next: ['new-password'],
  repeated: ['new-password'],
};

const readPageBasics = `(() => {
  const hasAlert = document.querySelector('[role=alert]') !== null;
  const expectedTitle = hasAlert ? /^(Error|Fehler): ./ : /./;
  const values = ${JSON.stringify(autocompleteValues)};
  const fields = [...document.querySelectorAll('[type=email], [type=password]')];
  const forms = [...document.querySelectorAll('main form[method=post]')];
  const isUnknown = ({ id, autocomplete }) => !values[id]?.includes(autocomplete);
  return {
    language: document.documentElement.lang,
    hasTitle: expectedTitle.test(document.title),
    isTooWide: document.documentElement.scrollWidth > innerWidth,
    fitsPhones: document.querySelector('[name=viewport][content^="width=device-width"]') !== null,
    unknownFields: fields.filter(isUnknown).map(({ id }) => id),
    keepsQuery: location.search === '' || forms.every((form) => form.hasAttribute('action')),
  };
})()`;

/**
 * Expects the open page to have a title and this language, not to be wider than its window, to have
 * fields that password managers fill in, and forms that text browsers can send. Waits until the
 * whole page has loaded, because a part of it proves nothing.
 */
export async function expectWellMade(page: Page, language: string): Promise<void> {
  await page.waitForLoadState();
  const basics = await page.evaluate<PageBasics>(readPageBasics);
  const expected = {
    hasTitle: true,
    isTooWide: false,
    fitsPhones: true,
    unknownFields: [],
    keepsQuery: true,
  };
  expect(basics, page.url()).toEqual({ language, ...expected });
}
