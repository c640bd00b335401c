import { identifyBrowser } from '#functions/auth/browser/browser.ts';
import * as clients from '#functions/auth/client/client.store.ts';
import { isEnabled } from '#functions/auth/client/client.ts';
import { isRegisteredRedirectUri } from '#functions/auth/client/redirect-uri.ts';
import { readLanguage } from '#functions/auth/language/language.ts';
import * as providerClients from '#functions/connections/provider-credentials/client.store.ts';
import { getProviderGateway } from '#functions/connections/provider-definition/oauth.ts';
import { pageDependencies } from '#shared/http/dependencies.ts';
import { type HandlerRequest, requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { redirect } from '#shared/pages/redirect.ts';
import {
  findCurrentType,
  isImportable,
} from '#shared/reference-data/connection-types.ts';
import { compact } from '#shared/runtime/compact.ts';
import * as connectRequests from './connect-request.store.ts';
import { type ConnectClient, getContinueUrl } from './connect-request.ts';
import endpoints from './endpoints.ts';
import { type NotConnectableReason, renderNotConnectable } from './not-connectable.ts';

type CreateRequest = HandlerRequest<typeof endpoints.create>;

export const createConnectRequest = serve(
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
  const client = await providerClients.find(table, type);
  if (!client) return 'unregistered';
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
