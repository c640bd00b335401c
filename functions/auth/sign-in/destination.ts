import * as authorizationRequests from '#functions/auth/authorization/authorization.store.ts';
import * as connectRequests from '#functions/connections/connect/connect-request.store.ts';
import { getContinueUrl } from '#functions/connections/connect/connect-urls.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { Html } from '#shared/html/html.ts';
import type { Fail, HandlerRequest } from '#shared/http/handler.ts';
import type { Texts } from '#shared/pages/languages/languages.ts';
import { getTypeName } from '#shared/reference-data/connection-types.ts';
import type { Table } from '#shared/table/table.ts';
import { getPageUrls } from '../browser/page-urls.ts';
import type { SignInQuery } from './sign-in.ts';

/** What a user continues to after they sign in. */
export interface Destination {
  /** What the sign-in page says about the destination, e.g. "to manage your account". */
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

/** A request to the sign-in page. */
interface SignInPageRequest extends Pick<HandlerRequest<Endpoint>, 'version'> {
  query: SignInQuery;
  table: Table<'get'>;
  baseUrls: { auth: string };
  fail: Fail<'request_expired'>;
}

/**
 * Loads the destination that the query names. Throws `request_expired` if the authorization or
 * connect request does not exist, or was not started by the browser with this secret.
 */
export async function loadDestination(
  request: SignInPageRequest,
  browserSecret: string,
  texts: Texts,
): Promise<Destination> {
  const { query, baseUrls, version } = request;
  const { signIn: labels } = texts;
  const pages = getPageUrls(baseUrls, version);
  if (query.continue !== undefined) {
    const url = pages.account(query.continue);
    return { label: labels.continueToAccount, url, formTarget: 'self' };
  }

  if (query.connect !== undefined) {
    return loadConnectDestination(request, query.connect, browserSecret, texts);
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

/** Loads the destination of a connect request. Throws `request_expired` like `loadDestination`. */
async function loadConnectDestination(
  { table, baseUrls, version, fail }: SignInPageRequest,
  id: string,
  browserSecret: string,
  { signIn: labels }: Texts,
): Promise<Destination> {
  const request = await connectRequests.find(table, id, browserSecret);
  if (!request) throw fail('request_expired');
  const { type } = request;
  return {
    label: labels.continueToConnect(getTypeName(type)),
    url: getContinueUrl(baseUrls, version, id),
    formTarget: 'self',
  };
}
