import { toDigest } from '#shared/auth/secrets.ts';
import { withRetryAfter } from '#shared/errors/errors.ts';
import { type HandlerRequest, withLocation } from '#shared/http/handler.ts';
import { limiter } from '#shared/http/limit-requests.ts';
import { readMultipart } from '#shared/http/multipart/read.ts';
import { serve } from '#shared/http/serve.ts';
import * as idempotency from '#shared/idempotency/idempotency.store.ts';
import {
  getReplayHeaders,
  readIdempotencyKey,
} from '#shared/idempotency/idempotency-key.ts';
import { compact } from '#shared/runtime/compact.ts';
import { openTable } from '#shared/table/table.ts';
import * as jobs from '../file-import.store.ts';
import { importLimits, present } from '../file-import.ts';
import { openImportFiles } from '../import-files.ts';
import { startImport } from '../start-import.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { limiter, multipart: readMultipart, imports: openImportFiles, table: openTable },
  async (request) => {
    const { caller, body, header, table, imports, links, now, fail } = request;
    const key = readIdempotencyKey(header, fail);
    const { user_id, client_id } = caller;
    const scope = { ...caller, resource: 'import', key };
    const claim = await idempotency.claimId(table, scope, toComparedBody(body, key), now);
    if (!claim) throw fail('idempotency_key_reused');
    const { id, isRepeated } = claim;

    const { file: files, name, timezone, external_id } = body;
    const earlier = isRepeated ? await jobs.find(table, user_id, id, now) : undefined;
    const sent = { id, client_id, ...compact({ name, timezone, external_id }) };
    const started = earlier
      ? { outcome: 'existing' as const, job: earlier }
      : await startImport({ table, imports }, user_id, { ...sent, files }, now);
    if (started.outcome === 'running')
      throw withRetryAfter(fail('imports_running'), importLimits.retryAfter);
    if (started.outcome === 'too_many') {
      const { seconds } = started;
      throw withRetryAfter(fail('too_many_imports', { seconds }), seconds);
    }
    const headers = getReplayHeaders(started.outcome === 'existing');
    return withLocation(201, present(started.job, links), headers);
  },
);

type Body = HandlerRequest<typeof endpoint>['body'];

/** Returns what is compared with an earlier request with the same key. */
function toComparedBody({ file, ...fields }: Body, key: string | undefined) {
  if (key === undefined) return {};
  return { ...fields, file: file.map(({ name, bytes }) => [name, toDigest(bytes)]) };
}
