import * as z from 'zod/mini';
import { described } from '#shared/contract/schema.ts';
import { isTimeZone, locales } from '#shared/pages/language.ts';

export const distanceUnits = ['kilometers', 'miles'] as const;
export const weightUnits = ['kilograms', 'pounds'] as const;
export const energyUnits = ['calories', 'kilojoules'] as const;
/** The days with which a week can begin. The first is the default. */
export const firstWeekdays = ['monday', 'sunday', 'saturday'] as const;
export type FirstWeekday = (typeof firstWeekdays)[number];

/**
 * The settings of a user. An absent one was not chosen: pages, mails and exports then
 * have the language of the browser, the first of each list of units, and UTC.
 */
export const UserSettings = z.object({
  locale: z.optional(
    described(
      z.enum(locales),
      'The language that the user reads, with the region whose dates and numbers they read.',
      'en-GB',
    ),
  ),
  time_zone: z.optional(
    described(
      z.string().check(z.refine(isTimeZone, 'must be the name of an IANA time zone')),
      'The name of the IANA time zone in which the user lives.',
      'Europe/Berlin',
    ),
  ),
  distance_unit: z.optional(
    described(z.enum(distanceUnits), 'The unit in which the user reads distances.'),
  ),
  weight_unit: z.optional(
    described(z.enum(weightUnits), 'The unit in which the user reads weights.'),
  ),
  energy_unit: z.optional(
    described(z.enum(energyUnits), 'The unit in which the user reads energy.'),
  ),
  first_weekday: z.optional(
    described(z.enum(firstWeekdays), 'The day with which a week begins.'),
  ),
});
export type UserSettings = z.infer<typeof UserSettings>;

export const userSettingNames = Object.keys(UserSettings.shape) as (keyof UserSettings)[];
