import { takeNotice } from '#functions/auth/browser/notice.ts';
import { staySignedIn } from '#functions/auth/signed-in/signed-in-user.ts';
import type { Content } from '#shared/http/render-error.ts';
import type { Redirect } from '#shared/pages/redirect.ts';
import type { Table } from '#shared/table/table.ts';
import {
  type AccountContext,
  type AccountPlace,
  type AccountRequest,
  findAccount,
  redirectToSignIn,
  toParameters,
} from './account-context.ts';

/** A request that shows a page of the account, which extends the session. */
export interface AccountPageRequest extends AccountRequest {
  query?: unknown;
  table: Table<'get' | 'update'>;
}

/**
 * Returns the response with a page that `render` renders for the signed-in user, unless it leads to
 * another page. A person who is not signed in is led to the sign-in page, and back.
 */
export async function showAccountPage(
  request: AccountPageRequest,
  place: AccountPlace,
  render: (account: AccountContext) => Promise<string | Content | Redirect>,
) {
  const { page } = place;
  const account = await findAccount(request, place);
  if (!account) return redirectToSignIn(request, page, toParameters(request.query));
  const { notice, cookies } = takeNotice(request.header, page);
  const { session, sessionToken } = account;
  const sessionCookies = await staySignedIn(request, session, sessionToken);
  const shown = await render({ ...account, notice });
  const ownCookies = [...account.cookies, ...cookies, ...sessionCookies];
  if (typeof shown === 'string')
    return { status: 200 as const, cookies: ownCookies, body: shown };
  if ('body' in shown) return { status: 200 as const, cookies: ownCookies, ...shown };
  return { ...shown, cookies: [...ownCookies, ...shown.cookies] };
}
