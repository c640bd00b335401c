import type { AccountContext } from '#functions/account/account-context.ts';
import { redirectToPage } from '#functions/account/account-handler.ts';
import { showAccountPage } from '#functions/account/show-account-page.ts';
import * as jobs from '#functions/diary/file-import/file-import.store.ts';
import {
  type FormImport,
  isFormUpload,
} from '#functions/diary/file-import/file-import.ts';
import { openImportFiles } from '#functions/diary/file-import/import-files.ts';
import {
  getFormEnd,
  signImportForm,
  startUploaded,
} from '#functions/diary/file-import/upload/form-upload.ts';
import { pageDependencies } from '#shared/http/dependencies.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { getPageHeaders } from '#shared/pages/layout.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { toImportUrl, toUploadUrl } from '../../import-facts.ts';
import type { ImportsNotice } from '../../imports.page.ts';
import { importsPage } from '../../imports-page.ts';
import { renderGoneImportPage } from '../../one/import.page.ts';
import { renderUploadPage, renderWaitingPage } from '../upload.page.ts';
import endpoint from './endpoint.ts';

const dependencies = { ...pageDependencies, imports: openImportFiles };

/** The store redirects to this page, too. So a redirect that was lost is made up for later. */
export const handler = serve(endpoint, dependencies, (request) =>
  showAccountPage(request, importsPage, (account) => showUpload(request, account)),
);

async function showUpload(
  { table, imports, query: { id }, now }: HandlerRequest<typeof endpoint>,
  account: AccountContext,
) {
  const { user_id } = account.session;
  const job = await jobs.find(table, user_id, id, now);
  if (!job) return renderGoneImportPage(account);
  if (!isFormUpload(job)) return redirect(toImportUrl(account, id));

  const outcome = await startUploaded({ table, imports }, user_id, job);
  if (outcome === 'missing') return showForm(account, job, now);
  if (outcome === 'running') return renderWaitingPage(account, job);
  if (outcome === 'changed') return redirect(toImportUrl(account, id));
  return redirectToPage<ImportsNotice>(account, 'imports', 'started');
}

async function showForm(account: AccountContext, job: FormImport, now: Date) {
  const { user_id } = account.session;
  const form = await signImportForm(user_id, job, toUploadUrl(account, job.id), now);
  const headers = getPageHeaders(new URL(form.action));
  const body = renderUploadPage(account, job, { ...form, endsAt: getFormEnd(job, now) });
  return { headers, body };
}
