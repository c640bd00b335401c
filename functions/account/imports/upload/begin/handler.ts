import { handleForm } from '#functions/account/account-handler.ts';
import { serializeNotice } from '#functions/auth/browser/notice.ts';
import * as imports from '#functions/diary/file-import/file-import.store.ts';
import { buildUploadingImport } from '#functions/diary/file-import/file-import.ts';
import { cleanFileName } from '#functions/diary/file-import/file-name.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { newId } from '#shared/runtime/ids.ts';
import { openTable } from '#shared/table/table.ts';
import { toUploadUrl } from '../../import-facts.ts';
import type { ImportsNotice } from '../../imports.page.ts';
import { importsTexts } from '../../imports.texts.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  handleForm('imports', async ({ table, now }, account) => {
    const { session, profile, pages, language } = account;
    const refuse = (notice: ImportsNotice) =>
      redirect(pages.account('imports'), [
        serializeNotice<ImportsNotice>('imports', notice),
      ]);
    if (profile.restricted_datetime !== undefined) return refuse('restricted');

    const id = newId(now);
    const { title: name } = importsTexts[language].large;
    // The store is not told the name of the file.
    const file = { file_name: cleanFileName(''), bytes: 0 };
    const job = buildUploadingImport({ id, name, ...file }, now);
    const started = await imports.createUploading(table, session.user_id, job, now);
    if (!('job' in started)) return refuse(started.outcome);
    return redirect(toUploadUrl(account, id));
  }),
);
