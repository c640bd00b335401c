import type { AccountContext } from '#functions/account/account-context.ts';
import {
  getFormDependencies,
  handleAccountForm,
  redirectToPage,
} from '#functions/account/account-handler.ts';
import { importLimits } from '#functions/diary/file-import/file-import.ts';
import { openImportFiles } from '#functions/diary/file-import/import-files.ts';
import { startImport } from '#functions/diary/file-import/start-import.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { readMultipart } from '#shared/http/multipart/read.ts';
import { serve } from '#shared/http/serve.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { ImportsNotice } from '../imports.page.ts';
import { importsPage } from '../imports-page.ts';
import endpoint from './endpoint.ts';

const notices = {
  created: 'started',
  existing: 'started',
  running: 'running',
  too_many: 'too_many',
} as const satisfies Record<string, ImportsNotice>;

const dependencies = {
  ...getFormDependencies(endpoint),
  multipart: readMultipart,
  imports: openImportFiles,
};

export const handler = serve(endpoint, dependencies, (request) =>
  handleAccountForm(request, importsPage, async (account) => {
    const notice = await importFiles(request, account);
    return redirectToPage<ImportsNotice>(account, 'imports', notice);
  }),
);

/** Starts the import, and returns what the page says about it. */
async function importFiles(
  { table, imports, body, now }: HandlerRequest<typeof endpoint>,
  { session, profile }: AccountContext,
): Promise<ImportsNotice> {
  if (profile.restricted_datetime !== undefined) return 'restricted';
  const { file: files, keep_file } = body;
  if (files.length > importLimits.maxFiles) return 'too_many_files';

  const sent = { id: newId(now), files, keeps_file: keep_file === 'yes' };
  const started = await startImport({ table, imports }, session.user_id, sent, now);
  return notices[started.outcome];
}
