import type { Html } from '#shared/html/html.ts';
import { findNearestName } from '#shared/http/nearest-name.ts';
import { renderField } from '#shared/pages/form.ts';
import { isTimeZone, type Language } from '#shared/pages/language.ts';
import { settingsTexts } from './settings.texts.ts';

/** The current names of cities that `Intl` lists by an older one. */
const newerNames: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** Lists the IANA names of the time zones, in order. */
function listTimeZones(): string[] {
  const listed = Intl.supportedValuesOf('timeZone');
  return listed.map((name) => newerNames[name] ?? name).sort();
}

/** Returns the part of a name after the area: `Argentina/Buenos Aires`. */
function getCity(name: string): string {
  return name.slice(name.indexOf('/') + 1).replaceAll('_', ' ');
}

/** Returns what people read and enter for a time zone: `Amerika/New York` in German. */
export function nameTimeZone(timeZone: string, language: Language): string {
  const [area = ''] = timeZone.split('/', 1);
  const areas = new Map(Object.entries<string>(settingsTexts[language].areas));
  return (areas.get(area) ?? area) + timeZone.slice(area.length).replaceAll('_', ' ');
}

/** Returns the names of a time zone by which people find it, the shortest last. */
function listNames(timeZone: string, language: Language): string[] {
  const city = getCity(timeZone);
  const place = city.slice(city.lastIndexOf('/') + 1);
  return [timeZone, nameTimeZone(timeZone, language), city, place];
}

/**
 * Returns the time zone of a text: of its name, or of its city alone, in any case. Returns
 * undefined if there is none.
 */
export function readTimeZone(text: string, language: Language): string | undefined {
  const toKey = (name: string) => name.trim().toLowerCase().replaceAll('_', ' ');
  const key = toKey(text);
  const found = listTimeZones().find((timeZone) =>
    listNames(timeZone, language).some((name) => toKey(name) === key),
  );
  return found ?? (isTimeZone(text.trim()) ? text.trim() : undefined);
}

/** Returns the name of the time zone whose city is most like a text, if one is. */
function findNearest(text: string, language: Language): string | undefined {
  const listed = listTimeZones();
  const city = findNearestName(getCity(text), listed.map(getCity));
  const nearest = listed.find((timeZone) => getCity(timeZone) === city);
  return nearest && nameTimeZone(nearest, language);
}

/** Says that a text is no time zone, and what may have been meant. */
export function explainTimeZone(text: string, language: Language): string {
  const { problems, didYouMean } = settingsTexts[language];
  const nearest = findNearest(text, language);
  return nearest ? `${problems.time_zone} ${didYouMean(nearest)}` : problems.time_zone;
}

/** Renders a field that searches in all time zones. */
export function renderTimeZoneField(
  { value = '', ...field }: Parameters<typeof renderField>[0],
  language: Language,
): Html {
  const chosen = readTimeZone(value, language);
  return renderField({
    ...field,
    value: chosen === undefined ? value : nameTimeZone(chosen, language),
    attributes: { autocomplete: 'off', spellcheck: 'false' },
    suggestions: listTimeZones().map((timeZone) => nameTimeZone(timeZone, language)),
  });
}
