import { withRetryAfter } from '#shared/errors/errors.ts';
import { requireFound } from '#shared/http/handler.ts';
import { limiter } from '#shared/http/limit-requests.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import { minRequestInterval } from '../remote-connection.ts';
import { requestSyncByUser } from '../sync-request.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { limiter, table: openTable },
  async ({ caller: { user_id }, params: { id }, table, now, fail }) => {
    const result = await requestSyncByUser(table, user_id, id, now);
    requireFound(result !== 'not_found', { kind: 'remote connection', id }, fail);
    if (result === 'too_soon') {
      const seconds = minRequestInterval;
      throw withRetryAfter(fail('too_many_requests', { seconds }), seconds);
    }
    return { status: 202 };
  },
);
