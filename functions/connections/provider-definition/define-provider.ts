import * as z from 'zod/mini';
import { compact } from '#shared/runtime/compact.ts';
import { success } from '#shared/runtime/result.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { type ClientContext, type ProviderResult, requestOAuth, toGet } from './call.ts';
import { buildTokenRequest, toRefreshForm } from './oauth.ts';
import type {
  CodeExchange,
  OAuthProvider,
  ProviderAuthorization,
  ProviderDefinition,
  ProviderTokens,
} from './provider.ts';

/** The longest lifetime of an access token in seconds that is not taken for a mistake. */
const maxLifetime = 10 * 366 * 86_400;

const Lifetime = z.coerce.number().check(z.positive(), z.maximum(maxLifetime));

/**
 * A token response (RFC 6749 section 5.1). Some have the id of the account as well. Only the access
 * token is required: a refresh token that works once is used up, whatever else the response lacks.
 */
const TokenResponse = z.looseObject({
  access_token: z.string().check(z.minLength(1)),
  refresh_token: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  expires_in: z.catch(z.optional(Lifetime), undefined),
  scope: z.catch(z.optional(z.string()), undefined),
});
type TokenResponse = z.output<typeof TokenResponse>;

/** Returns the provider of a definition, with the token requests that all providers have. */
export function defineProvider(definition: ProviderDefinition): OAuthProvider {
  const canRefresh = definition.oauth.refresh_token_kept !== undefined;
  return compact({
    ...definition,
    exchangeCode: (context: ClientContext, exchange: CodeExchange) =>
      exchangeCode(definition, context, exchange),
    refreshTokens: canRefresh
      ? (context: ClientContext, refresh_token: string) =>
          refreshTokens(definition, context, refresh_token)
      : undefined,
  });
}

/** Redeems a code (RFC 6749 section 4.1.3, RFC 7636 section 4.5) and reads the account's id. */
async function exchangeCode(
  definition: ProviderDefinition,
  context: ClientContext,
  { code, redirect_uri, code_verifier, scope }: CodeExchange,
): Promise<ProviderResult<ProviderAuthorization>> {
  const grant = { grant_type: 'authorization_code', code, redirect_uri, code_verifier };
  const redeemed = await requestTokens(definition, context, compact(grant));
  if (!redeemed.ok) return redeemed;

  const response = redeemed.value;
  const found = await findAccountId(definition, context, response);
  if (!found.ok) return found;

  const { access_token } = response;
  const remote_id = found.value;
  const registered = await definition.register?.(context, { access_token, remote_id });
  if (registered && !registered.ok) return registered;

  const isInCallback = definition.oauth.granted_scopes === 'callback';
  const granted = isInCallback ? scope : response.scope;
  const scopes = granted === undefined ? undefined : splitScopes(granted);
  const tokens = toTokens(definition, response, context.now);
  return success(compact({ tokens, remote_id, scopes }));
}

function splitScopes(scope: string): string[] {
  return scope.split(/[\s,]+/).filter(Boolean);
}

async function refreshTokens(
  definition: ProviderDefinition,
  context: ClientContext,
  refresh_token: string,
): Promise<ProviderResult<ProviderTokens>> {
  const { refresh_parameters, refresh_token_kept } = definition.oauth;
  const form = { ...toRefreshForm(refresh_token), ...refresh_parameters };
  const response = await requestTokens(definition, context, form);
  if (!response.ok) return response;

  const tokens = toTokens(definition, response.value, context.now);
  return success(refresh_token_kept === 'old' ? { refresh_token, ...tokens } : tokens);
}

function requestTokens(
  { oauth, requestTokens: request = requestOAuth }: ProviderDefinition,
  context: ClientContext,
  form: Readonly<Record<string, string>>,
): Promise<ProviderResult<TokenResponse>> {
  const parameters = { ...oauth.token_parameters, ...form };
  const tokenRequest = buildTokenRequest(oauth, context.client, parameters);
  return request(context, tokenRequest, TokenResponse);
}

async function findAccountId(
  { account }: ProviderDefinition,
  context: ClientContext,
  response: TokenResponse,
): Promise<ProviderResult<string>> {
  const { id } = account;
  if (account.url !== undefined) {
    return account.request(context, toGet(account.url, response.access_token), id);
  }
  const parsed = id.safeParse(response);
  if (parsed.success) return success(parsed.data);
  return { ok: false, error: { kind: 'malformed' } };
}

function toTokens(
  { oauth }: ProviderDefinition,
  { access_token, refresh_token, expires_in }: TokenResponse,
  now: Date,
): ProviderTokens {
  if (oauth.refresh_token_kept === undefined) return { access_token };
  const expires_at =
    expires_in === undefined ? undefined : toEpochSeconds(now) + Math.floor(expires_in);
  return compact({ access_token, refresh_token, expires_at });
}
