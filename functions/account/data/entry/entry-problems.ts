import type * as z from 'zod/mini';
import type { Formats } from '#functions/account/formats.ts';
import { lengths, maxEntries } from '#functions/diary/entry/bounds.ts';
import type { CapacityExceeded } from '#functions/diary/entry/day-capacity.ts';
import type { EntryType } from '#functions/diary/entry/entry.ts';
import { heartRateConflict } from '#functions/diary/entry/exercise.ts';
import type { Locale } from '#shared/pages/language.ts';
import { readAmount, writeAmount } from '../amounts.ts';
import type { EntryTexts } from './entry.texts.ts';
import { members } from './entry-fields.ts';
import type { EntryField, EntryFields } from './entry-form.ts';

type Issue = z.core.$ZodIssue;
type ProblemTexts = EntryTexts['problems'];

export type EntryProblems = Readonly<Partial<Record<EntryField, string>>>;

/** The words with which problems are explained. */
interface Explanation {
  texts: ProblemTexts;
  formats: Formats;
  locale: Locale;
}

/** Explains the problems of an entry that its schema has found, each beside its field. */
export function explainIssues(
  issues: readonly Issue[],
  { type, fields }: { type: EntryType; fields: EntryFields },
  explanation: Explanation,
): EntryProblems {
  const problems: Partial<Record<EntryField, string>> = {};
  for (const issue of issues) {
    const field = findField(issue, { type, fields }, explanation.locale);
    problems[field] ??= explain(issue, { field, text: fields[field] ?? '' }, explanation);
  }
  return problems;
}

/** Explains why a day does not take an entry. */
export function explainCapacity(
  { limit }: CapacityExceeded,
  texts: ProblemTexts,
): EntryProblems {
  return { date: limit === 'entries' ? texts.tooMany(maxEntries) : texts.tooLarge };
}

const describing = [
  'name',
  'brand',
  'energy',
  'protein',
  'carbohydrates',
  'fat',
] as const;

/** Explains that a food has neither a name nor contents. The diary would take it. */
export function explainEmptyFood(
  fields: EntryFields,
  texts: ProblemTexts,
): EntryProblems | undefined {
  const isEmpty = describing.every((name) => (fields[name] ?? '').trim() === '');
  return isEmpty ? { name: texts.emptyFood } : undefined;
}

/**
 * Returns the field of a problem. If several make the member, it is the part of a duration that is
 * no number, or else the last one with a text.
 */
function findField(
  { path }: Issue,
  { type, fields }: { type: EntryType; fields: EntryFields },
  locale: Locale,
): EntryField {
  const name = path.join('.');
  const member = members[type].find(
    (each) => name === each.path || name.startsWith(`${each.path}.`),
  );
  const all = member?.fields ?? (['date'] as const);
  const named = all.find((field) => field === path.at(-1));
  const parts = member?.path === 'duration' ? all : [];
  const unread = parts.find((field) =>
    Number.isNaN(readAmount(fields[field] ?? '', locale)),
  );
  const last = all.findLast((field) => (fields[field] ?? '') !== '');
  return named ?? unread ?? last ?? all[0];
}

/** The maximum length of the texts, in characters. */
export const maxLengths: Partial<Record<EntryField, number>> = {
  meal: lengths.meal,
  other_meal: lengths.meal,
  name: lengths.name,
  brand: lengths.name,
};

function explain(
  issue: Issue,
  { field, text }: { field: EntryField; text: string },
  { texts, formats, locale }: Explanation,
): string {
  const maxLength = maxLengths[field];
  if (maxLength !== undefined) {
    if (text.trim() === '') return texts.required;
    return [...text].length > maxLength ? texts.tooLong(maxLength) : texts.unusable;
  }
  if (field === 'date' || field === 'time' || field === 'activity') return texts[field];
  if (issue.message === heartRateConflict.message) return texts.heartRates;

  const formatLimit = limitFormats[field] ?? ((limit) => writeAmount(limit, locale, 3));
  switch (issue.code) {
    case 'too_small':
      return texts.atLeast(formatLimit(Number(issue.minimum), formats));
    case 'too_big':
      return texts.atMost(formatLimit(Number(issue.maximum), formats));
    default: {
      if (text.trim() === '') return texts.required;
      return issue.code === 'custom' ? texts.whole : texts.number;
    }
  }
}

const minute = 60;

/** Format the limits that have another unit than their fields, or none. */
const limitFormats: Partial<
  Record<EntryField, (limit: number, formats: Formats) => string>
> = {
  hours: (limit, { duration }) => duration(Math.max(limit, minute)),
  minutes: (limit, { duration }) => duration(Math.max(limit, minute)),
  distance: (limit, { distance }) => distance(limit),
  energy: (limit, { amount, units }) => `${amount(limit)} ${units.energy.symbol}`,
};
