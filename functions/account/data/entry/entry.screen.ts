import * as z from 'zod/mini';
import { again, defineScreen, done, form } from '#functions/account/screen.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { serializeNotice } from '#functions/auth/browser/notice.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import { type Diary, maxVisits, parseEntryId } from '#functions/diary/entry/day-item.ts';
import * as diary from '#functions/diary/entry/entry.store.ts';
import { CalendarDate } from '#functions/diary/entry/values.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { findRootId } from '#shared/reference-data/activity-type-keys.ts';
import { compact } from '#shared/runtime/compact.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toActivityUrl, toDayUrl } from '../data-url.ts';
import type { DayNotice } from '../day/day.texts.ts';
import { lastDays, listLastFoods } from '../last-entries.ts';
import { type EntryFormResult, renderEntryPage } from './entry.page.ts';
import { listMeals } from './entry-controls.ts';
import { toEntryFields, toFieldContext } from './entry-fields.ts';
import { EntryFormFields, parseShownFields } from './entry-form.ts';
import { addEntry, changeEntry, deleteEntry, type Saved } from './save-entry.ts';

/** What both forms have, which write as the diary does. */
const shared = {
  errors: ['item_too_large'],
  table: ['getEach', 'query', 'put', 'update', 'delete', 'check', 'transact'],
  storeCalls: {
    max: 98 + maxVisits,
    reason: 'the diary writes as for its POST, PATCH and DELETE, again while days change',
  },
} as const;

/** Returns an entry with its address, or undefined if it does not exist. */
async function findEntry(ownDiary: Diary<'get'>, id: string) {
  const address = parseEntryId(id);
  const entry = address && (await diary.find(ownDiary, address));
  return address && entry && { address, entry };
}

/** Returns the day on which an entry was first, or else this one. */
function findFirstDate(id: string, date: string): string {
  return parseEntryId(id)?.firstDate ?? date;
}

/** Ends a form on the page of the day. */
function finish({ date, notice }: Saved) {
  return done<DayNotice>(notice, { page: 'day', parameters: `date=${date}` });
}

/** Ends a form of an entry that does not exist. */
function finishGone(id: string, today: string) {
  return finish({ date: findFirstDate(id, today), notice: 'gone' });
}

export default defineScreen({
  page: 'entry',
  path: 'data/entry/',
  section: 'data',
  summary: 'Show the form of an entry of the diary',
  query: {
    /** The id of the entry. Empty for a new one. */
    id: FormField,
    /** The day and the type of a new entry. */
    date: z.optional(CalendarDate),
    type: z._default(z.enum(['food_entry', 'exercise']), 'food_entry'),
    /** The id of the activity that was chosen for an exercise. */
    activity: FormField,
    /** The id of the entry of a food that is eaten again. */
    like: FormField,
  },
  table: ['query'],
  storeCalls: {
    max: 8 + maxVisits,
    reason: 'the entry is found, and the last days are read, 1 MB at a time',
  },
  async load({ table, query, now }, account) {
    const { session, profile, today, pages } = account;
    const ownDiary = { table, user_id: session.user_id };
    const { id } = query;
    const { entry } = (await findEntry(ownDiary, id)) ?? {};
    if (id !== '' && !entry) {
      const gone = serializeNotice<DayNotice>('day', 'gone');
      return redirect(toDayUrl(pages, findFirstDate(id, today)), [gone]);
    }

    const { date, type } = entry ?? { date: query.date ?? today, type: query.type };
    const isActivity = findRootId(query.activity) !== undefined;
    const chosen = isActivity ? query.activity : undefined;
    const isNewExercise = !entry && type === 'exercise';
    if (isNewExercise && chosen === undefined)
      return redirect(toActivityUrl(pages, { date }));

    const context = toFieldContext(profile, account, entry);
    const like = entry ?? (await findEntry(ownDiary, query.like))?.entry;
    const isLike = like?.type === type;
    const shown = isLike ? toEntryFields(like, context) : { servings: '1' };
    const first = entry ? date : addDays(date, -lastDays);
    const entries =
      type === 'food_entry' ? await diary.listRange(ownDiary, { first, last: date }) : [];
    return {
      type,
      date,
      entry,
      key: newId(now),
      fields: { ...shown, date, ...compact({ activity: chosen }) },
      shown,
      meals: listMeals(entries),
      lastFoods: entry ? [] : listLastFoods(entries),
      context,
    };
  },
  render: (data, account, result: EntryFormResult = { problems: {} }) =>
    renderEntryPage(account, { ...data, ...result }),

  forms: {
    save: form({
      ...shared,
      summary: 'Add or change an entry of the diary',
      fields: EntryFormFields,
      example: {
        fields: { date: '2026-11-20', meal: 'Lunch', name: 'Lentil soup', servings: '1' },
      },
      responses: {
        400: { description: 'The same page, which names all problems.', body: 'html' },
      },
      async submit({ table, body, now }, account) {
        const ownDiary = { table, user_id: account.session.user_id };
        const { id, key, type } = body;
        const stored = await findEntry(ownDiary, id);
        if (id !== '' && !stored) return finishGone(id, account.today);

        const sent = { body, account, now };
        const saved = stored
          ? await changeEntry(ownDiary, stored, sent)
          : await addEntry(ownDiary, sent);
        if (saved.ok) return finish(saved.value);
        const shown = parseShownFields(body.shown);
        const date = CalendarDate.safeParse(body.date).data;
        return again<EntryFormResult>(
          { key, fields: body, shown, problems: saved.error },
          { query: { id, type, date, activity: body.activity } },
        );
      },
    }),

    delete: form({
      ...shared,
      summary: 'Delete it',
      fields: { id: FormField },
      async submit({ table, body: { id } }, { session, today }) {
        const ownDiary = { table, user_id: session.user_id };
        const stored = await findEntry(ownDiary, id);
        if (!stored) return finishGone(id, today);
        return finish(await deleteEntry(ownDiary, stored));
      },
    }),
  },
  defaultForm: 'save',
});
