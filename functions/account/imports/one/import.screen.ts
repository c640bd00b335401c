import * as z from 'zod/mini';
import { again, defineScreen, done, form, unchanged } from '#functions/account/screen.ts';
import { defineFields, FormField } from '#functions/auth/browser/form.ts';
import { readAnswers } from '#functions/diary/file-import/answer/answers.ts';
import * as imports from '#functions/diary/file-import/file-import.store.ts';
import { isRereadable, needsAnswer } from '#functions/diary/file-import/file-import.ts';
import {
  queueAnswered,
  requestReread,
} from '#functions/diary/file-import/queue-import.store.ts';
import { questionIds } from '#functions/diary/file-import/tables/table-questions.ts';
import { parameter } from '#shared/contract/schema.ts';
import { Paging } from '#shared/hal/paging.ts';
import type { ImportsNotice } from '../imports.page.ts';
import { filesPerPage, renderGoneImportPage, renderImportPage } from './import.page.ts';
import type { ChosenAnswers } from './questions.page.ts';

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
  render: (loaded, account, chosen?: ChosenAnswers) =>
    loaded
      ? renderImportPage(account, { ...loaded, chosen })
      : renderGoneImportPage(account),

  defaultForm: 'undo',
  forms: {
    answer: form({
      summary: 'Answer what the tables of an import leave open',
      fields: { id: FormField, ...defineFields(questionIds, FormField) },
      table: ['update', 'transact'],
      storeCalls: {
        max: 2,
        reason: 'the import is read, and changed with what counts it',
      },
      responses: {
        400: { description: 'The page, which names what is not answered.', body: 'html' },
      },
      async submit({ table, body, now }, { session: { user_id }, profile }) {
        const page = 'imports';
        if (profile.restricted_datetime !== undefined)
          return unchanged<ImportsNotice>('restricted', { page });
        const job = await imports.find(table, user_id, body.id, now);
        if (!job || !needsAnswer(job))
          return unchanged<ImportsNotice>('not_asked', { page });
        const { id, questions } = job;
        const answers = readAnswers(questions, body);
        const isWhole = answers.length === questions.length;
        if (!isWhole) return again<ChosenAnswers>(body, { query: { id, offset: 0 } });
        const outcome = await queueAnswered(table, user_id, job, answers);
        if (outcome === 'queued') return done<ImportsNotice>('answered', { page });
        const notice = outcome === 'changed' ? 'not_asked' : outcome;
        return unchanged<ImportsNotice>(notice, { page });
      },
    }),

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
        const outcome = await requestReread(table, user_id, job, now);
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
