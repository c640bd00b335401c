import * as z from 'zod/mini';
import type { Fail } from '../../../shared/contract/handler.ts';
import type { Html } from '../../../shared/pages/html.ts';
import type { Texts } from '../../../shared/pages/languages/languages.ts';
import type { Table } from '../../../shared/table/table.ts';
import { formTarget } from '../application/redirect-uri.ts';
import * as authorizationRequests from '../authorization-request/authorization-request.store.ts';
import { type AccountPage, accountPages, type Pages } from '../pages.ts';

/** The query of the sign-in page: one of the few places to which it leads, so that it can lead nowhere else. */
export const SignInQuery = z.object({
  request: z._default(z.string('must be given once'), ''),
  continue: z.optional(z.enum(accountPages)),
  notice: z.optional(z.literal('signed_out')),
});

/** Where a person goes on to once they are signed in. */
export interface Destination {
  /** What it is, as a sentence goes on after "sign in". */
  name: Html;
  address: string;
  /** The origins to which the form may lead: a consent that is remembered takes it straight to the application. */
  formTargets: readonly string[];
  /** The application that they come from. */
  client_id?: string;
}

/** What a form to sign in is bound to. */
export function referenceOf(query: { request: string; continue?: AccountPage | undefined }): string {
  return query.continue ?? query.request;
}

interface Scene {
  table: Table<'get'>;
  pages: Pages;
  texts: Texts;
  fail: Fail<'request_gone'>;
}

/** Where the query leads in the browser of that secret. Throws `request_gone`. */
export async function destinationOf(
  query: { request: string; continue?: AccountPage | undefined },
  secret: string,
  { table, pages, texts, fail }: Scene,
): Promise<Destination> {
  if (query.continue !== undefined)
    return { name: texts.signIn.toAccount, address: pages.account(query.continue), formTargets: [] };
  const request = await authorizationRequests.find(table, query.request, secret);
  if (!request) throw fail('request_gone');
  const { id, application_name, redirect_uri, client_id } = request;
  return {
    name: texts.signIn.toContinue(application_name),
    address: pages.consent(id),
    formTargets: [formTarget(redirect_uri)],
    client_id,
  };
}
