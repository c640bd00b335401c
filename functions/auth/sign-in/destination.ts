import type { Html } from '#shared/html/html.ts';
import type { Fail } from '#shared/http/handler.ts';
import type { Texts } from '#shared/pages/languages/languages.ts';
import type { Table } from '#shared/table/table.ts';
import * as authorizationRequests from '../authorization-request/authorization-request.store.ts';
import type { PageUrls } from '../browser/page-urls.ts';
import type { SignInQuery } from './sign-in.ts';

/** Where a person goes on to once they are signed in. */
export interface Destination {
  /** What it is, as a sentence goes on after "sign in". */
  name: Html;
  address: string;
  /** Whether the form can lead to an application: a consent that is remembered takes it straight there. */
  forms: 'stay' | 'leave';
  /** The application that they come from. */
  client_id?: string;
}

interface DestinationContext {
  table: Table<'get'>;
  pages: PageUrls;
  texts: Texts;
  fail: Fail<'request_expired'>;
}

/** Where the query leads in the browser of that secret. Throws `request_expired`. */
export async function getDestination(
  query: SignInQuery,
  secret: string,
  { table, pages, texts, fail }: DestinationContext,
): Promise<Destination> {
  if (query.continue !== undefined)
    return {
      name: texts.signIn.continueToAccount,
      address: pages.account(query.continue),
      forms: 'stay',
    };
  const request = await authorizationRequests.find(table, query.request, secret);
  if (!request) throw fail('request_expired');
  const { id, application_name, client_id } = request;
  return {
    name: texts.signIn.continueTo(application_name),
    address: pages.consent(id),
    forms: 'leave',
    client_id,
  };
}
