import { withRetryAfter } from '#shared/errors/errors.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { minRequestInterval } from '../remote-connection.ts';
import { requestSyncByUser } from '../sync-request.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, params, table, now, fail } = request;
  const { user_id } = caller;
  const { id } = params;
  const result = await requestSyncByUser(table, user_id, id, now);
  requireFound(result !== 'not_found', { kind: 'remote connection', id }, fail);
  if (result === 'too_soon') {
    const seconds = minRequestInterval;
    throw withRetryAfter(fail('too_many_requests', { seconds }), seconds);
  }
  return { status: 202 };
});
