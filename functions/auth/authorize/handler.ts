import type { Fail } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/page-renderer.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { openTable, type Table } from '#shared/table/table.ts';
import * as authorizationRequests from '../authorization-request/authorization-request.store.ts';
import { buildResponseUrl } from '../authorization-request/authorization-request.ts';
import { ensureBrowserSecret } from '../browser/browser.ts';
import { getPageUrls } from '../browser/page-urls.ts';
import * as clients from '../client/client.store.ts';
import { type Client, isEnabled } from '../client/client.ts';
import { isRegisteredRedirectUri } from '../client/redirect-uri.ts';
import { findAuthorizationError } from './checks/checks.ts';
import { type AuthorizationParameters, parseParameters } from './checks/parameters.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, { pages: pageRenderer, table: openTable }, async (call) => {
  const { query, header, table, addresses, version, now } = call;
  const parameters = parseParameters(query);
  const { client, redirect_uri } = await requireRegisteredClient(parameters, call);
  const { state, code_challenge } = parameters.values;
  const problem = findAuthorizationError(parameters, client);
  if (problem)
    return redirect(buildResponseUrl({ redirect_uri, state }, { ...problem }, addresses.main));
  const { secret, cookies } = ensureBrowserSecret(header);
  const opening = {
    client_id: client.client_id,
    application_name: client.name,
    redirect_uri,
    native: client.native,
    ...(state !== undefined && { state }),
    ...(code_challenge !== undefined && { code_challenge }),
  };
  const id = await authorizationRequests.create(table, opening, secret, now);
  return redirect(getPageUrls(addresses, version).consent(id), cookies);
});

/**
 * To whom the answer goes. Throws where that is not certain: then nothing at all may be sent there
 * (RFC 6749 section 4.1.2.1, decision A6).
 */
async function requireRegisteredClient(
  { values: { client_id, redirect_uri } }: AuthorizationParameters,
  {
    table,
    fail,
  }: { table: Table<'get'>; fail: Fail<'unknown_client' | 'unregistered_redirect_uri'> },
): Promise<{ client: Client; redirect_uri: string }> {
  const client = client_id === undefined ? undefined : await clients.find(table, client_id);
  if (!isEnabled(client)) throw fail('unknown_client');
  if (redirect_uri === undefined || !isRegisteredRedirectUri(redirect_uri, client))
    throw fail('unregistered_redirect_uri');
  return { client, redirect_uri };
}
