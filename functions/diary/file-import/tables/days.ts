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
const withPoints = /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4}|\d\d)(?!\d)/;
const dayThenWord =
  /^(?<day>\d{1,2})\.?\s+(?:de\s+)?(?<word>\p{L}+)\.?,?\s+(?:de\s+)?(?<year>\d{4})/u;
const wordFirst = /^(?<word>\p{L}+)\.?\s+(?<day>\d{1,2}),?\s+(?<year>\d{4})/u;
const statedForms = [yearFirst, withPoints, dayThenWord, wordFirst];

/** The form of which people of some countries write the day first, and of others the month. */
const unstatedForm = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d\d)(?!\d)/;

/** Consecutive rows mostly have the same date. */
const isRowDate = remember(100, isDiaryDate);

/** Reads the date with which a text begins. `order` is that of dates which do not tell it. */
export function readDay(text: string, order?: DayOrder): ReadDay | undefined {
  // A service that writes dates as ISO 8601 does so in each of many rows.
  if (text[4] === '-' && text[7] === '-' && isRowDate(text.slice(0, 10)))
    return { date: text.slice(0, 10), rest: text.slice(10) };
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
  const [, first = 0, , second = 0] = unstatedForm.exec(text) ?? [];
  if (Number(first) > 12) return 'day_first';
  return Number(second) > 12 ? 'month_first' : undefined;
}

/** Returns the date of a text if it is stated, or what it has of one whose order is not. */
export function readDayText(text: string): string | undefined {
  return unstatedForm.exec(text)?.[0] ?? readDay(text)?.date;
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

/** Returns the number of the month that begins with a word, e.g. 3 for `Mar`, or 0. */
function findMonth(word: string): number {
  const begin = toLetters(word).toLowerCase();
  // A word in other letters than these languages have.
  if (begin === '') return 0;
  monthNames ??= listMonthNames();
  return (
    1 + monthNames.findIndex((names) => names.some((name) => name.startsWith(begin)))
  );
}

/** The names of each month, listed once: formats take long, and tables have many dates. */
let monthNames: readonly (readonly string[])[] | undefined;

function listMonthNames(): string[][] {
  const formats = monthLanguages.map(
    (language) => new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }),
  );
  return Array.from({ length: 12 }, (_, month) =>
    formats.map((format) =>
      toLetters(format.format(Date.UTC(2026, month))).toLowerCase(),
    ),
  );
}

/** The most letters of a word that is compared. */
export const maxWordLength = 100;

/** Returns the letters of a text without accents. */
export function toLetters(text: string): string {
  const plain = text.slice(0, 4 * maxWordLength).normalize('NFD');
  return plain.replaceAll('ß', 'ss').replaceAll(/[^A-Za-z]/g, '');
}
