import type { AccountContext } from '#functions/account/account-context.ts';
import * as dayItems from '#functions/diary/entry/day-item.store.ts';
import {
  buildBatch,
  type Diary,
  type EntryAddress,
} from '#functions/diary/entry/day-item.ts';
import { deleteFromDiary } from '#functions/diary/entry/delete/delete-entry.store.ts';
import { changes, type Entry, EntryCreation } from '#functions/diary/entry/entry.ts';
import { applyUpdate, toEntryUpdate } from '#functions/diary/entry/entry-update.ts';
import { update } from '#functions/diary/entry/update/update.store.ts';
import type { RemovalDiary } from '#functions/diary/merging/change-by-person.ts';
import * as idempotency from '#shared/idempotency/idempotency.store.ts';
import { stripNulls } from '#shared/runtime/compact.ts';
import { newId } from '#shared/runtime/ids.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import type { DayNotice } from '../day/day.texts.ts';
import { entryTexts } from './entry.texts.ts';
import { readMembers, toFieldContext } from './entry-fields.ts';
import { type EntryForm, parseShownFields } from './entry-form.ts';
import {
  type EntryProblems,
  explainCapacity,
  explainEmptyFood,
  explainIssues,
} from './entry-problems.ts';

/** A form that was sent, and the person who has sent it. */
interface SentForm {
  body: EntryForm;
  account: AccountContext;
  now: Date;
}

/** The day to show next, and what it says. */
export interface Saved {
  date: string;
  notice: DayNotice;
}

type Saving = Promise<Result<Saved, EntryProblems>>;

/** Adds an entry, as a POST to the diary does. */
export async function addEntry(
  diary: Diary<'put' | 'update' | 'transact'>,
  { body, account, now }: SentForm,
): Saving {
  const { type } = body;
  const context = toFieldContext(account.profile, account);
  const members = readMembers(type, { fields: body }, context);
  const parsed = EntryCreation.safeParse({ items: [{ type, ...members }] });
  const explanation = toExplanation(account);
  const isFood = type === 'food_entry';
  const empty = isFood ? explainEmptyFood(body, explanation.texts) : undefined;
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path: [, , ...path], ...issue }) => ({
      ...issue,
      path,
    }));
    const problems = explainIssues(issues, { type, fields: body }, explanation);
    return failure({ ...empty, ...problems });
  }
  if (empty) return failure(empty);

  const items = stripNulls(parsed.data.items);
  const { table, user_id } = diary;
  const request = { user_id, client_id: 'account', resource: 'diary', key: body.key };
  // A form that is sent again after a change of its fields is of another entry.
  const claim = await idempotency.claimId(table, request, items, now);
  const entered = items.map((item) => ({ ...item, origin: 'person' as const }));
  const batch = buildBatch(claim?.id ?? newId(now), entered);
  const creation = await dayItems.createBatch(diary, batch);
  if (creation.outcome === 'refused') {
    const [exceeded] = creation.exceeded;
    return failure(explainCapacity(exceeded, explanation.texts));
  }
  return success({ date: batch.entries[0].date, notice: 'added' });
}

/** Changes what differs from the fields that the page showed, as a PATCH of the entry does. */
export async function changeEntry(
  diary: Diary<'get' | 'getEach' | 'query' | 'put' | 'update' | 'check' | 'transact'>,
  { address, entry }: { address: EntryAddress; entry: Entry },
  { body, account }: SentForm,
): Saving {
  const { type } = address;
  const context = toFieldContext(account.profile, account, entry);
  const shown = parseShownFields(body.shown);
  const members = readMembers(type, { fields: body, shown }, context);
  if (Object.keys(members).length === 0) {
    return success({ date: entry.date, notice: 'unchanged' });
  }

  const explanation = toExplanation(account);
  const parsed = changes[type].safeParse(members);
  if (!parsed.success) {
    const { issues } = parsed.error;
    return failure(explainIssues(issues, { type, fields: body }, explanation));
  }

  const { texts } = explanation;
  const change = toEntryUpdate(parsed.data);
  const isEmptied = isEmptyFood(applyUpdate(entry, change)) && !isEmptyFood(entry);
  if (isEmptied) return failure({ name: texts.emptyFood });
  const result = await update(diary, address, change);
  if (result.hasHeartRateConflict) return failure({ max_heart_rate: texts.heartRates });
  if (result.exceeded) return failure(explainCapacity(result.exceeded, texts));
  return success(
    result.entry
      ? { date: result.entry.date, notice: 'changed' }
      : { date: entry.date, notice: 'gone' },
  );
}

/** Returns whether an entry is a food without a name and without contents. */
function isEmptyFood(entry: Entry): boolean {
  if (entry.type !== 'food_entry') return false;
  const contents = Object.values(entry.nutritional_contents);
  return !entry.food && contents.every((amount) => amount === undefined);
}

/** Deletes an entry, as a DELETE of the entry does. */
export async function deleteEntry(
  diary: RemovalDiary,
  { address, entry: { date } }: { address: EntryAddress; entry: Entry },
): Promise<Saved> {
  const isDeleted = await deleteFromDiary(diary, address);
  return { date, notice: isDeleted ? 'deleted' : 'gone' };
}

function toExplanation({ language, formats, locale }: AccountContext) {
  return { texts: entryTexts[language].problems, formats, locale };
}
