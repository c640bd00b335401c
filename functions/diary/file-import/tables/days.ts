import { isDiaryDate } from '#functions/diary/entry/dates.ts';
import { remember } from '#shared/runtime/remember.ts';

/** The order of the first two numbers of a date such as 3/4/2026. */
export type DayOrder = 'day_first' | 'month_first';

/** A date, and the text after it, which can be a time. */
export interface ReadDay {
  date: string;
  rest: string;
}

const yearFirst = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)/;
const digitsOnly = /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?!\d)/;
const withPoints = /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4}|\d\d)(?!\d)/;
const dayThenWord = new RegExp(
  String.raw`^(?<day>\d{1,2})(?:st|nd|rd|th|er)?[-/.\s]*(?:de\s+)?(?<word>\p{L}+)` +
    String.raw`[-/.,\s]*(?:de\s+)?(?<year>\d{4}|\d\d)(?![\d:])`,
  'iu',
);
const wordFirst =
  /^(?<word>\p{L}+)[-.\s]*(?<day>\d{1,2})(?:st|nd|rd|th)?[-,\s]+(?<year>\d{4})(?![\d:])/iu;
const yearThenWord = /^(?<year>\d{4})[-.\s]+(?<word>\p{L}+)[-.\s]+(?<day>\d{1,2})(?!\d)/u;
const statedForms = [
  yearFirst,
  digitsOnly,
  withPoints,
  dayThenWord,
  wordFirst,
  yearThenWord,
];

/** A day of the week before a date: before a comma, or as in `Sat Jan 03 2026`. */
const weekday = /^(?:\p{L}+\.?,|(?:mon|tue|wed|thu|fri|sat|sun)(?=\s))\s*/iu;

/** The form of which people of some countries write the day first, and of others the month. */
const unstatedForm = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d\d)(?!\d)/;

/** Consecutive rows mostly have the same date. */
const isRowDate = remember(100, isDiaryDate);

/** Reads the date with which a text begins. `order` is that of dates which do not tell it. */
export function readDay(cell: string, order?: DayOrder): ReadDay | undefined {
  // A service that writes dates as ISO 8601 does so in each of many rows.
  if (cell[4] === '-' && cell[7] === '-' && isRowDate(cell.slice(0, 10)))
    return { date: cell.slice(0, 10), rest: cell.slice(10) };
  const text = cell.replace(weekday, '');
  const unstated = unstatedForm.exec(text);
  if (unstated) {
    const [all, first = '', , second = '', year = ''] = unstated;
    if (order === undefined && first !== second && !tellOrder(text)) return undefined;
    const isMonthFirst = (tellOrder(text) ?? order) === 'month_first';
    const [day, month] = isMonthFirst ? [second, first] : [first, second];
    return toDay({ year, month, day }, text.slice(all.length));
  }
  const stated = statedForms.map((form) => form.exec(text)).find((found) => found);
  if (!stated?.groups) return undefined;
  const { year = '', word = '', day = '' } = stated.groups;
  const month = stated.groups.month ?? String(findMonth(word));
  return toDay({ year, month, day }, text.slice(stated[0].length));
}

/** Returns the order of a date that tells it by a number above 12. */
export function tellOrder(text: string): DayOrder | undefined {
  const [, first = 0, , second = 0] = findUnstated(text) ?? [];
  if (Number(first) > 12) return 'day_first';
  return Number(second) > 12 ? 'month_first' : undefined;
}

/** Returns the date of a text if it is stated, or what it has of one whose order is not. */
export function readDayText(text: string): string | undefined {
  return findUnstated(text)?.[0] ?? readDay(text)?.date;
}

function findUnstated(text: string): RegExpExecArray | null {
  return unstatedForm.exec(text.replace(weekday, ''));
}

/** Returns whether a text begins with a date that is another one in the other order. */
export function isAmbiguousDay(text: string): boolean {
  const first = readDay(text, 'day_first')?.date;
  const second = readDay(text, 'month_first')?.date;
  return first !== undefined && second !== undefined && first !== second;
}

function toDay(
  { year, month, day }: Record<'year' | 'month' | 'day', string>,
  rest: string,
): ReadDay | undefined {
  const whole = year.length === 2 ? `20${year}` : year;
  const date = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDiaryDate(date) ? { date, rest } : undefined;
}

const utcOffset = String.raw`z|[+-](?:0\d|1[0-4]):?[0-5]\d`;
const clock = new RegExp(
  String.raw`(\d{1,2}):(\d\d)(?::(\d\d))?(?:\.\d+)?(?:\s*([ap])\.?\s?m\.?)?\s*(${utcOffset})?`,
  'i',
);

/** A time of the day in seconds, and its offset from UTC if it is stated. */
export interface ReadTime {
  seconds: number;
  offset: string | undefined;
}

/** Finds a time in a text, such as `7:10 AM` or `T07:10:00+02:00`. */
export function readClock(text: string): ReadTime | undefined {
  const [, hour, minute, second = 0, half = '', offset] = clock.exec(text) ?? [];
  if (hour === undefined) return undefined;
  const noon = /p/i.test(half) ? 12 : 0;
  const hours = half ? (Number(hour) % 12) + noon : Number(hour);
  const seconds = hours * 3600 + Number(minute) * 60 + Number(second);
  return seconds < 86_400 ? { seconds, offset } : undefined;
}

const monthLanguages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];

/** Fewer letters are of several months. */
const minMonthLength = 3;

/** Returns the number of the month that a word is short for, e.g. 3 for `Mar`, or 0. */
function findMonth(word: string): number {
  const begin = toLetters(word).toLowerCase();
  // A word in other letters than these languages have is empty here.
  if (begin.length < minMonthLength) return 0;
  monthNames ??= listMonthNames();
  return (
    1 + monthNames.findIndex((names) => names.some((name) => name.startsWith(begin)))
  );
}

/** The names of each month, listed once: formats take long, and tables have many dates. */
let monthNames: readonly (readonly string[])[] | undefined;

/** What spreadsheets write for the German and the Dutch March, which begin with no such letters. */
const shortMarches = ['mrz', 'mrt'];

function listMonthNames(): string[][] {
  const formats = monthLanguages.map(
    (language) => new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }),
  );
  return Array.from({ length: 12 }, (_, month) => [
    ...formats.map((format) =>
      toLetters(format.format(Date.UTC(2026, month))).toLowerCase(),
    ),
    ...(month === 2 ? shortMarches : []),
  ]);
}

/** The most letters of a word that is compared. */
export const maxWordLength = 100;

/** Returns the letters of a text without accents. */
export function toLetters(text: string): string {
  const plain = text.slice(0, 4 * maxWordLength).normalize('NFD');
  return plain.replaceAll('ß', 'ss').replaceAll(/[^A-Za-z]/g, '');
}
