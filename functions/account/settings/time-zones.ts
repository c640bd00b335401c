import type { Html } from '#shared/html/html.ts';
import { findNearestName } from '#shared/http/nearest-name.ts';
import { renderField } from '#shared/pages/form.ts';
import { isTimeZone, type Language, languages } from '#shared/pages/language.ts';
import { listTimeZones, toCurrentTimeZone } from '#shared/pages/time-zone-names.ts';
import { toSearchKey } from '#shared/runtime/search-key.ts';
import { cities } from './cities.ts';
import { findMainTimeZone, findRegion } from './countries.ts';
import { settingsTexts } from './settings.texts.ts';

/**
 * Names that do not say exactly where somebody is, by the zone that most people mean: of times,
 * without "time" at their end, of offsets, of cities in short, and of states with two zones.
 */
const vagueNames: Readonly<Record<string, string>> = {
  'America/Anchorage': 'akst, akdt, alaska',
  'America/Boise': 'idaho',
  'America/Chicago': `cst, cdt, ct, central, us central, gmt-6, utc-6, texas, tennessee, kansas,
    nebraska, north dakota, south dakota`,
  'America/Denver': 'mst, mdt, mt, mountain, us mountain, gmt-7, utc-7',
  'America/Detroit': 'michigan',
  'America/Indiana/Indianapolis': 'indiana',
  'America/Los_Angeles':
    'pst, pdt, pt, pst8pdt, pacific, us pacific, gmt-8, utc-8, la, sf, vegas, oregon',
  'America/New_York': `est, edt, et, est5edt, eastern, us eastern, gmt-5, utc-5, nyc, dc, philly,
    florida, kentucky`,
  'Asia/Kolkata': 'ist, india, indian, indische',
  'Asia/Seoul': 'kst',
  'Asia/Tokyo': 'jst, japan, japanische, gmt+9, utc+9',
  'Australia/Adelaide': 'acst, acdt',
  'Australia/Perth': 'awst',
  'Australia/Sydney': 'aest, aedt',
  'Europe/Berlin':
    'cet, cest, mez, mesz, met, central european, mitteleuropaische, gmt+1, utc+1',
  'Europe/Helsinki':
    'eet, eest, oez, oesz, eastern european, osteuropaische, gmt+2, utc+2',
  'Europe/Lisbon': 'wet, west, wez, wesz, western european, westeuropaische',
  'Europe/London': 'gmt, bst, greenwich mean, british, uk, britische',
  'Europe/Moscow': 'msk, moscow, moskauer, gmt+3, utc+3',
  'Pacific/Auckland': 'nzst, nzdt',
  'Pacific/Honolulu': 'hst',
};

/** What the name of a time has at its end, as in `Eastern Standard Time`. */
const endOfTime = / (?:(?:standard|daylight|summer) )?time$| (?:sommer|normal)?zeit$/;

/** The longest text to which a similar name is looked for. */
const maxLength = 60;

/** The similarity that a name needs, from 0 to 1. */
const minSimilarity = 0.7;

/** Returns the part of a name after its areas: `Buenos Aires`. */
function getPlace(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

const citiesOfZones = new Map(
  cities.map((city) => [`${city.timeZone} ${city.en}`, city]),
);

/** Returns what people read and enter for a time zone: `Amerika/New York` in German. */
export function nameTimeZone(timeZone: string, language: Language): string {
  const [area = ''] = timeZone.split('/', 1);
  if (area === timeZone) return timeZone;
  const areas = new Map(Object.entries<string>(settingsTexts[language].areas));
  const place = getPlace(timeZone);
  const city = citiesOfZones.get(`${timeZone} ${place}`);
  const between = timeZone.slice(area.length, -place.length).replaceAll('_', ' ');
  return (areas.get(area) ?? area) + between + (city?.[language] ?? place);
}

/** The time zones by their names and their cities, in lower case and by the keys of these. */
const zonesByName = new Map<Language, ReadonlyMap<string, string>>();

function indexTimeZones(language: Language): ReadonlyMap<string, string> {
  const ofZones = listTimeZones().flatMap((timeZone) => {
    const city = timeZone.slice(timeZone.indexOf('/') + 1);
    const names = [timeZone, nameTimeZone(timeZone, language), city, getPlace(timeZone)];
    return names.map((name) => ({ name, timeZone }));
  });
  const ofCities = cities.flatMap(({ timeZone, ...names }) =>
    languages.map((each) => ({ name: names[each], timeZone })),
  );
  const index = new Map([['utc', 'UTC']]);
  // A name as it is spelled comes first: San José is in Costa Rica. So do cities: San Juan.
  for (const spell of [(name: string) => name.toLowerCase(), toSearchKey])
    for (const { name, timeZone } of [...ofCities, ...ofZones])
      if (!index.has(spell(name))) index.set(spell(name), timeZone);
  return index;
}

/**
 * Returns the time zone of a text: of its name, of a city or of a country, in any case. Returns
 * undefined if there is none.
 */
export function readTimeZone(text: string, language: Language): string | undefined {
  const entered = text.trim();
  const index = zonesByName.get(language) ?? indexTimeZones(language);
  zonesByName.set(language, index);
  const named = index.get(entered.toLowerCase()) ?? index.get(toSearchKey(entered));
  const found = named ?? findMainTimeZone(entered);
  if (found !== undefined) return found;
  // An older name. Without an area, it is an abbreviation, which is ambiguous.
  const isOlder = entered.includes('/') && isTimeZone(entered);
  return isOlder ? toCurrentTimeZone(entered) : undefined;
}

/** Returns the time zone that most people mean by a name that can be another one's, too. */
function findVague(text: string): string | undefined {
  const key = toSearchKey(text).replace(endOfTime, '');
  const named = Object.entries(vagueNames).find(([, names]) =>
    names.split(/,\s+/).includes(key),
  );
  return named?.[0];
}

/** Returns what may have been meant by a text that is no time zone. */
function findMeant(text: string, language: Language): string | undefined {
  // Of a city and a state, the state says which city of that name it is.
  const [city = '', ...areas] = text.split(',');
  const parts = areas.length === 0 ? [] : [...areas.toReversed(), city];
  const meant = [text, ...parts]
    .map((part) => findVague(part) ?? readTimeZone(part, language))
    .find((timeZone) => timeZone !== undefined);
  if (meant !== undefined) return nameTimeZone(meant, language);
  if (text.length > maxLength) return undefined;
  const key = toSearchKey(text);
  const known = [...listSuggestions(language), ...listTimeZones().map(getPlace)];
  const keys = known.map(toSearchKey);
  const nearest = findNearestName(key, keys, minSimilarity);
  return nearest && known[keys.indexOf(nearest)];
}

/** Says that a text is no time zone, and what may have been meant. */
export function explainTimeZone(text: string, language: Language): string {
  const { problems, didYouMean, severalTimeZones } = settingsTexts[language];
  if (findRegion(text) !== undefined) return severalTimeZones;
  const meant = findMeant(text, language);
  return meant ? `${problems.time_zone} ${didYouMean(meant)}` : problems.time_zone;
}

/** Lists what a browser suggests: the names of all time zones, and the cities. */
function listSuggestions(language: Language): string[] {
  const zones = listTimeZones().map((timeZone) => nameTimeZone(timeZone, language));
  return [...zones, ...new Set(cities.map((city) => city[language]))];
}

/** Renders a field that searches in all time zones and in cities. */
export function renderTimeZoneField(
  { value = '', ...field }: Parameters<typeof renderField>[0],
  language: Language,
): Html {
  const chosen = readTimeZone(value, language);
  return renderField({
    ...field,
    value: chosen === undefined ? value : nameTimeZone(chosen, language),
    attributes: { autocomplete: 'off', spellcheck: 'false' },
    suggestions: listSuggestions(language),
  });
}
