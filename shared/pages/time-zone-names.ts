/** The current names of cities that `Intl` knows by an older one. */
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

/** Returns the current name of an IANA time zone: `Asia/Kolkata` for `Asia/Calcutta`. */
export function toCurrentTimeZone(timeZone: string): string {
  const known = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  return newerNames[known] ?? known;
}

/** Lists the current IANA names of the time zones, in order. */
export function listTimeZones(): string[] {
  const listed = Intl.supportedValuesOf('timeZone');
  return listed.map((name) => newerNames[name] ?? name).sort();
}

/** Lists the current names of the time zones of a region: `DE`, `AT`. */
export function listTimeZonesOfRegion(region: string): string[] {
  const listed = new Intl.Locale('und', { region }).getTimeZones() ?? [];
  return listed.map(toCurrentTimeZone);
}
