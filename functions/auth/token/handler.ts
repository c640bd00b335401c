import type { Fail } from '#shared/http/handler.ts';
import { noStore } from '#shared/http/no-store.ts';
import { serve } from '#shared/http/serve.ts';
import { audit } from '#shared/runtime/audit.ts';
import { openTable } from '#shared/table/table.ts';
import { authenticateClient } from './authenticate.ts';
import { readClientCredentials } from './client-authentication.ts';
import endpoint from './endpoint.ts';
import { authorizationCode } from './grants/authorization-code.ts';
import { clientCredentials } from './grants/client-credentials.ts';
import { refreshToken } from './grants/refresh-token.ts';
import type { TokenGrant } from './grants/token-grant.ts';
import type { TokenRequest } from './grants/token-request.ts';
import { present } from './token.ts';

const grants: readonly TokenGrant[] = [authorizationCode, clientCredentials, refreshToken];

export const handler = serve(endpoint, { table: openTable }, async (call) => {
  const { body: request, header, table, links, now, requestId, fail } = call;
  const credentials = readClientCredentials(header('authorization'), request, fail);
  const grant = selectGrant(request, fail);
  const client = await authenticateClient(call, credentials, grant.type);
  if (!client.grant_types.includes(grant.type))
    throw fail('unauthorized_client', { grant: grant.type });
  const result = await grant.exchange({ request, client, table, now });
  if ('reason' in result) {
    const { client_id } = client;
    if (result.revokes)
      audit(result.revokes, { request_id: requestId, client_id, user_id: result.user_id });
    throw fail('invalid_grant', result);
  }
  return { status: 200, headers: noStore, body: present(result, links) };
});

/** The grant that is asked for. Throws `validation_failed` with every parameter that is missing, and `unsupported_grant_type`. */
function selectGrant(
  request: TokenRequest,
  fail: Fail<'validation_failed' | 'unsupported_grant_type'>,
): TokenGrant {
  const { grant_type } = request;
  const grant = grants.find(({ type }) => type === grant_type);
  if (grant_type !== undefined && !grant)
    throw fail('unsupported_grant_type', { supported: grants.map(({ type }) => type) });
  const missing = (grant?.required ?? ['grant_type']).filter((name) => request[name] === undefined);
  if (!grant || missing.length > 0)
    throw fail('validation_failed', {
      failures: Object.fromEntries(missing.map((name) => [name, ['is required']])),
    });
  return grant;
}
