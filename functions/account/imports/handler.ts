import type { AccountContext } from '#functions/account/account-context.ts';
import {
  getPageDependencies,
  handleAccountForm,
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
import {
  type ImportsNotice,
  type RefusedFiles,
  renderImportsPage,
} from './imports.page.ts';
import { importsPage, redirectToImports } from './imports-page.ts';

const formDependencies = {
  ...getPageDependencies(endpoints.start),
  multipart: readMultipart,
  imports: openImportFiles,
};

export const handler = serveEach(endpoints, {
  show: serve(endpoints.show, pageDependencies, (request) =>
    showAccountPage(request, importsPage, (account) =>
      showImports(request, account, { offset: request.query.offset }),
    ),
  ),

  start: serve(endpoints.start, formDependencies, (request) =>
    handleAccountForm(request, importsPage, async (account) => {
      const refusal = await importFiles(request, account);
      if (refusal === undefined) return redirectToImports(account, 'started');
      const keepsFiles = request.body.keep_file === 'yes';
      const refused = { refusal, keepsFiles };
      return { status: 400, body: await showImports(request, account, { refused }) };
    }),
  ),
});

async function showImports(
  {
    table,
    now,
    baseUrls,
  }: Pick<HandlerRequest<typeof endpoints.show>, 'table' | 'now' | 'baseUrls'>,
  account: AccountContext,
  shown: { offset?: number; refused?: RefusedFiles },
): Promise<string> {
  const jobs = await imports.list(table, account.session.user_id, now);
  return renderImportsPage(account, {
    jobs,
    offset: 0,
    mainUrl: baseUrls.main,
    ...shown,
  });
}

/** Starts the import, or returns why the page refuses it. */
async function importFiles(
  { table, imports: files, body, now }: HandlerRequest<typeof endpoints.start>,
  { session, profile }: AccountContext,
): Promise<ImportsNotice | undefined> {
  if (profile.restricted_datetime !== undefined) return 'restricted';
  const { file: sentFiles, keep_file } = body;
  if (sentFiles.length === 0) return 'no_files';
  if (sentFiles.length > importLimits.maxFiles) return 'too_many_files';
  const bytes = sentFiles.reduce((sum, file) => sum + file.bytes.length, 0);
  if (bytes > importLimits.maxBytes) return 'too_large';

  const sent = { id: newId(now), files: sentFiles, keeps_file: keep_file === 'yes' };
  const stores = { table, imports: files };
  const { outcome } = await startImport(stores, session.user_id, sent, now);
  return outcome === 'running' || outcome === 'too_many' ? outcome : undefined;
}
