import * as z from 'zod/mini';
import { defineFields, FormField } from '#functions/auth/browser/form.ts';
import type { EntryType } from '#functions/diary/entry/entry.ts';

/** The fields of the form of each type of entry, in the order in which the page shows them. */
export const fieldNames = {
  food_entry: [
    'meal',
    'date',
    'name',
    'servings',
    'energy',
    'protein',
    'carbohydrates',
    'fat',
    'brand',
    'other_meal',
  ],
  exercise: [
    'activity',
    'date',
    'time',
    'hours',
    'minutes',
    'distance',
    'energy',
    'avg_heart_rate',
    'max_heart_rate',
  ],
} as const satisfies Record<EntryType, readonly string[]>;
export type EntryField = (typeof fieldNames)[EntryType][number];

/** The texts in the fields of a form. */
export type EntryFields = Readonly<Partial<Record<EntryField, string>>>;

export const EntryFormFields = {
  ...defineFields([...fieldNames.food_entry, ...fieldNames.exercise], FormField),
  /** The type of a new entry. */
  type: z._default(z.enum(['food_entry', 'exercise']), 'food_entry'),
  /** The id of the entry. Empty for a new one. */
  id: FormField,
  /** Makes a new entry once, however often its form is sent. */
  key: FormField,
  /** The fields as the page showed them, as JSON. Only what differs from them is changed. */
  shown: FormField,
};
export type EntryForm = z.output<z.ZodMiniObject<typeof EntryFormFields>>;

/** Reads the fields as the page showed them. What cannot be read was not shown. */
export function parseShownFields(text: string): EntryFields {
  try {
    const parsed: unknown = JSON.parse(text);
    const shown = Object.entries(parsed ?? {});
    return Object.fromEntries(shown.filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}
