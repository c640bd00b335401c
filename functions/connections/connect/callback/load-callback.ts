import { type Browser, readBrowser } from '#functions/auth/browser/browser.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import * as connectRequests from '../connect-request.store.ts';
import {
  type ConnectRequest,
  getRequestId,
  hasState,
  isExpiredOrUsed,
} from '../connect-request.ts';
import type endpoint from './endpoint.ts';

/** The response of a provider, and the connect request that it may complete. */
export interface Callback {
  connectRequest: ConnectRequest;
  session: sessions.Session;
  browser: Browser;
  /** Absent if the provider reports an error. */
  code?: string;
  scope?: string;
  error?: string;
}

/**
 * Loads the connect request that a callback completes, and marks it as used. Returns undefined if
 * the state does not belong to this browser, session and provider, or if the request has expired or
 * was used before.
 */
export async function loadCallback({
  params,
  query,
  header,
  table,
  now,
}: HandlerRequest<typeof endpoint>): Promise<Callback | undefined> {
  const browser = readBrowser(header);
  const state = toText(query.state) ?? '';
  const [connectRequest, session] = await Promise.all([
    connectRequests.find(table, getRequestId(state), browser.secret),
    sessions.find(table, browser.sessionToken, now),
  ]);
  if (!connectRequest || !session) return undefined;
  if (!hasState(connectRequest, browser, state)) return undefined;
  if (connectRequest.type !== params.type || isExpiredOrUsed(connectRequest, now)) {
    return undefined;
  }

  const isFirst = await connectRequests.markUsed(table, connectRequest.id, now);
  if (!isFirst) return undefined;
  return { connectRequest, session, browser, ...readResponse(query) };
}

type CallbackQuery = HandlerRequest<typeof endpoint>['query'];

function readResponse(query: CallbackQuery): Pick<Callback, 'code' | 'scope' | 'error'> {
  const values = { code: query.code, scope: query.scope, error: query.error };
  const texts = Object.entries(values).filter(([, value]) => toText(value) !== undefined);
  return Object.fromEntries(texts);
}

/** Returns a parameter, or undefined if it is empty or was not sent exactly once. */
function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
