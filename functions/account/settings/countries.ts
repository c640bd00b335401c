import { languages } from '#shared/pages/language.ts';
import { listTimeZonesOfRegion } from '#shared/pages/time-zone-names.ts';
import { toSearchKey } from '#shared/runtime/search-key.ts';

/** The time zones of nearly all people of countries that have several. */
const mainTimeZones: Readonly<Record<string, string>> = {
  AR: 'America/Argentina/Buenos_Aires',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PT: 'Europe/Lisbon',
  UA: 'Europe/Kyiv',
  UZ: 'Asia/Tashkent',
};

/** Lists the codes of regions, of which `Intl` has no list, without the former ones. */
function listRegions(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return codes.filter((region) => new Intl.Locale('und', { region }).region === region);
}

/** The regions by the names of countries in our languages. */
let regionsByName: ReadonlyMap<string, string> | undefined;

function indexRegions(): ReadonlyMap<string, string> {
  const options = { type: 'region', fallback: 'none' } as const;
  const names = languages.flatMap((language) => [
    new Intl.DisplayNames(language, options),
    new Intl.DisplayNames(language, { ...options, style: 'short' }),
  ]);
  const named = listRegions().flatMap((region) =>
    names.map((name) => [toSearchKey(name.of(region) ?? ''), region] as const),
  );
  return new Map(named.filter(([name]) => name !== ''));
}

/** Returns the region of the name of a country in any of our languages, such as `DE`. */
export function findRegion(text: string): string | undefined {
  regionsByName ??= indexRegions();
  return regionsByName.get(toSearchKey(text));
}

/**
 * Returns the time zone of a country. Returns undefined if the text is no country, and for one
 * whose people live in several time zones.
 */
export function findMainTimeZone(country: string): string | undefined {
  const region = findRegion(country);
  if (region === undefined) return undefined;
  const [only, ...others] = listTimeZonesOfRegion(region);
  return others.length === 0 ? only : mainTimeZones[region];
}
