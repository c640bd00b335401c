import * as entries from '#functions/diary/entry/entry.store.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { compact } from '#shared/runtime/compact.ts';
import * as jobs from '../file-import.store.ts';
import { presentWithFiles } from '../file-import-representation.ts';
import { listEntryIds } from '../file-line.ts';
import { openImportFiles, openImportUploads } from '../import-files.ts';
import { isUploading, presentUpload } from '../upload/upload-parts.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  {
    ...apiDependencies,
    imports: openImportFiles,
    uploads: openImportUploads,
  },
  async ({
    caller,
    params: { id },
    query,
    table,
    uploads,
    links,
    baseUrls,
    now,
    fail,
  }) => {
    const { user_id } = caller;
    const found = await jobs.find(table, user_id, id, now);
    const job = requireFound(found, { kind: 'import', id }, fail);
    const files = await jobs.listLines(table, user_id, job, query);
    const existing = await entries.findExistingIds(
      { table, ...caller },
      listEntryIds(files),
    );
    const page = { ...query, files, existing, diary: baseUrls.diary };
    const upload = isUploading(job)
      ? await presentUpload(uploads, caller, job, now)
      : undefined;
    const body = {
      ...presentWithFiles(job, page, links, caller),
      ...compact({ upload }),
    };
    return { status: 200, body };
  },
);
