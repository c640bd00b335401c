import * as z from 'zod/mini';
import { fromLocalStart } from '#functions/account/data/local-start.ts';
import { readScopeFields } from '#functions/account/scope-fields.ts';
import { defineFields, FormField } from '#functions/auth/browser/form.ts';
import {
  type NewPersonalToken,
  PersonalTokenName,
  personalTokenLimits,
} from '#functions/auth/personal-token/personal-token.ts';
import { addDays } from '#functions/diary/entry/dates.ts';
import { type DataScope, dataScopes } from '#shared/contract/scopes.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import { daySeconds, toEpochSeconds } from '#shared/runtime/time.ts';

/** The lifetimes in days that a person can choose. Another choice is a date. */
export const lifetimeChoices = ['7', '30', '90', '365'] as const;
export const untilDate = 'date';

/** The fields of the form for a new token. */
export const newTokenFields = {
  /** Creates a token once, however often the form is sent. */
  key: FormField,
  name: FormField,
  ...defineFields(dataScopes, FormField),
  /** The lifetime in days, or that the token expires at the end of a date. */
  lifetime: FormField,
  date: FormField,
  /** The current password. */
  current: FormField,
};

/** The names of the forms of the page. */
export type TokenAction = 'create' | 'revoke';

/** The fields of a new token, as the person filled them in. */
export type TokenFields = Readonly<
  Record<DataScope | 'name' | 'lifetime' | 'date', string>
>;

/** The choices of a person that can be refused. */
export type TokenField = 'name' | 'scope' | 'lifetime' | 'date';

/** When the form is sent, and where the person is. */
interface FormTime {
  now: Date;
  /** The current date of the person. */
  today: string;
  time_zone?: string | undefined;
}

/** Returns the token that a form asks for, or the names of all fields that are wrong. */
export function readTokenForm(
  fields: TokenFields,
  time: FormTime,
): Result<NewPersonalToken, readonly TokenField[]> {
  const name = PersonalTokenName.safeParse(fields.name);
  const scope = readScopeFields(fields);
  const expires_at = findExpiry(fields, time);
  const timeField = fields.lifetime === untilDate ? 'date' : 'lifetime';
  const problems = [
    !name.success && 'name',
    scope === '' && 'scope',
    expires_at === undefined && timeField,
  ] as const;
  if (name.success && scope !== '' && expires_at !== undefined)
    return success({ name: name.data, scope, expires_at });
  return failure(problems.filter((problem) => problem !== false));
}

/**
 * Returns when a token expires, in seconds since 1970: after days, or at the end of a date where
 * the person is, at most a year from now. Returns undefined if the choice is invalid.
 */
function findExpiry(
  { lifetime, date }: TokenFields,
  { now, today, time_zone }: FormTime,
): number | undefined {
  const { lifetimeDays } = personalTokenLimits;
  const latest = toEpochSeconds(now) + lifetimeDays * daySeconds;
  if (lifetime === untilDate) {
    const isDate = z.iso.date().safeParse(date).success;
    if (!isDate || date < today || date > addDays(today, lifetimeDays)) return undefined;
    const end = fromLocalStart(`${addDays(date, 1)}T00:00`, time_zone);
    return Math.min(toEpochSeconds(new Date(end)), latest);
  }
  const days = lifetimeChoices.find((choice) => choice === lifetime);
  return days === undefined ? undefined : toEpochSeconds(now) + Number(days) * daySeconds;
}
