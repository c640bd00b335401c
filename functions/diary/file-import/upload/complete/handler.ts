import { withRetryAfter } from '#shared/errors/errors.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import type { ClientUploads } from '#shared/objects/client-uploads.ts';
import type { Objects } from '#shared/objects/objects.ts';
import * as jobs from '../../file-import.store.ts';
import { importLimits, isFormUpload } from '../../file-import.ts';
import { present } from '../../file-import-representation.ts';
import { toImportFileKey } from '../../import-file-keys.ts';
import { openImportFiles, openImportUploads } from '../../import-files.ts';
import { queueUploaded } from '../../queue-import.store.ts';
import { isUploading, listMissingParts, type UploadingImport } from '../upload-parts.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  {
    ...apiDependencies,
    imports: openImportFiles,
    uploads: openImportUploads,
  },
  async ({ caller, params: { id }, table, imports, uploads, links, now, fail }) => {
    const { user_id } = caller;
    const item = { kind: 'import', id };
    const job = requireFound(await jobs.find(table, user_id, id, now), item, fail);
    if (isFormUpload(job)) throw fail('uploaded_by_form');
    if (!isUploading(job)) return { status: 200, body: present(job, links, caller) };

    const joined = await joinParts({ imports, uploads }, user_id, job);
    if (Array.isArray(joined)) throw fail('parts_missing', { numbers: joined });
    if (joined === 'invalid') throw fail('upload_changed');
    if (joined === 'completed') {
      const { bytes } = job;
      const outcome = await queueUploaded(table, user_id, job, { bytes });
      if (outcome === 'running')
        throw withRetryAfter(fail('imports_running'), importLimits.retryAfter);
    }

    const current = requireFound(await jobs.find(table, user_id, id, now), item, fail);
    requireFound(!isUploading(current), item, fail);
    return { status: 200, body: present(current, links, caller) };
  },
);

interface Stores {
  imports: Objects<'read'>;
  uploads: ClientUploads;
}

/**
 * Creates the file from its parts, or returns the numbers of those that are missing. `gone`: the
 * upload has ended, or another request has completed it and its file was imported meanwhile.
 */
async function joinParts(
  { imports, uploads }: Stores,
  user_id: string,
  job: UploadingImport,
): Promise<'completed' | 'gone' | 'invalid' | number[]> {
  const key = toImportFileKey(user_id, job);
  const parts = await uploads.listParts(key, job.upload_id);
  if (parts) {
    const missing = listMissingParts(job, parts);
    if (missing.length > 0) return missing.map(({ number }) => number);
    const outcome = await uploads.complete(key, job.upload_id, parts);
    if (outcome !== 'gone') return outcome;
  }
  // Another request has created the file, but maybe could not start the import.
  const file = await imports.read(key, { offset: 0, length: 1 });
  return file?.size === job.bytes ? 'completed' : 'gone';
}
