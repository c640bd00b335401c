import type { AccountContext } from '#functions/account/account-context.ts';
import {
  getPageDependencies,
  handleAccountForm,
} from '#functions/account/account-handler.ts';
import { showAccountPage } from '#functions/account/show-account-page.ts';
import * as jobs from '#functions/diary/file-import/file-import.store.ts';
import {
  buildUploadingImport,
  cleanFileName,
  type FormImport,
  isFormUpload,
} from '#functions/diary/file-import/file-import.ts';
import { openImportFiles } from '#functions/diary/file-import/import-files.ts';
import { createUploading } from '#functions/diary/file-import/new-import.store.ts';
import {
  getFormEnd,
  signImportForm,
  startUploaded,
} from '#functions/diary/file-import/upload/form-upload.ts';
import { pageDependencies } from '#shared/http/dependencies.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { serveEach } from '#shared/http/serve-each.ts';
import { getPageHeaders } from '#shared/pages/layout.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toImportUrl, toUploadUrl } from '../import-facts.ts';
import type { ImportsNotice } from '../imports.page.ts';
import { importsTexts } from '../imports.texts.ts';
import { importsPage, redirectToImports } from '../imports-page.ts';
import { renderGoneImportPage } from '../one/import.page.ts';
import endpoints from './endpoints.ts';
import { renderUploadPage, renderWaitingPage } from './upload.page.ts';

const dependencies = { ...pageDependencies, imports: openImportFiles };

export const handler = serveEach(endpoints, {
  // The store redirects to this page, too. So a redirect that was lost is made up for later.
  show: serve(endpoints.show, dependencies, (request) =>
    showAccountPage(request, importsPage, (account) => showUpload(request, account)),
  ),

  begin: serve(endpoints.begin, getPageDependencies(endpoints.begin), (request) =>
    handleAccountForm(request, importsPage, (account) => beginUpload(request, account)),
  ),
});

async function beginUpload(
  { table, now }: HandlerRequest<typeof endpoints.begin>,
  account: AccountContext,
) {
  const { session, profile, language } = account;
  const refuse = (notice: ImportsNotice) => redirectToImports(account, notice);
  if (profile.restricted_datetime !== undefined) return refuse('restricted');

  const id = newId(now);
  const { title: name } = importsTexts[language].large;
  // The store is not told the name of the file.
  const file = { file_name: cleanFileName(''), bytes: 0 };
  const job = buildUploadingImport({ id, name, ...file }, now);
  const started = await createUploading(table, session.user_id, job, now);
  if (!('job' in started)) return refuse(started.outcome);
  return redirect(toUploadUrl(account, id));
}

async function showUpload(
  { table, imports, query: { id }, now }: HandlerRequest<typeof endpoints.show>,
  account: AccountContext,
) {
  const { user_id } = account.session;
  const job = await jobs.find(table, user_id, id, now);
  if (!job) return renderGoneImportPage(account);
  if (!isFormUpload(job)) return redirect(toImportUrl(account, id));

  const outcome = await startUploaded({ table, imports }, user_id, job);
  if (outcome === 'missing') return showForm(account, job, now);
  if (outcome === 'running') return renderWaitingPage(account, job);
  return outcome === 'queued'
    ? redirectToImports(account, 'started')
    : redirect(toImportUrl(account, id));
}

async function showForm(account: AccountContext, job: FormImport, now: Date) {
  const { user_id } = account.session;
  const form = await signImportForm(user_id, job, toUploadUrl(account, job.id), now);
  const headers = getPageHeaders(new URL(form.action));
  const body = renderUploadPage(account, job, { ...form, endsAt: getFormEnd(job, now) });
  return { headers, body };
}
