import * as z from 'zod/mini';
import { defineScreen, done, form, unchanged } from '#functions/account/screen.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import * as imports from '#functions/diary/file-import/file-import.store.ts';
import { isRereadable } from '#functions/diary/file-import/file-import.ts';
import { parameter } from '#shared/contract/schema.ts';
import { Paging } from '#shared/hal/paging.ts';
import type { ImportsNotice } from '../imports.page.ts';
import { filesPerPage, renderGoneImportPage, renderImportPage } from './import.page.ts';

export default defineScreen({
  page: 'import',
  section: 'data',
  summary: 'Show what happened to the files of an import',
  query: { id: z._default(parameter(), ''), offset: Paging.offset },
  storeCalls: {
    max: 3,
    reason: 'the import and up to two items with its files are read',
  },
  async load({ table, query: { id, offset }, now }, { session: { user_id } }) {
    const job = await imports.find(table, user_id, id, now);
    if (!job) return undefined;
    const page = { limit: filesPerPage, offset };
    return { job, files: await imports.listLines(table, user_id, job, page), offset };
  },
  render: (shown, account) =>
    shown ? renderImportPage(account, shown) : renderGoneImportPage(account),

  defaultForm: 'undo',
  forms: {
    reread: form({
      summary: 'Read the kept file of an import again',
      fields: { id: FormField },
      table: ['update', 'transact'],
      storeCalls: {
        max: 2,
        reason: 'the import is read, and changed with what counts it',
      },
      audit: 'files_reread',
      async submit({ table, body: { id }, now }, { session: { user_id }, profile }) {
        const page = 'imports';
        if (profile.restricted_datetime !== undefined)
          return unchanged<ImportsNotice>('restricted', { page });
        const job = await imports.find(table, user_id, id, now);
        if (!job || !isRereadable(job))
          return unchanged<ImportsNotice>('not_reread', { page });
        const outcome = await imports.requestReread(table, user_id, job, now);
        if (outcome === 'queued') return done<ImportsNotice>('rereading', { page });
        const notice = outcome === 'changed' ? 'not_reread' : outcome;
        return unchanged<ImportsNotice>(notice, { page });
      },
    }),

    undo: form({
      summary: 'Undo an import of files',
      example: { fields: { id: 'x' } },
      fields: { id: FormField },
      table: ['update'],
      storeCalls: { max: 1, reason: 'the import is changed' },
      async submit({ table, body: { id } }, { session }) {
        await imports.requestUndo(table, session.user_id, id);
        return done<ImportsNotice>('undoing', { page: 'imports' });
      },
    }),
  },
});
