import { UserSettings } from '#functions/auth/identity/user-settings.ts';
import { readLocale } from '#functions/auth/language/language.ts';
import type { HeaderReader } from '#shared/http/headers.ts';
import { selectRegion } from '#shared/pages/language.ts';
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

/**
 * Returns the settings that a browser tells of its user: the language and the units by its headers,
 * the time zone by the field that the script fills in. What is not valid is not chosen.
 */
export function readBrowserSettings(
  header: HeaderReader,
  time_zone: string,
): UserSettings {
  const { shape } = UserSettings;
  const isImperial = imperialRegions.includes(selectRegion(header('accept-language')));
  // Browsers that hide the time zone say UTC.
  const isKnown = !['UTC', 'Etc/UTC'].includes(time_zone);
  return compact({
    locale: shape.locale.safeParse(readLocale(header)).data,
    time_zone: isKnown ? shape.time_zone.safeParse(time_zone).data : undefined,
    ...(isImperial ? ({ distance_unit: 'miles', weight_unit: 'pounds' } as const) : {}),
  });
}
