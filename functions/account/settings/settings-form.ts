import * as z from 'zod/mini';
import { defineFields, FormField } from '#functions/auth/browser/form.ts';
import type { UserProfile } from '#functions/auth/identity/identity.ts';
import { PersonName } from '#functions/auth/identity/new-user.ts';
import { UserSettings } from '#functions/auth/identity/user-settings.ts';
import type { Language } from '#shared/pages/language.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import { readTimeZone } from './time-zones.ts';

/** The settings that a person can change. */
const ChangeableProfile = z.extend(UserSettings, { display_name: PersonName });
type ChangeableProfile = z.infer<typeof ChangeableProfile>;

const fieldNames = [
  'display_name',
  'locale',
  'time_zone',
  'distance_unit',
  'weight_unit',
  'energy_unit',
  'first_weekday',
] as const satisfies readonly (keyof ChangeableProfile)[];
export type SettingsField = (typeof fieldNames)[number];

/** The fields as a form has them. A setting that is not chosen is empty. */
export const SettingsFields = defineFields(fieldNames, FormField);
export type SettingsFields = Readonly<Record<SettingsField, string>>;

/** Returns the fields of a profile as a form has them. */
export function toSettingsFields(profile: UserProfile): SettingsFields {
  const fields = fieldNames.map((name) => [name, profile[name] ?? '']);
  return Object.fromEntries(fields);
}

/** Returns the profile that a form asks for, or the names of all its invalid fields. */
export function readSettingsForm(
  form: SettingsFields,
  language: Language,
): Result<ChangeableProfile, readonly SettingsField[]> {
  const chosen = fieldNames.filter((name) => form[name] !== '');
  const time_zone = readTimeZone(form.time_zone, language) ?? '';
  const read = { ...form, time_zone };
  const value = Object.fromEntries(chosen.map((name) => [name, read[name]]));
  const parsed = ChangeableProfile.safeParse(value);
  if (parsed.success) return success(parsed.data);
  const paths = parsed.error.issues.map(({ path }) => path[0]);
  return failure(fieldNames.filter((name) => paths.includes(name)));
}
