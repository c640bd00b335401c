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
  /** The sentence that tells the user. */
  name: Html;
  url: string;
  /** Whether the form can lead to a client, which a remembered consent does at once. */
  forms: 'stay' | 'leave';
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
    return { name: labels.continueToAccount, url, forms: 'stay' };
  }

  const request = await authorizationRequests.find(table, query.request, secret);
  if (!request) throw fail('request_expired');
  return {
    name: labels.continueTo(request.application_name),
    url: pages.consent(request.id),
    forms: 'leave',
    client_id: request.client_id,
  };
}
