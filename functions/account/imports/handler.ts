import type { AccountContext } from '#functions/account/account-context.ts';
import {
  getFormDependencies,
  handleAccountForm,
  redirectToPage,
} from '#functions/account/account-handler.ts';
import { showAccountPage } from '#functions/account/show-account-page.ts';
import * as imports from '#functions/diary/file-import/file-import.store.ts';
import { importLimits } from '#functions/diary/file-import/file-import.ts';
import { openImportFiles } from '#functions/diary/file-import/import-files.ts';
import { startImport } from '#functions/diary/file-import/start-import.ts';
import { pageDependencies } from '#shared/http/dependencies.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { readMultipart } from '#shared/http/multipart/read.ts';
import { serve } from '#shared/http/serve.ts';
import { serveEach } from '#shared/http/serve-each.ts';
import { newId } from '#shared/runtime/ids.ts';
import endpoints from './endpoints.ts';
import { type ImportsNotice, importsPerPage, renderImportsPage } from './imports.page.ts';
import { importsPage } from './imports-page.ts';

const notices = {
  created: 'started',
  existing: 'started',
  running: 'running',
  too_many: 'too_many',
} as const satisfies Record<string, ImportsNotice>;

const formDependencies = {
  ...getFormDependencies(endpoints.start),
  multipart: readMultipart,
  imports: openImportFiles,
};

export const handler = serveEach(endpoints, {
  show: serve(endpoints.show, pageDependencies, (request) =>
    showAccountPage(request, importsPage, (account) => showImports(request, account)),
  ),

  start: serve(endpoints.start, formDependencies, (request) =>
    handleAccountForm(request, importsPage, async (account) => {
      const notice = await importFiles(request, account);
      return redirectToPage<ImportsNotice>(account, 'imports', notice);
    }),
  ),
});

async function showImports(
  { table, query: { offset }, now }: HandlerRequest<typeof endpoints.show>,
  account: AccountContext,
) {
  const all = await imports.list(table, account.session.user_id, now);
  const end = offset + importsPerPage;
  const hasOlder = end < all.length;
  return renderImportsPage(account, { jobs: all.slice(offset, end), offset, hasOlder });
}

/** Starts the import, and returns what the page says about it. */
async function importFiles(
  { table, imports: files, body, now }: HandlerRequest<typeof endpoints.start>,
  { session, profile }: AccountContext,
): Promise<ImportsNotice> {
  if (profile.restricted_datetime !== undefined) return 'restricted';
  const { file: sentFiles, keep_file } = body;
  if (sentFiles.length > importLimits.maxFiles) return 'too_many_files';

  const sent = { id: newId(now), files: sentFiles, keeps_file: keep_file === 'yes' };
  const stores = { table, imports: files };
  const started = await startImport(stores, session.user_id, sent, now);
  return notices[started.outcome];
}
