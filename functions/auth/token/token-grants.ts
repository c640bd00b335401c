import {
  type Client,
  findScopeProblem,
  type GrantType,
  getRequestedScope,
} from '#functions/auth/client/client.ts';
import { removeResponseParameters } from '#functions/auth/client/redirect-uri.ts';
import type { GrantResult } from '#functions/auth/grant/grant.store.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import {
  type GrantedAccess,
  lifetimes,
  type TokenTarget,
} from '#functions/auth/grant/grant.ts';
import type { Redemption } from '#functions/auth/grant/redemption.ts';
import { createIdToken } from '#functions/auth/openid/id-token.ts';
import { toServicePrincipal } from '#shared/auth/principal.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import { parseToken } from '#shared/auth/tokens.ts';
import { normalizeScope, signsIn, toDataScope } from '#shared/contract/scopes.ts';
import { failure, success } from '#shared/runtime/result.ts';
import { openSigningKeys } from '#shared/signing/signing-keys.ts';
import type { Table } from '#shared/table/table.ts';
import type { TokenRequest } from './token.ts';

/** A token request of an authenticated client. */
interface TokenExchange {
  request: TokenRequest;
  client: Client;
  /** The audience that the request names, if it names one. */
  target: TokenTarget | undefined;
  table: Table<'get' | 'put' | 'update'>;
  issuer: string;
  now: Date;
}

/** A grant type of the token endpoint. */
export interface TokenGrant {
  type: GrantType;
  /** The parameters that the grant type requires. */
  required: readonly (keyof TokenRequest)[];
  /** Issues tokens for a request, or returns why the request is rejected. */
  exchange(exchange: TokenExchange): Promise<GrantResult>;
}

/**
 * Exchanges an authorization code for the first pair of tokens (RFC 6749 section 4.1.3), and for an
 * id_token if the client asked for `openid`.
 */
export const authorizationCode: TokenGrant = {
  type: 'authorization_code',
  required: ['code'],
  exchange: async ({ request, client, target, table, issuer, now }) => {
    const { redirect_uri, code_verifier } = request;
    const code = parseToken('code', request.code ?? '');
    if (!code) return failure({ reason: 'the code is invalid' });

    const redemption: Redemption = {
      client_id: client.client_id,
      redirect_uri: redirect_uri && removeResponseParameters(redirect_uri),
      // The S256 challenge of a verifier is its SHA-256 digest (RFC 7636 section 4.6).
      code_challenge: code_verifier && toDigest(code_verifier),
      target,
    };
    const result = await grants.redeem(table, code, redemption, now);
    if (!result.ok || !signsIn(result.value.grant.scope)) return result;

    const signIn = { ...result.value, codeSecret: code.secret, issuer };
    const key = await openSigningKeys().getCurrent(now);
    return success({ ...result.value, id_token: await createIdToken(signIn, key, now) });
  },
};

const noAgents = 'the MCP endpoint has only data of users; ask one of them for access';

/** Issues tokens of the client itself (RFC 6749 section 4.4). */
export const clientCredentials: TokenGrant = {
  type: 'client_credentials',
  required: [],
  exchange: async ({ request, client, target, table, now }) => {
    if (target?.audience === 'mcp')
      return failure({ error: 'invalid_target', reason: noAgents });
    const sent = toDataScope(request.scope ?? '');
    const scope = toDataScope(getRequestedScope(sent, client));
    const problem =
      scope === ''
        ? 'this client may only sign users in'
        : findScopeProblem(scope, client);
    if (problem !== undefined)
      return failure({ error: 'invalid_scope', reason: problem });

    const { client_id, name } = client;
    const grantedAccess: GrantedAccess = {
      user_id: toServicePrincipal(client_id),
      username: name,
      client_id,
      application_name: name,
      token_use: 'application',
      scope,
    };
    const tokens = await grants.issue(table, grantedAccess, now);
    return success(tokens);
  },
};

/** Exchanges a refresh token for the next pair of tokens (RFC 6749 section 6). */
export const refreshToken: TokenGrant = {
  type: 'refresh_token',
  required: ['refresh_token'],
  exchange: async ({ request, client, target, table, now }) => {
    const token = parseToken('refresh', request.refresh_token ?? '');
    if (!token) return failure({ reason: 'the refresh token is invalid' });

    const { client_id } = client;
    const graceSeconds = client.public
      ? lifetimes.publicRefreshGrace
      : lifetimes.refreshGrace;
    const scope = normalizeScope(request.scope ?? '');
    return grants.refresh(table, token, { client_id, scope, target, graceSeconds }, now);
  },
};
