import { readBrowser } from '#functions/auth/browser/browser.ts';
import { readLanguage } from '#functions/auth/language/language.ts';
import { findSignedInUser } from '#functions/auth/signed-in/signed-in-user.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { pageDependencies } from '#shared/http/dependencies.ts';
import { type HandlerRequest, requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { findCurrentType } from '#shared/reference-data/connection-types.ts';
import { audit } from '#shared/runtime/audit.ts';
import { compact } from '#shared/runtime/compact.ts';
import * as connectRequests from '../connect-request.store.ts';
import { getRequestId, hasState, isExpiredOrUsed } from '../connect-request.ts';
import {
  buildOutcomeResponse,
  type ConnectOutcome,
  type OutcomeContext,
  renderOutcomePage,
} from '../outcome.ts';
import { type Callback, connectProvider } from './connect-provider.ts';
import endpoint from './endpoint.ts';

type CallbackRequest = HandlerRequest<typeof endpoint>;

export const handler = serve(endpoint, pageDependencies, async (request) => {
  const { params, header, settings, fail } = request;
  const requested = { kind: 'remote connection type', id: params.type };
  const { type, name } = requireFound(findCurrentType(params.type), requested, fail);

  const callback = await loadCallback(request);
  const context: OutcomeContext = {
    connectRequest: { type },
    provider: name,
    language: callback?.user.language ?? readLanguage(header),
    service: settings.service,
  };
  if (!callback) {
    const body = renderOutcomePage(request, context, { kind: 'expired' });
    return { status: 400, body };
  }

  const outcome = await completeRequest(request, callback);
  const { connectRequest } = callback;
  return buildOutcomeResponse(request, { ...context, connectRequest }, outcome);
});

async function completeRequest(
  { table, now, baseUrls, requestId }: CallbackRequest,
  callback: Callback,
): Promise<ConnectOutcome> {
  const dataKeys = openDataKeys();
  const outcome = await connectProvider(callback, { table, dataKeys, now, baseUrls });
  const { user, connectRequest } = callback;
  const isConnected = outcome.kind === 'connected';
  audit(
    isConnected ? 'connection_created' : 'connection_failed',
    compact({
      request_id: requestId,
      user_id: user.profile.id,
      provider: connectRequest.type,
      client_id: connectRequest.client?.client_id,
      remote_connection_id: isConnected ? outcome.remote_connection : undefined,
      code: isConnected ? undefined : outcome.kind,
    }),
  );
  return outcome;
}

/**
 * Loads the connect request that a callback completes, and marks it as used. Returns undefined if
 * the state does not belong to this browser, session and provider, or if the request has expired or
 * was used before.
 */
async function loadCallback(request: CallbackRequest): Promise<Callback | undefined> {
  const { params, query, header, table, now } = request;
  const browser = readBrowser(header);
  const { state = '', code, scope, error } = query;
  const [connectRequest, user] = await Promise.all([
    connectRequests.find(table, getRequestId(state), browser.secret),
    findSignedInUser(request, browser.sessionToken),
  ]);
  if (!connectRequest || !user) return undefined;
  if (!hasState(connectRequest, browser, state)) return undefined;
  if (connectRequest.type !== params.type || isExpiredOrUsed(connectRequest, now)) {
    return undefined;
  }

  const isFirst = await connectRequests.markUsed(table, connectRequest.id, now);
  if (!isFirst) return undefined;
  return compact({ connectRequest, user, browser, code, scope, error });
}
