import { toDigest } from '#shared/auth/secrets.ts';
import { withRetryAfter } from '#shared/errors/errors.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { type HandlerRequest, withLocation } from '#shared/http/handler.ts';
import { readMultipart } from '#shared/http/multipart/read.ts';
import { serve } from '#shared/http/serve.ts';
import { getReplayHeaders } from '#shared/idempotency/idempotency-key.ts';
import { compact } from '#shared/runtime/compact.ts';
import { importLimits, listImportRights } from '../file-import.ts';
import { present } from '../file-import-representation.ts';
import { openImportFiles } from '../import-files.ts';
import { packImport, startImport } from '../start-import.ts';
import { startOnce } from '../start-once.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  {
    ...apiDependencies,
    multipart: readMultipart,
    imports: openImportFiles,
  },
  async (request) => {
    const { caller, body, table, imports, links, now, fail } = request;
    const { user_id, client_id } = caller;
    const { file: files, name, timezone, external_id } = body;
    const sender = { client_id, ...listImportRights(caller.scope) };
    const sent = { ...sender, files, ...compact({ name, timezone, external_id }) };
    const started = await startOnce(
      request,
      (key) => toComparedBody(body, key),
      async ({ id, created_datetime, note }) => {
        if (created_datetime === undefined)
          return startImport({ table, imports }, user_id, { id, ...sent, note }, now);
        // It was undone since, so the first response is repeated and nothing is stored.
        const { job } = await packImport({ id, ...sent }, new Date(created_datetime));
        return { outcome: 'existing', job };
      },
    );
    if (started.outcome === 'running')
      throw withRetryAfter(fail('imports_running'), importLimits.retryAfter);
    const headers = getReplayHeaders(started.outcome === 'existing');
    return withLocation(201, present(started.job, links, caller), headers);
  },
);

type Body = HandlerRequest<typeof endpoint>['body'];

/** Returns what is compared with an earlier request with the same key. */
function toComparedBody({ file, ...fields }: Body, key: string | undefined) {
  if (key === undefined) return {};
  return { ...fields, file: file.map(({ name, bytes }) => [name, toDigest(bytes)]) };
}
