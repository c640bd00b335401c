import { identifyBrowser } from '#functions/auth/browser/browser.ts';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import * as clients from '#functions/auth/client/client.store.ts';
import {
  addReferenceRedirectUris,
  type Client,
  getRequestedScope,
  isEnabled,
} from '#functions/auth/client/client.ts';
import { isClientIdUrl } from '#functions/auth/client/client-id-url.ts';
import {
  findRedirectUriProblem,
  isRegisteredRedirectUri,
} from '#functions/auth/client/redirect-uri.ts';
import {
  isUntrusted,
  isUnverified,
  selectClient,
} from '#functions/auth/client-metadata/metadata-client.ts';
import { findHintedGrant } from '#functions/auth/openid/id-token-hint.store.ts';
import {
  findTarget,
  getAudience,
  limitTarget,
} from '#functions/auth/resource/resource.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import type { Audience } from '#shared/contract/endpoint.ts';
import type { ServiceSettings } from '#shared/contract/resources.ts';
import type { ServiceError } from '#shared/errors/errors.ts';
import { pageDependencies } from '#shared/http/dependencies.ts';
import type { Fail } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { compact } from '#shared/runtime/compact.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import type { Table } from '#shared/table/table.ts';
import * as authorizationRequests from './authorization.store.ts';
import {
  type AuthorizationRequest,
  buildResponseUrl,
  parsePrompts,
  parseRepeatedHint,
} from './authorization.ts';
import { type AuthorizationError, findAuthorizationError } from './checks.ts';
import endpoint from './endpoint.ts';
import { type AuthorizationParameters, parseParameters } from './parameters.ts';

export const handler = serve(endpoint, pageDependencies, async (request) => {
  const { query, header, table, baseUrls, version, now } = request;
  const parameters = parseParameters(query);
  const registeredClient = await requireClient(parameters, request);
  const client = addReferenceRedirectUris(registeredClient, baseUrls.main);
  const redirect_uri = requireRedirectUri(parameters, client, request);

  const sent = findTarget(parameters.resource, baseUrls);
  const target = limitTarget(sent, client, baseUrls);
  const error = findAuthorizationError(parameters, client, target);
  const { browser, cookies } = identifyBrowser(header);
  const lookup = { client, secret: browser.secret, table };
  const hint = error ? failure(error) : await findHintedUser(parameters, lookup);
  if (!hint.ok) {
    if (isUntrusted(client)) throw refuse(hint.error, request);
    const { state } = parameters.values;
    const issuer = baseUrls.main;
    return redirect(buildResponseUrl({ redirect_uri, state }, hint.error, issuer));
  }

  const audience = getAudience(target);
  const resource = audience && baseUrls.mcp;
  const checked = { redirect_uri, audience, resource, hinted_user: hint.value };
  const newRequest = toNewRequest(parameters, client, checked);
  const id = await authorizationRequests.create(table, newRequest, browser.secret, now);
  const pages = getPageUrls(baseUrls, version);
  return redirect(pages.consent(id), cookies);
});

interface ClientLookup {
  table: Table<'get'>;
  settings: Pick<ServiceSettings, 'metadataClients'>;
  now: Date;
  fail: Fail<'unknown_client'>;
}

/**
 * Returns the client. Throws `unknown_client` if it does not exist or is disabled. The error is a
 * page and does not redirect (RFC 6749 section 4.1.2.1).
 */
async function requireClient(
  { values: { client_id = '' } }: AuthorizationParameters,
  { table, settings, now, fail }: ClientLookup,
): Promise<Client> {
  const stored = await clients.find(table, client_id);
  const client = isClientIdUrl(client_id)
    ? selectClient(client_id, stored, settings.metadataClients, now)
    : stored;
  if (!isEnabled(client)) throw fail('unknown_client');
  return client;
}

/** Returns the error of an untrusted client. It is a page: a redirect could lead anywhere. */
function refuse(
  { error, error_description }: AuthorizationError,
  { fail }: { fail: Fail<'authorization_refused'> },
): ServiceError {
  return fail('authorization_refused', { reason: `${error}: ${error_description}` });
}

/**
 * Returns the redirect URI. Throws `unregistered_redirect_uri` if it is missing or not registered.
 * The error is a page and does not redirect (RFC 6749 section 4.1.2.1). That of an unverified
 * client is compared with its document later.
 */
function requireRedirectUri(
  { values: { redirect_uri } }: AuthorizationParameters,
  client: Client,
  { fail }: { fail: Fail<'unregistered_redirect_uri'> },
): string {
  const isAllowed = isUnverified(client)
    ? (uri: string) => findRedirectUriProblem(uri, client.native) === undefined
    : (uri: string) => isRegisteredRedirectUri(uri, client);
  if (redirect_uri === undefined || !isAllowed(redirect_uri))
    throw fail('unregistered_redirect_uri');
  return redirect_uri;
}

const unknownHint = {
  error: 'invalid_request',
  error_description: 'id_token_hint must be an id_token that this client has got',
} as const;

interface HintLookup {
  client: Client;
  /** The secret of the browser, which alone can repeat its requests. */
  secret: string;
  table: Table<'get'>;
}

/**
 * Returns the digest of the id of the user whom the client asks for, or undefined if it sends no
 * id_token. Fails if neither the id_token nor the request that a link repeats is one of the client.
 * A hint that anybody can write would tell any client whether a certain user is signed in.
 */
async function findHintedUser(
  { values: { id_token_hint } }: AuthorizationParameters,
  { client: { client_id }, secret, table }: HintLookup,
): Promise<Result<string | undefined, typeof unknownHint>> {
  if (id_token_hint === undefined) return success(undefined);
  const id = parseRepeatedHint(id_token_hint);
  if (id !== undefined) {
    const repeated = await authorizationRequests.find(table, id, secret);
    const isOwn = repeated?.client_id === client_id;
    return isOwn ? success(repeated.hinted_user) : failure(unknownHint);
  }
  const grant = await findHintedGrant(table, id_token_hint);
  if (grant?.client_id !== client_id) return failure(unknownHint);
  return success(toDigest(grant.user_id));
}

/** The facts that the checks of a request have found out. */
type CheckedRequest = Pick<AuthorizationRequest, 'redirect_uri'> & {
  audience: Audience | undefined;
  resource: string | undefined;
  hinted_user: string | undefined;
};

/** Returns what is stored of a valid request: what the client asks for, and what it is now. */
function toNewRequest(
  { values }: AuthorizationParameters,
  client: Client,
  { redirect_uri, audience, ...checked }: CheckedRequest,
) {
  const { scope, state, code_challenge, nonce, prompt, max_age } = values;
  const { client_id, name, native, client_uri, policy_uri, own } = client;
  return {
    client_id,
    application_name: name,
    redirect_uri,
    native,
    scope: getRequestedScope(scope, client, audience),
    ...compact({
      ...checked,
      audience,
      client_uri,
      policy_uri,
      own,
      unverified: isUnverified(client) || undefined,
      untrusted: isUntrusted(client) || undefined,
      state,
      code_challenge,
      nonce,
      prompt: parsePrompts(prompt).join(' ') || undefined,
      max_age: max_age === undefined ? undefined : Number(max_age),
    }),
  };
}
