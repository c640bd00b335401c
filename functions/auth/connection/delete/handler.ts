import { serve } from '#shared/http/serve.ts';
import { audit } from '#shared/runtime/audit.ts';
import { openTable } from '#shared/table/table.ts';
import * as revocations from '../../grant/revocation.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ query, caller, table, now, requestId, fail }) => {
    const { user_id, client_id } = query;
    if (user_id !== 'self' && user_id !== caller.user_id)
      throw fail('not_found', { kind: 'user', id: user_id });
    // No application is to be kept out by another; people end what they like on their own page (RFC 7009 section 2.1).
    if (client_id !== caller.client_id)
      throw fail('not_found', { kind: 'application', id: client_id });
    const ended = await revocations.revokeAllOfUserAndClient(table, caller.user_id, client_id, now);
    if (ended > 0)
      audit('consent_withdrawn', { request_id: requestId, client_id, user_id: caller.user_id });
    return { status: 204 };
  },
);
