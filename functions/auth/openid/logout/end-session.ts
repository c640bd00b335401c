import { serializeSessionCookie } from '#functions/auth/browser/browser.ts';
import { serializeNotice } from '#functions/auth/browser/notice.ts';
import type { PageUrls } from '#functions/auth/browser/page-urls.ts';
import * as clients from '#functions/auth/client/client.store.ts';
import { type Client, isEnabled } from '#functions/auth/client/client.ts';
import { addQueryParameters } from '#functions/auth/client/redirect-uri.ts';
import type { Grant } from '#functions/auth/grant/grant.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import type { SignInNotice } from '#functions/auth/sign-in/sign-in.texts.ts';
import type { Fail } from '#shared/http/handler.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { audit } from '#shared/runtime/audit.ts';
import type { Table } from '#shared/table/table.ts';
import { findHintedGrant } from '../id-token-hint.store.ts';
import type { LogoutParameters } from './logout.ts';

/** A valid logout request. */
export interface LogoutRequest {
  /** The application that asks, if it is known. */
  client?: Client | undefined;
  /** The id of the user whom the application has signed in, if it proves that. */
  hintedUserId?: string | undefined;
  /** The registered URL at which the user continues. */
  target?: string | undefined;
}

interface LogoutContext {
  table: Table<'get'>;
  fail: Fail<'unregistered_logout_uri'>;
}

/**
 * Checks the parameters of a logout request. An id_token of another application counts as none.
 *
 * Throws `unregistered_logout_uri` if the application may not send the user there.
 */
export async function readLogoutRequest(
  parameters: LogoutParameters,
  { table, fail }: LogoutContext,
): Promise<LogoutRequest> {
  const { id_token_hint, post_logout_redirect_uri: uri, state } = parameters;
  const hinted = await findHintedGrant(table, id_token_hint);
  const client_id = parameters.client_id || hinted?.client_id;
  const found =
    client_id === undefined ? undefined : await clients.find(table, client_id);
  const client = isEnabled(found) ? found : undefined;
  if (uri !== '' && !client?.post_logout_redirect_uris?.includes(uri))
    throw fail('unregistered_logout_uri');
  return {
    client,
    hintedUserId: findHintedUser(hinted, client_id),
    target: uri === '' ? undefined : addState(uri, state),
  };
}

function findHintedUser(
  hinted: Grant | undefined,
  client_id: string | undefined,
): string | undefined {
  return hinted?.client_id === client_id ? hinted?.user_id : undefined;
}

function addState(uri: string, state: string): string {
  return state === '' ? uri : addQueryParameters(uri, { state });
}

interface EndingSession {
  table: Table<'delete'>;
  requestId: string;
  session: Pick<sessions.Session, 'user_id'>;
  sessionToken: string;
}

/** Ends the session of the browser. */
export async function endSession(ending: EndingSession): Promise<void> {
  const { table, requestId, session, sessionToken } = ending;
  await sessions.end(table, sessionToken);
  audit('signed_out', { request_id: requestId, user_id: session.user_id });
}

/** Redirects a browser that is signed out to the application, or to the sign-in page. */
export function leave({ target }: LogoutRequest, pages: PageUrls) {
  const expiredCookie = serializeSessionCookie('', 0);
  if (target !== undefined) return redirect(target, [expiredCookie]);
  const notice = serializeNotice<SignInNotice>('sign-in', 'signed_out');
  return redirect(pages.signIn({ continue: 'account' }), [expiredCookie, notice]);
}
