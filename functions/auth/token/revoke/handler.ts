import * as revocations from '#functions/auth/grant/revocation.store.ts';
import { noStore } from '#shared/contract/response-headers.ts';
import { serve } from '#shared/http/serve.ts';
import { audit } from '#shared/runtime/audit.ts';
import { openTable } from '#shared/table/table.ts';
import { authenticateAndParseToken } from '../authenticate-client.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, { table: openTable }, async (request) => {
  const { table, now, requestId } = request;
  const { client, parsedToken } = await authenticateAndParseToken(request);
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
