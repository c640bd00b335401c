import type { Client } from '#functions/auth/client/client.ts';
import { getCommonQuotas } from '#functions/auth/quota/quota.store.ts';
import { resolveQuotas } from '#functions/auth/quota/quota.ts';
import { findTarget } from '#functions/auth/resource/resource.ts';
import { noStore } from '#shared/contract/response-headers.ts';
import type { ServiceError } from '#shared/errors/errors.ts';
import { protocolDependencies } from '#shared/http/dependencies.ts';
import type { Fail, HandlerRequest } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { audit } from '#shared/runtime/audit.ts';
import { authenticateClient } from './authenticate-client.ts';
import endpoint from './endpoint.ts';
import { readClientCredentials } from './read-client-credentials.ts';
import { present, type TokenRequest } from './token.ts';
import {
  authorizationCode,
  clientCredentials,
  refreshToken,
  type TokenGrant,
} from './token-grants.ts';

type CountedTokenRequest = Pick<
  HandlerRequest<typeof endpoint>,
  'table' | 'now' | 'chargeClient'
>;

type TokenFail = Fail<'validation_failed' | 'unsupported_grant_type'>;

const tokenGrants: readonly TokenGrant[] = [
  authorizationCode,
  clientCredentials,
  refreshToken,
];

export const handler = serve(endpoint, protocolDependencies, async (request) => {
  const { body, header, table, links, baseUrls, now, requestId, fail } = request;
  const credentials = readClientCredentials(header('authorization'), body, fail);
  const tokenGrant = selectTokenGrant(body, fail);
  const client = await authenticateClient(request, credentials, tokenGrant.type);
  await requireQuota(request, client);
  if (!client.grant_types.includes(tokenGrant.type))
    throw fail('unauthorized_client', { grant: tokenGrant.type });

  const target = findTarget(body.resource, baseUrls);
  if (!target.ok) throw fail('invalid_target', { reason: target.error });
  const issuer = baseUrls.main;
  const exchange = { request: body, client, target: target.value, table, issuer, now };
  const result = await tokenGrant.exchange(exchange);
  if (result.ok) {
    const tokens = present(result.value, links);
    return { status: 200, headers: noStore, body: tokens };
  }

  const { client_id } = client;
  const { error = 'invalid_grant', reason, revocationEvent, user_id } = result.error;
  if (revocationEvent)
    audit(revocationEvent, { request_id: requestId, client_id, user_id });
  throw fail(error, { reason });
});

/**
 * Counts the request against the limits of its client. Throws `quota_exceeded` if the client has no
 * more requests. A public client is not authenticated: everybody could use up its limits.
 */
async function requireQuota(
  { table, now, chargeClient }: CountedTokenRequest,
  { client_id, public: isPublic, own, limits: ofClient }: Client,
): Promise<void> {
  if (isPublic) return;
  const common = await getCommonQuotas(table, now);
  const limits = resolveQuotas({ ...common, ofClient, isOwn: own === true });
  chargeClient(client_id, limits);
}

/**
 * Returns the grant of the requested type. Throws `unsupported_grant_type`, or `validation_failed`
 * with every missing parameter.
 */
function selectTokenGrant(body: TokenRequest, fail: TokenFail): TokenGrant {
  const { grant_type } = body;
  if (grant_type === undefined) throw buildMissingError(['grant_type'], fail);

  const selected = tokenGrants.find(({ type }) => type === grant_type);
  if (!selected) {
    const supported = tokenGrants.map(({ type }) => type);
    throw fail('unsupported_grant_type', { supported });
  }

  const missing = selected.required.filter((name) => body[name] === undefined);
  if (missing.length > 0) throw buildMissingError(missing, fail);
  return selected;
}

/** Returns the error to throw if parameters are missing. */
function buildMissingError(names: readonly string[], fail: TokenFail): ServiceError {
  const problems = names.map((name) => [name, ['is required']]);
  return fail('validation_failed', { failures: Object.fromEntries(problems) });
}
