import { withRetryAfter } from '#shared/errors/errors.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { withLocation } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { getReplayHeaders } from '#shared/idempotency/idempotency-key.ts';
import { compact } from '#shared/runtime/compact.ts';
import {
  buildUploadingImport,
  cleanFileName,
  listImportRights,
} from '../../file-import.ts';
import { present } from '../../file-import-representation.ts';
import { toImportFileKey } from '../../import-file-keys.ts';
import { openImportFiles, openImportUploads } from '../../import-files.ts';
import { createUploading } from '../../new-import.store.ts';
import { startOnce } from '../../start-once.ts';
import { isUploading, presentUpload } from '../upload-parts.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  {
    ...apiDependencies,
    imports: openImportFiles,
    uploads: openImportUploads,
  },
  async (request) => {
    const { caller, body, table, uploads, links, now, fail } = request;
    const { user_id, client_id } = caller;
    const begin = async ({ id }: { id: string }) => {
      const { size, file_name, name, timezone, external_id } = body;
      const sent = compact({ name, timezone, external_id });
      const file = { file_name: cleanFileName(file_name), bytes: size };
      const fileKey = toImportFileKey(user_id, { id });
      const upload_id = await uploads.begin(fileKey, 'application/octet-stream');
      const rights = listImportRights(caller.scope);
      const newImport = { id, client_id, ...rights, upload_id, ...file, ...sent };
      const job = buildUploadingImport(newImport, now);
      return createUploading(table, user_id, job, now);
    };
    const started = await startOnce(request, () => ({ upload: body }), begin);
    if (started.outcome === 'unfinished') {
      const { seconds } = started;
      throw withRetryAfter(fail('uploads_unfinished', { seconds }), seconds);
    }

    const { job, outcome } = started;
    const upload = isUploading(job)
      ? await presentUpload(uploads, caller, job, now)
      : undefined;
    const presented = { ...present(job, links, caller), ...compact({ upload }) };
    return withLocation(201, presented, getReplayHeaders(outcome === 'existing'));
  },
);
