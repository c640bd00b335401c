import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { Html } from '#shared/html/html.ts';
import type { Fail, HandlerRequest } from '#shared/http/handler.ts';
import type { Texts } from '#shared/pages/languages/languages.ts';
import type { Table } from '#shared/table/table.ts';
import * as authorizationRequests from '../authorization-request/authorization-request.store.ts';
import { getPageUrls } from '../browser/page-urls.ts';
import type { SignInQuery } from './sign-in.ts';

/** What a user continues to after they sign in. */
export interface Destination {
  /** What the page says about it, e.g. "to manage your account". */
  label: Html;
  url: string;
  /** `any` if the form can redirect to a client, because a remembered consent needs no page. */
  formTarget: 'self' | 'any';
  /** The client that sent the user. */
  client_id?: string;
}

/** A request to the sign-in page. */
interface SignInPageRequest extends Pick<HandlerRequest<Endpoint>, 'version'> {
  query: SignInQuery;
  table: Table<'get'>;
  addresses: { auth: string };
  fail: Fail<'request_expired'>;
}

/**
 * Loads the destination that the query names. Throws `request_expired` if another browser started
 * the authorization request.
 */
export async function loadDestination(
  { query, table, addresses, version, fail }: SignInPageRequest,
  secret: string,
  { signIn: labels }: Texts,
): Promise<Destination> {
  const pages = getPageUrls(addresses, version);
  if (query.continue !== undefined) {
    const url = pages.account(query.continue);
    return { label: labels.continueToAccount, url, formTarget: 'self' };
  }

  const request = await authorizationRequests.find(table, query.request, secret);
  if (!request) throw fail('request_expired');
  return {
    label: labels.continueTo(request.application_name),
    url: pages.consent(request.id),
    formTarget: 'any',
    client_id: request.client_id,
  };
}
