import { isPersonalClient } from '#shared/auth/principal.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { audit } from '#shared/runtime/audit.ts';
import { openTableFor } from '#shared/table/table.ts';
import * as revocations from '../revocation.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { ...apiDependencies, table: openTableFor(endpoint) },
  async (request) => {
    const { query, caller, table, now, requestId, fail } = request;
    const { user_id, client_id } = caller;
    const isOwnUser = query.user_id === 'self' || query.user_id === user_id;
    requireFound(isOwnUser, { kind: 'user', id: query.user_id }, fail);

    // A client cannot revoke another client; users can, on their account page (RFC 7009).
    // A personal access token has no application, and must not end the user's other tokens.
    const isOwnClient = query.client_id === client_id && !isPersonalClient(client_id);
    requireFound(isOwnClient, { kind: 'application', id: query.client_id }, fail);

    const count = await revocations.revokeAllOfUserAndClient(
      table,
      user_id,
      client_id,
      now,
    );
    if (count > 0)
      audit('consent_withdrawn', { request_id: requestId, client_id, user_id });
    return { status: 204 };
  },
);
