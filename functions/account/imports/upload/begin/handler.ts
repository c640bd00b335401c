import type { AccountContext } from '#functions/account/account-context.ts';
import {
  getFormDependencies,
  handleAccountForm,
  redirectToPage,
} from '#functions/account/account-handler.ts';
import * as imports from '#functions/diary/file-import/file-import.store.ts';
import {
  buildUploadingImport,
  cleanFileName,
} from '#functions/diary/file-import/file-import.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toUploadUrl } from '../../import-facts.ts';
import type { ImportsNotice } from '../../imports.page.ts';
import { importsTexts } from '../../imports.texts.ts';
import { importsPage } from '../../imports-page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, getFormDependencies(endpoint), (request) =>
  handleAccountForm(request, importsPage, (account) => beginUpload(request, account)),
);

async function beginUpload(
  { table, now }: HandlerRequest<typeof endpoint>,
  account: AccountContext,
) {
  const { session, profile, language } = account;
  const refuse = (notice: ImportsNotice) =>
    redirectToPage<ImportsNotice>(account, 'imports', notice);
  if (profile.restricted_datetime !== undefined) return refuse('restricted');

  const id = newId(now);
  const { title: name } = importsTexts[language].large;
  // The store is not told the name of the file.
  const file = { file_name: cleanFileName(''), bytes: 0 };
  const job = buildUploadingImport({ id, name, ...file }, now);
  const started = await imports.createUploading(table, session.user_id, job, now);
  if (!('job' in started)) return refuse(started.outcome);
  return redirect(toUploadUrl(account, id));
}
