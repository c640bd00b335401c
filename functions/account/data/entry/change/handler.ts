import type * as z from 'zod/mini';
import type { AccountContext } from '#functions/account/account-context.ts';
import { serveForm } from '#functions/account/account-handler.ts';
import { serializeNotice } from '#functions/auth/browser/notice.ts';
import { type Diary, parseEntryId } from '#functions/diary/entry/day-item.ts';
import * as diary from '#functions/diary/entry/entry.store.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import { CalendarDate } from '#functions/diary/entry/values.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { toDayUrl } from '../../data-url.ts';
import type { DayNotice } from '../../day/day.texts.ts';
import { renderEntryPage } from '../entry.page.ts';
import { listMeals } from '../entry-controls.ts';
import { toFieldContext } from '../entry-fields.ts';
import { type EntryForm, parseShownFields } from '../entry-form.ts';
import type { EntryProblems } from '../entry-problems.ts';
import { addEntry, changeEntry, deleteEntry } from '../save-entry.ts';
import endpoint from './endpoint.ts';

export const handler = serveForm(
  endpoint,
  'entry',
  async ({ table, body, now }, account) => {
    const ownDiary = { table, user_id: account.session.user_id };
    const address = parseEntryId(body.id);
    const entry = address && (await diary.find(ownDiary, address));
    const goTo = (date: string, notice: DayNotice) =>
      redirect(toDayUrl(account.pages, date), [
        serializeNotice<DayNotice>('day', notice),
      ]);
    if (body.id !== '' && !entry)
      return goTo(address?.firstDate ?? account.today, 'gone');

    const form = { body, account, now };
    const save = () => {
      if (!address || !entry) return addEntry(ownDiary, form);
      const stored = { address, entry };
      if (body.action === 'delete') return deleteEntry(ownDiary, stored);
      return changeEntry(ownDiary, stored, form);
    };
    const saved = await save();
    if (saved.ok) return goTo(saved.value.date, saved.value.notice);
    const failed = { body, entry, problems: saved.error };
    return { status: 400 as const, body: await renderFailed(ownDiary, account, failed) };
  },
);

interface FailedForm {
  body: z.output<typeof EntryForm>;
  entry: Entry | undefined;
  problems: EntryProblems;
}

/** Renders the form again, with what was entered and what is wrong with it. */
async function renderFailed(
  ownDiary: Diary<'get'>,
  account: AccountContext,
  { body, entry, problems }: FailedForm,
): Promise<string> {
  const sentDate = CalendarDate.safeParse(body.date);
  const date = entry?.date ?? sentDate.data ?? account.today;
  return renderEntryPage(account, {
    type: entry?.type ?? body.type,
    date,
    entry,
    key: body.key,
    fields: body,
    shown: parseShownFields(body.shown),
    problems,
    meals: listMeals(await diary.list(ownDiary, date)),
    context: toFieldContext(account.profile, account, entry),
  });
}
