import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { Fail, HandlerRequest } from '#shared/http/handler.ts';
import { selectTexts, type Texts } from '#shared/pages/languages/languages.ts';
import { redirect } from '#shared/pages/redirect.ts';
import type { Table } from '#shared/table/table.ts';
import { browserOf, knownBrowser, refuseForeignForm, tokenOfForm } from '../browser.ts';
import { type AccountPage, type Pages, pagesAt } from '../pages.ts';
import type { Session } from '../session/session.store.ts';
import * as sessions from '../session/session.store.ts';

/** What a request to a page of the account has to go by. */
interface Call extends Pick<HandlerRequest<Endpoint>, 'header' | 'version' | 'now'> {
  table: Table<'get'>;
  addresses: { auth: string };
}

/** A person's visit to a page of their account. */
export interface Visit {
  session: Session;
  /** The token that the session's cookie carries. */
  cookie: string;
  texts: Texts;
  pages: Pages;
  /** The token of a form that does that. */
  formToken(action: AccountAction): string;
  /** What the answer sets, so that its forms can be sent. */
  cookies: readonly string[];
}

/** What can be done on the pages of the account. */
type AccountAction = 'remove' | 'change-password' | 'sign-out';

/** The visit of who is signed in; for anybody else the answer that sends them to sign in, and then to `page`. */
export async function visitOf(
  call: Call,
  page: AccountPage,
): Promise<Visit | ReturnType<typeof redirect>> {
  const { header, table, addresses, version, now } = call;
  const pages = pagesAt(addresses, version);
  const { session: cookie } = browserOf(header);
  const session = await sessions.find(table, cookie, now);
  if (!session) return redirect(pages.signIn({ continue: page }));
  const { secret, cookies } = knownBrowser(header);
  return {
    session,
    cookie,
    texts: selectTexts(header('accept-language')),
    pages,
    formToken: (action) => tokenOfForm('account', { secret, session: cookie }, action),
    cookies,
  };
}

/** The same for a form that was sent from there; who has lost their session signs in first. Throws `invalid_form_token`. */
export async function visitToAct(
  call: Call & { body: { form_token: string }; fail: Fail<'invalid_form_token'> },
  action: AccountAction,
  page: AccountPage,
): Promise<Visit | ReturnType<typeof redirect>> {
  const visit = await visitOf(call, page);
  if ('status' in visit) return visit;
  const form = { token: call.body.form_token, browser: browserOf(call.header), reference: action };
  refuseForeignForm(call, { purpose: 'account', ...form });
  return visit;
}
