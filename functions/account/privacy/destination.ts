import type { AccountContext } from '#functions/account/account-handler.ts';
import { readBrowser } from '#functions/auth/browser/browser.ts';
import {
  type Destination,
  loadDestination,
} from '#functions/auth/sign-in/destination.ts';
import type { SignInQuery } from '#functions/auth/sign-in/sign-in.ts';
import type { Fail } from '#shared/http/handler.ts';
import type { HeaderReader } from '#shared/http/headers.ts';
import { getPageHeaders } from '#shared/pages/layout.ts';
import type { Table } from '#shared/table/table.ts';
import { renderConsentQuestion, renderPrivacyPage } from './privacy.page.ts';

/** A request to the page about privacy. With a query it is part of a sign-in. */
interface PrivacyRequest {
  query: SignInQuery;
  header: HeaderReader;
  table: Table<'get'>;
  version: 'v7.0' | 'v7.1';
  baseUrls: { auth: string };
  fail: Fail<'request_expired'>;
}

/**
 * Returns where a person continues who was asked for the consent after a sign-in. Returns undefined
 * if the person has opened the page from their account.
 */
export async function findDestination(
  request: PrivacyRequest,
  { language }: AccountContext,
): Promise<Destination | undefined> {
  const { request: authorization, connect, continue: page } = request.query;
  const isAsked = authorization !== '' || connect !== undefined || page !== undefined;
  if (!isAsked) return undefined;
  return loadDestination(request, readBrowser(request.header).secret, language);
}

/** Renders the page for a person who is asked, or who has opened it from their account. */
export function buildPage(
  account: AccountContext,
  destination: Destination | undefined,
  formResult: { isConsentMissing?: boolean } = {},
) {
  const render = destination ? renderConsentQuestion : renderPrivacyPage;
  const headers = getPageHeaders(destination?.formTarget);
  return { headers, body: render(account, formResult) };
}
