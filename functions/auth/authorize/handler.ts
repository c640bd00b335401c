import type { Fail } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/page-renderer.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { openTable, type Table } from '#shared/table/table.ts';
import * as authorizationRequests from '../authorization-request/authorization-request.store.ts';
import { addressOfAnswer } from '../authorization-request/authorization-request.ts';
import { knownBrowser } from '../browser.ts';
import * as applications from '../client/client.store.ts';
import { type Application, isEnabled } from '../client/client.ts';
import { isRegistered } from '../client/redirect-uri.ts';
import { pagesAt } from '../pages.ts';
import { firstProblem } from './checks/checks.ts';
import endpoint from './endpoint.ts';
import { type AuthorizationParameters, readParameters } from './parameters.ts';

export const handler = serve(endpoint, { pages: pageRenderer, table: openTable }, async (call) => {
  const { query, header, table, addresses, version, now } = call;
  const parameters = readParameters(query);
  const { application, redirect_uri } = await recipientOf(parameters, call);
  const { state, code_challenge } = parameters.once;
  const problem = firstProblem(parameters, application);
  if (problem)
    return redirect(addressOfAnswer({ redirect_uri, state }, { ...problem }, addresses.main));
  const { secret, cookies } = knownBrowser(header);
  const opening = {
    client_id: application.client_id,
    application_name: application.name,
    redirect_uri,
    native: application.native,
    ...(state !== undefined && { state }),
    ...(code_challenge !== undefined && { code_challenge }),
  };
  const id = await authorizationRequests.open(table, opening, secret, now);
  return redirect(pagesAt(addresses, version).consent(id), cookies);
});

/**
 * To whom the answer goes. Throws where that is not certain: then nothing at all may be sent there
 * (RFC 6749 section 4.1.2.1, decision A6).
 */
async function recipientOf(
  { once: { client_id, redirect_uri } }: AuthorizationParameters,
  {
    table,
    fail,
  }: { table: Table<'get'>; fail: Fail<'unknown_client' | 'unregistered_redirect_uri'> },
): Promise<{ application: Application; redirect_uri: string }> {
  const application =
    client_id === undefined ? undefined : await applications.find(table, client_id);
  if (!isEnabled(application)) throw fail('unknown_client');
  if (redirect_uri === undefined || !isRegistered(redirect_uri, application))
    throw fail('unregistered_redirect_uri');
  return { application, redirect_uri };
}
