import * as authorizationRequests from '#functions/auth/authorize/authorization.store.ts';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { Html } from '#shared/html/html.ts';
import type { Fail, HandlerRequest } from '#shared/http/handler.ts';
import type { Language } from '#shared/pages/language.ts';
import type { Table } from '#shared/table/table.ts';
import * as pendingSignIns from './pending-sign-in.store.ts';
import { signInTexts } from './sign-in.texts.ts';
import type { SignInQuery } from './sign-in.ts';

/** The page that a user continues to after they sign in. */
export interface Destination {
  /** The text of the sign-in page about the destination, e.g. "to manage your account". */
  label: Html;
  url: string;
  /**
   * The hosts to which the CSP allows the form to redirect. It is `any` for an authorization
   * request, because after a remembered consent the form redirects to the client.
   */
  formTarget: 'self' | 'any';
  /** The client that sent the user. */
  client_id?: string;
}

interface SignInPageRequest extends Pick<HandlerRequest<Endpoint>, 'version'> {
  query: SignInQuery;
  table: Table<'get'>;
  baseUrls: { auth: string };
  fail: Fail<'request_expired'>;
}

/**
 * Loads the destination that the query names. Throws `request_expired` if the authorization request
 * or the pending sign-in does not exist, or was not started by the browser with this secret.
 */
export async function loadDestination(
  request: SignInPageRequest,
  browserSecret: string,
  language: Language,
): Promise<Destination> {
  const { query, baseUrls, version } = request;
  const labels = signInTexts[language];
  const pages = getPageUrls(baseUrls, version);
  if (query.continue !== undefined) {
    const url = pages.account(query.continue, query.parameters);
    return { label: labels.continueToAccount, url, formTarget: 'self' };
  }

  if (query.connect !== undefined) {
    return loadPendingDestination(request, query.connect, browserSecret, language);
  }

  const { table, fail } = request;
  const authorization = await authorizationRequests.find(
    table,
    query.request,
    browserSecret,
  );
  if (!authorization) throw fail('request_expired');
  return {
    label: labels.continueTo(authorization.application_name),
    url: pages.consent(authorization.id),
    formTarget: 'any',
    client_id: authorization.client_id,
  };
}

/** Loads the destination of a pending sign-in. Throws `request_expired` like `loadDestination`. */
async function loadPendingDestination(
  { table, baseUrls, version, fail }: SignInPageRequest,
  id: string,
  browserSecret: string,
  language: Language,
): Promise<Destination> {
  const pending = await pendingSignIns.find(table, id, browserSecret);
  if (!pending) throw fail('request_expired');
  const { label, return_path } = pending;
  return {
    label: signInTexts[language][label.key](label.name),
    url: `${baseUrls.auth}/${version}/${return_path}`,
    formTarget: 'self',
  };
}
