import { readBrowser } from '#functions/auth/browser/browser.ts';
import { requireFormToken } from '#functions/auth/browser/form.ts';
import { readLanguage } from '#functions/auth/language/language.ts';
import { findSignedInUser } from '#functions/auth/signed-in/signed-in-user.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { pageDependencies } from '#shared/http/dependencies.ts';
import { type HandlerRequest, requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { serveEach } from '#shared/http/serve-each.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { findCurrentType } from '#shared/reference-data/connection-types.ts';
import { audit } from '#shared/runtime/audit.ts';
import { compact } from '#shared/runtime/compact.ts';
import { loadConnectContext } from '../connect-context.ts';
import * as connectRequests from '../connect-request.store.ts';
import {
  getContinueUrl,
  getRequestId,
  hasState,
  isExpiredOrUsed,
} from '../connect-request.ts';
import {
  buildOutcomeResponse,
  type ConnectOutcome,
  type OutcomeContext,
  renderOutcomePage,
} from '../outcome.ts';
import { connectKey } from './connect-key.ts';
import { type Callback, connectProvider } from './connect-provider.ts';
import endpoints from './endpoints.ts';

type CallbackRequest = HandlerRequest<typeof endpoints.provider>;

const completeOAuth = serve(endpoints.provider, pageDependencies, async (request) => {
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
  request: CallbackRequest,
  callback: Callback,
): Promise<ConnectOutcome> {
  const dataKeys = openDataKeys();
  const { table, now, baseUrls } = request;
  const outcome = await connectProvider(callback, { table, dataKeys, now, baseUrls });
  auditOutcome(request, callback, outcome);
  return outcome;
}

/** Logs that an account was connected, or why not. */
function auditOutcome(
  { requestId }: Pick<CallbackRequest, 'requestId'>,
  { user, connectRequest }: Pick<Callback, 'user' | 'connectRequest'>,
  outcome: ConnectOutcome,
): void {
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

const completeKey = serve(endpoints.key, pageDependencies, async (request) => {
  const loaded = await loadConnectContext(request);
  if (!loaded.ok) return loaded.error;

  const { table, now, baseUrls, version, body } = request;
  const context = loaded.value;
  const { connectRequest, user } = context;
  const { id } = connectRequest;
  requireFormToken(request, { purpose: 'connect', reference: id });
  if (body.decision === 'cancel') {
    await connectRequests.markUsed(table, id, now);
    return buildOutcomeResponse(request, context, { kind: 'cancelled' });
  }
  const entered = { connectRequest, user, key: body.key };
  const deps = { table, dataKeys: openDataKeys(), now, baseUrls };
  const outcome = await connectKey(entered, deps);
  if ('problem' in outcome) {
    const url = getContinueUrl(baseUrls, version, id);
    return redirect(`${url}&${new URLSearchParams(outcome)}`);
  }
  auditOutcome(request, context, outcome);
  return buildOutcomeResponse(request, context, outcome);
});

/** Serves the ends of both ways to connect an account. */
export const handler = serveEach(endpoints, {
  provider: completeOAuth,
  key: completeKey,
});
