import {
  type FirstWeekday,
  UserSettings,
} from '#functions/auth/identity/user-settings.ts';
import { readLocale } from '#functions/auth/language/language.ts';
import type { HeaderReader } from '#shared/http/headers.ts';
import { selectRegion } from '#shared/pages/language.ts';
import { toCurrentTimeZone } from '#shared/pages/time-zone-names.ts';
import { compact } from '#shared/runtime/compact.ts';

/**
 * Puts the time zone of the browser into its field. No request tells it otherwise. Without the
 * script, the start page of the account asks for it.
 */
export const timeZoneScript =
  "document.querySelector('[name=time_zone]').value=" +
  'Intl.DateTimeFormat().resolvedOptions().timeZone';

/** The regions with miles and pounds (Unicode CLDR, measurement systems). */
const imperialRegions: readonly (string | undefined)[] = ['US', 'LR', 'MM'];

/** The days with which weeks begin, by their number (ISO 8601). Elsewhere it is Monday. */
const firstWeekdays: Readonly<Record<number, FirstWeekday>> = {
  6: 'saturday',
  7: 'sunday',
};

/** Returns the day with which a week begins in a region (Unicode CLDR). */
function findFirstWeekday(region: string | undefined): FirstWeekday | undefined {
  if (region === undefined) return undefined;
  return firstWeekdays[new Intl.Locale('und', { region }).getWeekInfo().firstDay];
}

/**
 * Returns the time zone of a browser. It has an area: an abbreviation is no zone of a person, and
 * browsers that hide theirs say UTC, also by an older name.
 */
function readBrowserTimeZone(text: string): string | undefined {
  const zone = UserSettings.shape.time_zone.safeParse(text).data;
  if (!zone?.includes('/')) return undefined;
  const current = toCurrentTimeZone(zone);
  return current === 'UTC' ? undefined : current;
}

/**
 * Returns the settings that a browser tells of its user: the language, the units and the week by
 * its headers, the time zone by the field that the script fills in. What is not valid is not
 * chosen.
 */
export function readBrowserSettings(
  header: HeaderReader,
  time_zone: string,
): UserSettings {
  const { shape } = UserSettings;
  const region = selectRegion(header('accept-language'));
  const isImperial = imperialRegions.includes(region);
  return compact({
    locale: shape.locale.safeParse(readLocale(header)).data,
    time_zone: readBrowserTimeZone(time_zone),
    first_weekday: findFirstWeekday(region),
    ...(isImperial ? ({ distance_unit: 'miles', weight_unit: 'pounds' } as const) : {}),
  });
}
