import * as revocations from '#functions/auth/grant/revocation.store.ts';
import { parseToken } from '#shared/auth/tokens.ts';
import { noStore } from '#shared/contract/response-headers.ts';
import { serve } from '#shared/http/serve.ts';
import { audit } from '#shared/runtime/audit.ts';
import { openTable } from '#shared/table/table.ts';
import { authenticateAndParseToken } from '../authenticate-client.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, { table: openTable }, async (request) => {
  const { table, now, requestId, body, fail } = request;
  const { client, parsedToken } = await authenticateAndParseToken(request);
  if (parseToken('personal', body.token ?? '')) throw fail('unsupported_token_type');
  const { client_id } = client;
  if (parsedToken) {
    const { token } = parsedToken;
    const revoked = await revocations.revokeByToken(table, token, client_id, now);
    if (revoked) {
      const { user_id } = revoked;
      audit('token_revoked', { request_id: requestId, client_id, user_id });
    }
  }
  return { status: 200, headers: noStore, body: {} };
});
