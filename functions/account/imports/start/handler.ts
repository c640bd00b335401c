import { redirectToPage, serveForm } from '#functions/account/account-handler.ts';
import { importLimits } from '#functions/diary/file-import/file-import.ts';
import { openImportFiles } from '#functions/diary/file-import/import-files.ts';
import { startImport } from '#functions/diary/file-import/start-import.ts';
import { readMultipart } from '#shared/http/multipart/read.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { ImportsNotice } from '../imports.page.ts';
import endpoint from './endpoint.ts';

const notices = {
  created: 'started',
  existing: 'started',
  running: 'running',
  too_many: 'too_many',
} as const satisfies Record<string, ImportsNotice>;

export const handler = serveForm(
  endpoint,
  'imports',
  async ({ table, imports, body, now }, account) => {
    const { session, profile } = account;
    const redirectWith = (notice: ImportsNotice) =>
      redirectToPage<ImportsNotice>(account, 'imports', notice);
    if (profile.restricted_datetime !== undefined) return redirectWith('restricted');

    if (body.file.length > importLimits.maxFiles) return redirectWith('too_many_files');

    const sent = {
      id: newId(now),
      files: body.file,
      keeps_file: body.keep_file === 'yes',
    };
    const started = await startImport({ table, imports }, session.user_id, sent, now);
    return redirectWith(notices[started.outcome]);
  },
  { others: { multipart: readMultipart, imports: openImportFiles } },
);
