import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { Fail, HandlerRequest } from '#shared/http/handler.ts';
import { selectTexts, type Texts } from '#shared/pages/languages/languages.ts';
import { redirect } from '#shared/pages/redirect.ts';
import type { Table } from '#shared/table/table.ts';
import {
  ensureBrowserSecret,
  getFormToken,
  readBrowser,
  requireFormToken,
} from '../browser/browser.ts';
import { type AccountPage, getPageUrls, type PageUrls } from '../browser/page-urls.ts';
import type { Session } from '../session/session.store.ts';
import * as sessions from '../session/session.store.ts';

/** What a request to a page of the account has to go by. */
interface Call extends Pick<HandlerRequest<Endpoint>, 'header' | 'version' | 'now'> {
  table: Table<'get'>;
  addresses: { auth: string };
}

/** A person's visit to a page of their account. */
export interface AccountContext {
  session: Session;
  /** The token that the session's cookie carries. */
  cookie: string;
  texts: Texts;
  pages: PageUrls;
  /** The token of a form that does that. */
  formToken(action: AccountAction): string;
  /** What the answer sets, so that its forms can be sent. */
  cookies: readonly string[];
}

/** What can be done on the pages of the account. */
type AccountAction = 'remove' | 'change-password' | 'sign-out';

/** The visit of who is signed in; for anybody else the answer that sends them to sign in, and then to `page`. */
export async function requireSession(
  call: Call,
  page: AccountPage,
): Promise<AccountContext | ReturnType<typeof redirect>> {
  const { header, table, addresses, version, now } = call;
  const pages = getPageUrls(addresses, version);
  const { session: cookie } = readBrowser(header);
  const session = await sessions.find(table, cookie, now);
  if (!session) return redirect(pages.signIn({ continue: page }));
  const { secret, cookies } = ensureBrowserSecret(header);
  return {
    session,
    cookie,
    texts: selectTexts(header('accept-language')),
    pages,
    formToken: (action) => getFormToken('account', { secret, session: cookie }, action),
    cookies,
  };
}

/** The same for a form that was sent from there; who has lost their session signs in first. Throws `invalid_form_token`. */
export async function requireFormPost(
  call: Call & { body: { form_token: string }; fail: Fail<'invalid_form_token'> },
  action: AccountAction,
  page: AccountPage,
): Promise<AccountContext | ReturnType<typeof redirect>> {
  const visit = await requireSession(call, page);
  if ('status' in visit) return visit;
  const form = {
    token: call.body.form_token,
    browser: readBrowser(call.header),
    reference: action,
  };
  requireFormToken(call, { purpose: 'account', ...form });
  return visit;
}
