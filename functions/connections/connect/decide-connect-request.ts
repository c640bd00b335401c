import { hasValidFormToken } from '#functions/auth/browser/form.ts';
import * as providerClients from '#functions/connections/provider-credentials/client.store.ts';
import {
  buildAuthorizationUrl,
  getProviderGateway,
} from '#functions/connections/provider-definition/oauth.ts';
import { findOAuth } from '#functions/connections/providers/find-access.ts';
import { pageDependencies } from '#shared/http/dependencies.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { type ConnectContext, loadConnectContext } from './connect-context.ts';
import * as connectRequests from './connect-request.store.ts';
import { getCallbackUrl, toCodeChallenge, toState } from './connect-request.ts';
import endpoints from './endpoints.ts';
import { renderNotConnectable } from './not-connectable.ts';
import { buildOutcomeResponse } from './outcome.ts';

type DecideRequest = HandlerRequest<typeof endpoints.decide>;

export const decideConnectRequest = serve(
  endpoints.decide,
  pageDependencies,
  async (request) => {
    const context = await loadConnectContext(request);
    if (!context.ok) return context.error;

    const { id } = context.value.connectRequest;
    if (!hasValidFormToken(request, { purpose: 'connect', reference: id })) {
      throw request.fail('invalid_form_token');
    }
    const { decision } = request.body;
    return decision === 'cancel'
      ? cancel(request, context.value)
      : continueToProvider(request, context.value);
  },
);

async function cancel(
  { table, now, ...request }: DecideRequest,
  context: ConnectContext,
) {
  await connectRequests.markUsed(table, context.connectRequest.id, now);
  return buildOutcomeResponse(request, context, { kind: 'cancelled' });
}

/**
 * Returns a redirect to the provider, with a state that only this browser and session can derive.
 */
async function continueToProvider(
  { table, baseUrls }: DecideRequest,
  context: ConnectContext,
) {
  const { connectRequest, provider, browser } = context;
  const { id, type } = connectRequest;
  const oauth = findOAuth(type);
  const client = await providerClients.find(table, type);
  if (!oauth || !client) {
    return {
      status: 200 as const,
      body: renderNotConnectable(provider, 'unregistered', context),
    };
  }

  const details = {
    client_id: client.client_id,
    redirect_uri: getCallbackUrl(baseUrls, type),
    state: toState(id, browser),
    code_challenge: oauth.pkce && toCodeChallenge(id, browser),
    extraScopes: client.extra_scopes,
  };
  return redirect(buildAuthorizationUrl(oauth, details, getProviderGateway(type)));
}
