import { identifyBrowser } from '#functions/auth/browser/browser.ts';
import { getFormToken } from '#functions/auth/browser/form.ts';
import {
  type AccountPage,
  getPageUrls,
  type PageUrls,
} from '#functions/auth/browser/page-urls.ts';
import {
  findSignedInUser,
  type SignedInUser,
} from '#functions/auth/signed-in/signed-in-user.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { ServiceIdentity, ServiceSettings } from '#shared/contract/resources.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { toCalendarDate } from '#shared/pages/language.ts';
import { redirect } from '#shared/pages/redirect.ts';
import type { Table } from '#shared/table/table.ts';
import type { AccountSection } from './account.page.ts';
import { createFormats, type Formats } from './formats.ts';

/** A request to a page of the account. */
export interface AccountRequest
  extends Pick<HandlerRequest<Endpoint>, 'header' | 'version' | 'now'> {
  table: Table<'get'>;
  baseUrls: { auth: string };
  settings: Pick<ServiceSettings, 'service'>;
}

/** A page, and the section of the header that it belongs to. A few belong to none. */
export interface AccountPlace {
  page: AccountPage;
  section?: AccountSection | undefined;
}

/**
 * The signed-in user, and what the pages of their account are rendered with. The page is the open
 * one, or that with the form.
 */
export interface AccountContext extends SignedInUser, AccountPlace {
  /** The operator's texts about the service. */
  service: ServiceIdentity;
  /** The token of the session, as the cookie contains it. */
  sessionToken: string;
  /** Format dates and amounts as the user reads them. */
  formats: Formats;
  /** The current date in the user's time zone, or else in UTC. */
  today: string;
  pages: PageUrls;
  /** The CSRF token of the forms that post to the page. */
  form_token: string;
  /** The CSRF token of the form with which the person signs out. */
  sign_out_token: string;
  /** The name of the text with which the page says what a form has done. */
  notice?: string | undefined;
  /** Set-Cookie values that the forms of the page require. */
  cookies: readonly string[];
}

/** Returns what the CSRF token of the forms of a page is bound to. */
export function toBinding(page: AccountPage) {
  return { purpose: 'account', reference: page } as const;
}

/** Returns the context of a page, or undefined if nobody is signed in. */
export async function findAccount(
  request: AccountRequest,
  { page, section }: AccountPlace,
): Promise<AccountContext | undefined> {
  const { header, baseUrls, settings, version, now } = request;
  const { browser, cookies } = identifyBrowser(header);
  const { sessionToken } = browser;
  const user = await findSignedInUser(request, sessionToken);
  if (!user) return undefined;

  const { profile, locale } = user;
  return {
    page,
    section,
    ...user,
    service: settings.service,
    sessionToken,
    formats: createFormats({ ...profile, locale }),
    today: toCalendarDate(now, profile.time_zone),
    pages: getPageUrls(baseUrls, version),
    form_token: getFormToken(browser, toBinding(page)),
    sign_out_token: getFormToken(browser, toBinding('account')),
    cookies,
  };
}

/** Returns the redirect to the sign-in page, which leads back to the page with this query. */
export function redirectToSignIn(
  { baseUrls, version }: Pick<AccountRequest, 'baseUrls' | 'version'>,
  page: AccountPage,
  parameters = '',
  cookies: readonly string[] = [],
) {
  const target = { continue: page, parameters: parameters || undefined };
  return redirect(getPageUrls(baseUrls, version).signIn(target), cookies);
}

/**
 * Returns the parameters of a query that have a value, as in a URL: all of them, or those that a
 * form reads.
 */
export function toParameters(query: unknown, form?: { query?: object }): string {
  const parameters = new URLSearchParams();
  const isRead = (name: string) => !form || Object.hasOwn(form.query ?? {}, name);
  for (const [name, value] of Object.entries(query ?? {}))
    if (value && isRead(name)) parameters.set(name, String(value));
  return parameters.toString();
}

/** Returns the query of the page with a form, of which browsers send the whole address. */
export function findPageQuery(
  { header, baseUrls, version }: Pick<AccountRequest, 'header' | 'baseUrls' | 'version'>,
  page: AccountPage,
): string | undefined {
  const [referrer = ''] = header('referer');
  const [url, query] = referrer.split('?', 2);
  return url === getPageUrls(baseUrls, version).account(page) ? query : undefined;
}
