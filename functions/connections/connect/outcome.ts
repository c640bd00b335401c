import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import { addQueryParameters } from '#functions/auth/client/redirect-uri.ts';
import { html } from '#shared/html/html.ts';
import type { Language } from '#shared/pages/language.ts';
import { renderPage } from '#shared/pages/layout.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { compact } from '#shared/runtime/compact.ts';
import { type ConnectTexts, connectTexts } from './connect.texts.ts';
import type { ConnectContext } from './connect-context.ts';
import {
  type ConnectClient,
  type ConnectRequest,
  getConnectUrl,
} from './connect-request.ts';

/** Why nothing was connected. */
type ConnectProblem = keyof ConnectTexts['outcomes'];

/** The end of a connect request. */
export type ConnectOutcome =
  | {
      kind: 'connected';
      remote_connection: string;
      imports: keyof ConnectTexts['connected']['messages'];
    }
  | { kind: ConnectProblem; code?: string };

/** A connect request and the words for its outcome. */
export interface OutcomeContext
  extends Pick<ConnectContext, 'provider' | 'language' | 'service'> {
  connectRequest: Pick<ConnectRequest, 'type' | 'client'>;
}

interface OutcomeRequest {
  baseUrls: { auth: string };
  version: string;
}

/** The error that the application receives for each problem. */
const errorsOfProblems: Readonly<
  Record<ConnectProblem, Extract<ConnectResponse, { error: string }>['error']>
> = {
  cancelled: 'access_denied',
  denied: 'access_denied',
  insufficient_scope: 'insufficient_scope',
  in_use: 'account_in_use',
  expired: 'server_error',
  too_many_connections: 'server_error',
  provider_error: 'server_error',
  unavailable: 'server_error',
  misconfigured: 'server_error',
};

/** The outcomes after which the browser continues to the application. */
const withoutPage: readonly ConnectOutcome['kind'][] = [
  'connected',
  'cancelled',
  'denied',
];

/**
 * Returns the response that ends a connect request. If an application started the request, a
 * success or a denial redirects to it. Every other outcome is a page that says what to do and has a
 * link back to the application.
 */
export function buildOutcomeResponse(
  request: OutcomeRequest,
  context: OutcomeContext,
  outcome: ConnectOutcome,
) {
  const { client } = context.connectRequest;
  if (client && withoutPage.includes(outcome.kind)) {
    return redirect(buildReturnUrl(client, toConnectResponse(outcome)));
  }
  return { status: 200 as const, body: renderOutcomePage(request, context, outcome) };
}

function toConnectResponse(outcome: ConnectOutcome): ConnectResponse {
  return outcome.kind === 'connected'
    ? { remote_connection: outcome.remote_connection }
    : { error: errorsOfProblems[outcome.kind] };
}

/** Renders the page that says how a connect request ended, and what to do. */
export function renderOutcomePage(
  request: OutcomeRequest,
  { connectRequest, provider, language, service }: OutcomeContext,
  outcome: ConnectOutcome,
): string {
  const labels = connectTexts[language];
  const { title: toTitle, message } = getOutcomeTexts(labels, outcome);
  const title = toTitle(provider);
  const hasCode = 'code' in outcome && outcome.code !== undefined;
  return renderPage({
    title,
    language,
    shell: { service },
    body: html`<h1>${title}</h1>
<p>${message(provider)}</p>
${hasCode && html`<p class="muted">${labels.errorCode(outcome.code ?? '')}</p>\n`}<ul class="links">
${listLinks(request, connectRequest, language, outcome).map(
  ({ url, label }) => html`<li><a href="${url}">${label}</a></li>\n`,
)}</ul>`,
  });
}

function getOutcomeTexts(labels: ConnectTexts, outcome: ConnectOutcome) {
  if (outcome.kind !== 'connected') return labels.outcomes[outcome.kind];
  const { title, messages } = labels.connected;
  return { title, message: messages[outcome.imports] };
}

interface PageLink {
  url: string;
  label: string;
}

function listLinks(
  { baseUrls, version }: OutcomeRequest,
  { type, client }: OutcomeContext['connectRequest'],
  language: Language,
  outcome: ConnectOutcome,
): PageLink[] {
  const labels = connectTexts[language];
  const sameParameters = compact({
    type,
    client_id: client?.client_id,
    redirect_uri: client?.redirect_uri,
    state: client?.state,
  });
  const links: PageLink[] = [];
  if (outcome.kind !== 'connected') {
    const url = getConnectUrl(baseUrls, version, sameParameters);
    links.push({ url, label: labels.tryAgain });
  }
  if (client) {
    const url = buildReturnUrl(client, toConnectResponse(outcome));
    links.push({ url, label: labels.backTo(client.application_name) });
  } else {
    const url = getPageUrls(baseUrls, version).account('connections');
    links.push({ url, label: labels.toConnections });
  }
  return links;
}

/** The response to an application: the id of the connection, or why there is none. */
type ConnectResponse =
  | { remote_connection: string }
  | { error: 'access_denied' | 'insufficient_scope' | 'account_in_use' | 'server_error' };

/** Returns the redirect URI of an application with a response and the unchanged state. */
function buildReturnUrl(
  { redirect_uri, state }: ConnectClient,
  response: ConnectResponse,
): string {
  return addQueryParameters(redirect_uri, { ...response, state });
}
