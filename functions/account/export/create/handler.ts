import { readLocale } from '#functions/auth/language/language.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { withRetryAfter } from '#shared/errors/errors.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { type HandlerRequest, withLocation } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import * as idempotency from '#shared/idempotency/idempotency.store.ts';
import {
  getReplayHeaders,
  readIdempotencyKey,
} from '#shared/idempotency/idempotency-key.ts';
import { audit } from '#shared/runtime/audit.ts';
import type { StartedExport } from '../data-export.store.ts';
import * as dataExports from '../data-export.store.ts';
import { present, requireOwnId } from '../export.ts';
import endpoint from './endpoint.ts';

type CreateRequest = HandlerRequest<typeof endpoint>;

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { params, caller, table, header, links, now, fail } = request;
  const { user_id } = caller;
  requireOwnId(params.id, user_id, fail);

  const key = readIdempotencyKey(header, fail);
  const scope = { ...caller, resource: 'export', key };
  const claim = await idempotency.claimId(table, scope, {}, now);
  if (!claim) throw fail('idempotency_key_reused');

  const { dataExport, isReplayed } = await startExport(request, claim.id);
  const body = present(dataExport, { user_id, links, downloads: [] });
  return withLocation(201, body, getReplayHeaders(isReplayed));
});

/** Starts the export. Throws an error if another one is running, or too many were started. */
async function startExport(
  { caller, table, header, now, requestId, fail }: CreateRequest,
  id: string,
): Promise<StartedExport> {
  const language = readLocale(header);
  const stores = { table, dataKeys: openDataKeys };
  const { user_id, grant_id, client_id } = caller;
  const asked_by = { grant_id, client_id };
  const newExport = { id, language, asked_by, sight: caller };
  const started = await dataExports.startExport(stores, user_id, newExport, now);
  const event = started.outcome === 'started' ? 'export_started' : 'export_refused';
  audit(event, { request_id: requestId, user_id });

  switch (started.outcome) {
    case 'started':
      return started;
    case 'running':
      throw fail('export_running');
    case 'too_many': {
      const { seconds } = started;
      throw withRetryAfter(fail('too_many_exports', { seconds }), seconds);
    }
    case 'contended':
      throw fail('unavailable', { cause: 'concurrent_changes' });
  }
}
