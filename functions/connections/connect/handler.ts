import { identifyBrowser } from '#functions/auth/browser/browser.ts';
import { getFormToken, requireFormToken } from '#functions/auth/browser/form.ts';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import * as clients from '#functions/auth/client/client.store.ts';
import { isEnabled } from '#functions/auth/client/client.ts';
import { isRegisteredRedirectUri } from '#functions/auth/client/redirect-uri.ts';
import { findOverrides } from '#functions/auth/data-policy/data-policy.store.ts';
import { getPolicy } from '#functions/auth/data-policy/data-policy.ts';
import { hasHealthConsent } from '#functions/auth/identity/processing.ts';
import { readLanguage } from '#functions/auth/language/language.ts';
import * as remoteConnections from '#functions/connections/connection/remote-connection.store.ts';
import * as providerClients from '#functions/connections/provider-credentials/client.store.ts';
import { isSetUp } from '#functions/connections/provider-credentials/settings.store.ts';
import {
  buildAuthorizationUrl,
  getProviderGateway,
} from '#functions/connections/provider-definition/oauth.ts';
import {
  findFirstImport,
  findProviderAccess,
} from '#functions/connections/providers/find-access.ts';
import { pageDependencies } from '#shared/http/dependencies.ts';
import { type HandlerRequest, requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { serveEach } from '#shared/http/serve-each.ts';
import { getPageHeaders } from '#shared/pages/layout.ts';
import { redirect } from '#shared/pages/redirect.ts';
import {
  findCurrentType,
  isImportable,
} from '#shared/reference-data/connection-types.ts';
import { isKeyType } from '#shared/reference-data/remote-connection-types.ts';
import { compact } from '#shared/runtime/compact.ts';
import { type ConnectContext, loadConnectContext } from './connect-context.ts';
import * as connectRequests from './connect-request.store.ts';
import {
  type ConnectClient,
  getCallbackUrl,
  getContinueUrl,
  getKeyUrl,
  keyProblems,
  toCodeChallenge,
  toState,
} from './connect-request.ts';
import { type KeyForm, renderContinuePage } from './continue.page.ts';
import endpoints from './endpoints.ts';
import { type NotConnectableReason, renderNotConnectable } from './not-connectable.ts';
import { buildOutcomeResponse } from './outcome.ts';

type CreateRequest = HandlerRequest<typeof endpoints.create>;

const createConnectRequest = serve(
  endpoints.create,
  pageDependencies,
  async (request) => {
    const { query, header, table, baseUrls, settings, version, now, fail } = request;
    const importableType = isImportable(query.type) && findCurrentType(query.type);
    const requested = { kind: 'remote connection type', id: query.type };
    const { type, name } = requireFound(importableType, requested, fail);

    const client = await findReturnTarget(request);
    const obstacle = await findObstacle(request, type);
    if (obstacle) {
      const { service } = settings;
      const language = readLanguage(header);
      const body = renderNotConnectable(name, obstacle, { language, service });
      return { status: 200, body };
    }

    const { browser, cookies } = identifyBrowser(header);
    const id = await connectRequests.create(table, { type, client }, browser.secret, now);
    return redirect(getContinueUrl(baseUrls, version, id), cookies);
  },
);

/** Returns why the provider cannot be connected on this installation, or undefined. */
async function findObstacle(
  { table }: CreateRequest,
  type: string,
): Promise<NotConnectableReason | undefined> {
  if (!(await isSetUp(table, type))) {
    return isKeyType(type) ? 'turned_off' : 'unregistered';
  }
  return getProviderGateway(type) === 'off' ? 'calls_off' : undefined;
}

/**
 * Returns the application that the browser returns to, if the query names one. Throws
 * `unknown_client` or `unregistered_redirect_uri`, so the page is not an open redirector.
 */
async function findReturnTarget({
  query: { client_id, redirect_uri, state },
  table,
  fail,
}: CreateRequest): Promise<ConnectClient | undefined> {
  if (client_id === undefined && redirect_uri === undefined) return undefined;

  const client = await clients.find(table, client_id ?? '');
  if (!isEnabled(client)) throw fail('unknown_client');
  if (redirect_uri === undefined || !isRegisteredRedirectUri(redirect_uri, client)) {
    throw fail('unregistered_redirect_uri');
  }
  const application_name = client.name;
  return compact({ client_id: client.client_id, application_name, redirect_uri, state });
}

type ShowRequest = HandlerRequest<typeof endpoints.show>;

const showConnectRequest = serve(endpoints.show, pageDependencies, async (request) => {
  const context = await loadConnectContext(request);
  if (!context.ok) return context.error;

  const { connectRequest, browser, user } = context.value;
  const { id, type } = connectRequest;
  const [connections, overrides] = await Promise.all([
    remoteConnections.list(request.table, user.profile.id),
    findOverrides(request.table),
  ]);
  const pages = getPageUrls(request.baseUrls, request.version);
  const access = findProviderAccess(type);
  const body = renderContinuePage(context.value, {
    form_token: getFormToken(browser, { purpose: 'connect', reference: id }),
    url: getContinueUrl(request.baseUrls, request.version, id),
    keyForm: findKeyForm(request, type),
    switchAccountUrl: pages.signIn({ connect: id }),
    isConnected: connections.some((connection) => connection.type === type),
    firstImport: findFirstImport(type),
    consentUrl:
      access?.measurementScopes && !hasHealthConsent(user.profile)
        ? pages.account('privacy')
        : undefined,
    policy: getPolicy(overrides, type),
  });
  return { status: 200, headers: getPageHeaders('any'), body };
});

/** Returns the form for the key of an account, or undefined if the type has OAuth. */
function findKeyForm(
  { baseUrls, version, query }: ShowRequest,
  type: string,
): KeyForm | undefined {
  const key = findProviderAccess(type)?.key;
  const url = getKeyUrl(baseUrls, version, query.request);
  const problem = keyProblems.find((name) => name === query.problem);
  return key && { ...key, action: url, problem };
}

type DecideRequest = HandlerRequest<typeof endpoints.decide>;

const decideConnectRequest = serve(
  endpoints.decide,
  pageDependencies,
  async (request) => {
    const context = await loadConnectContext(request);
    if (!context.ok) return context.error;

    const { id } = context.value.connectRequest;
    requireFormToken(request, { purpose: 'connect', reference: id });
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
  const oauth = findProviderAccess(type)?.oauth;
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

/** Serves the way to a provider: its start, and the page that asks to continue with its form. */
export const handler = serveEach(endpoints, {
  create: createConnectRequest,
  show: showConnectRequest,
  decide: decideConnectRequest,
});
