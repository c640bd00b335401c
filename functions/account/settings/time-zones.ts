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

/** The time zones of a part of the world, such as `Europe`, by their IANA names. */
export interface TimeZoneArea {
  area: string;
  names: readonly string[];
}

/** Lists the time zones by area. Those of the list always include `chosen`. */
export function listTimeZones(chosen: string): TimeZoneArea[] {
  const listed = Intl.supportedValuesOf('timeZone');
  const current = listed.map((name) => newerNames[name] ?? name);
  const names = new Set(chosen === '' ? current : [...current, chosen]);
  const byArea = Map.groupBy([...names].sort(), (name) => name.split('/')[0] ?? name);
  return Array.from(byArea, ([area, zones]) => ({ area, names: zones }));
}

/** Returns what a list of an area shows: `Argentina – Buenos Aires`. */
export function getCityName(timeZone: string): string {
  const [area = '', ...places] = timeZone.split('/');
  const city = places.length === 0 ? area : places.join(' – ');
  return city.replaceAll('_', ' ');
}
