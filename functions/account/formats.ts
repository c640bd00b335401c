import type { UserSettings } from '#functions/auth/identity/user-settings.ts';
import { getDateFormat, getNumberFormat } from '#shared/pages/formatters.ts';
import {
  formatInLocale,
  formatLongDate,
  formatLongTime,
  getUtcOffset,
  keepDayWithMonth,
  type Locale,
  toCalendarDate,
} from '#shared/pages/language.ts';

/** A unit of a person, and what an amount of ours is multiplied by to be in that unit. */
export interface DisplayUnit {
  symbol: string;
  factor: number;
  /** The most decimal places. */
  decimals: number;
}

/** A person's units of what the diary has. */
export interface DisplayUnits {
  /** Of calories (kcal). */
  energy: DisplayUnit;
  /** Of meters. */
  distance: DisplayUnit;
  /** Of meters. */
  elevation: DisplayUnit;
  /** Of meters a second. */
  speed: DisplayUnit;
  /** Of meters, to which the pace of a swim is. */
  pool: DisplayUnit;
  /** Of centimeters, e.g. around the waist. */
  girth: DisplayUnit;
  /** Of kilograms. */
  weight: DisplayUnit;
}

type UnitSettings = Pick<UserSettings, 'distance_unit' | 'weight_unit' | 'energy_unit'>;

/** The locale and the settings of a person. What they did not choose has its default. */
interface FormatSettings extends UnitSettings, Pick<UserSettings, 'time_zone'> {
  locale: Locale;
}

const secondsPerHour = 3600;
const metersPerMile = 1609.344;
const feetPerMeter = 1 / 0.3048;
const metersPerYard = 0.9144;
const centimetersPerInch = 2.54;
const kilogramsPerPound = 0.45359237;

const kilometers = {
  distance: { symbol: 'km', factor: 1 / 1000, decimals: 1 },
  elevation: { symbol: 'm', factor: 1, decimals: 0 },
  speed: { symbol: 'km/h', factor: secondsPerHour / 1000, decimals: 1 },
  pool: { symbol: '100 m', factor: 1 / 100, decimals: 2 },
  girth: { symbol: 'cm', factor: 1, decimals: 1 },
};

const miles: typeof kilometers = {
  distance: { symbol: 'mi', factor: 1 / metersPerMile, decimals: 1 },
  elevation: { symbol: 'ft', factor: feetPerMeter, decimals: 0 },
  speed: { symbol: 'mph', factor: secondsPerHour / metersPerMile, decimals: 1 },
  pool: { symbol: '100 yd', factor: 1 / (100 * metersPerYard), decimals: 2 },
  girth: { symbol: 'in', factor: 1 / centimetersPerInch, decimals: 1 },
};

const weights: Readonly<Record<NonNullable<UserSettings['weight_unit']>, DisplayUnit>> = {
  kilograms: { symbol: 'kg', factor: 1, decimals: 1 },
  pounds: { symbol: 'lb', factor: 1 / kilogramsPerPound, decimals: 1 },
};

const energies: Readonly<Record<NonNullable<UserSettings['energy_unit']>, DisplayUnit>> =
  {
    calories: { symbol: 'kcal', factor: 1, decimals: 0 },
    kilojoules: { symbol: 'kJ', factor: 4.184, decimals: 0 },
  };

function chooseUnits({
  distance_unit,
  weight_unit = 'kilograms',
  energy_unit = 'calories',
}: UnitSettings): DisplayUnits {
  const lengths = distance_unit === 'miles' ? miles : kilometers;
  return { energy: energies[energy_unit], weight: weights[weight_unit], ...lengths };
}

/** Formats seconds as minutes and seconds, as in `5:02`. */
function formatMinutes(seconds: number): string {
  const rounded = Math.round(seconds);
  return `${Math.floor(rounded / 60)}:${String(rounded % 60).padStart(2, '0')}`;
}

/** Creates the functions that format amounts, dates and times as a person reads them. */
export function createFormats({ locale, time_zone, ...unitSettings }: FormatSettings) {
  const units = chooseUnits(unitSettings);
  const format = (value: number, maximumFractionDigits: number) =>
    getNumberFormat(locale, { maximumFractionDigits }).format(value);
  const formatDate = (date: string, options: Intl.DateTimeFormatOptions) =>
    formatInLocale(date, locale, { ...options, timeZone: 'UTC' });
  const withUnit = (unit: keyof DisplayUnits) => (amount: number) => {
    const { symbol, factor, decimals } = units[unit];
    return `${format(amount * factor, decimals)} ${symbol}`;
  };
  const withPace = (unit: keyof DisplayUnits) => (speed: number) => {
    const { symbol, factor } = units[unit];
    return `${formatMinutes(1 / (speed * factor))} min/${symbol}`;
  };
  return {
    /** For charts, and for columns whose head has the unit. */
    units,
    /** An amount in the person's unit, without the unit. The digits of a column line up. */
    number(
      unit: keyof DisplayUnits,
      amount: number,
      decimals = units[unit].decimals,
    ): string {
      const { factor } = units[unit];
      const options = {
        maximumFractionDigits: decimals,
        minimumFractionDigits: decimals,
      };
      return getNumberFormat(locale, options).format(amount * factor);
    },
    /** Calories (kcal). */
    energy: withUnit('energy'),
    /** Meters. */
    distance: withUnit('distance'),
    /** Meters of a workout: exactly as the person has entered them, or as devices show them. */
    workoutDistance(meters: number, isEntered: boolean): string {
      const { symbol, factor } = units.distance;
      const value = meters * factor;
      const isExact = Math.abs(value - Math.round(value * 1000) / 1000) < 1e-6;
      return `${format(value, isEntered && isExact ? 3 : 2)} ${symbol}`;
    },
    /** Meters of height. */
    elevation: withUnit('elevation'),
    /** Meters a second. */
    speed: withUnit('speed'),
    /** Meters a second, not zero, as minutes and seconds of a kilometer or mile. */
    pace: withPace('distance'),
    /** Meters a second, not zero, as minutes and seconds of 100 meters or yards. */
    swimPace: withPace('pool'),
    /** Kilograms. */
    weight: withUnit('weight'),
    /** Centimeters around the body. */
    girth: withUnit('girth'),
    /** Seconds, as hours and minutes. */
    duration(seconds: number): string {
      const minutes = Math.round(seconds / 60);
      const hours = Math.floor(minutes / 60);
      return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
    },
    /** Seconds for a column, as in `1:05`, or a dash for none. */
    hours(seconds: number): string {
      const minutes = Math.round(seconds / 60);
      if (minutes === 0) return '–';
      return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
    },
    /** Seconds, as minutes and seconds. */
    minutes: formatMinutes,
    /** Seconds, as in `5:02` or `1:05:02`. */
    clock(seconds: number): string {
      const hours = Math.floor(Math.round(seconds) / secondsPerHour);
      const rest = formatMinutes(Math.round(seconds) % secondsPerHour);
      return hours > 0 ? `${hours}:${rest.padStart(5, '0')}` : rest;
    },
    /** A share, as in `12%` for 0.12. */
    percent: (share: number, maximumFractionDigits = 0) =>
      getNumberFormat(locale, { style: 'percent', maximumFractionDigits }).format(share),
    /** A number with at most two decimal places. */
    amount: (value: number) => format(value, 2),
    /**
     * A time of day: with an offset at the place, e.g. `2:36 AM (UTC+13)`, and in UTC in the
     * person's time zone. The offset is omitted where it is that of the person's time zone.
     */
    startTime(time: string): string {
      const [offset] = /[+-]\d\d:\d\d$/.exec(time) ?? [];
      const timeZone = offset ?? time_zone ?? 'UTC';
      const options = { timeStyle: 'short', timeZone } as const;
      const text = formatInLocale(time, locale, options);
      const label = getUtcOffset(time, timeZone);
      const isOwn = time_zone !== undefined && label === getUtcOffset(time, time_zone);
      return isOwn ? text : `${text} (${label})`;
    },
    /** A date, as in `November 20, 2026`. */
    longDate: (date: string) => formatLongDate(date, locale),
    /**
     * A day in UTC, on which something happened at a time that is not known. It says so if the
     * person has chosen a time zone, where the day can be the one before or after.
     */
    dayInUtc(date: string): string {
      const isOwn = time_zone === undefined || time_zone === 'UTC';
      return `${formatLongDate(date, locale)}${isOwn ? '' : ' (UTC)'}`;
    },
    /** A date with the day of the week, as in `Friday, November 20, 2026`. */
    fullDate: (date: string) => formatDate(date, { dateStyle: 'full' }),
    /** The date in the person's time zone of a time in UTC. */
    dateOfTime: (time: string) => formatLongDate(toCalendarDate(time, time_zone), locale),
    /** The date and the time in the person's time zone of a time in UTC. */
    longTime: (time: string) => formatLongTime(time, locale, time_zone),
    /** A date without its year. */
    shortDate: (date: string) => formatDate(date, { day: 'numeric', month: 'short' }),
    /** The day of the week of a date, as in `Thu`. */
    weekday: (date: string) => formatDate(date, { weekday: 'short' }),
    /** A date with the day of the week, without its year. */
    shortDay: (date: string) =>
      formatDate(date, { weekday: 'short', day: 'numeric', month: 'short' }),
    /** Two dates with their years, as in `October 24 – November 22, 2026`. */
    dateRange(first: string, last: string): string {
      const options = { dateStyle: 'long', timeZone: 'UTC' } as const;
      const range = getDateFormat(locale, options);
      return keepDayWithMonth(range.formatRange(new Date(first), new Date(last)));
    },
    /** The month of a date, without its year. */
    shortMonth: (date: string) => formatDate(date, { month: 'short' }),
    /** The month of a date, with its year. */
    month: (date: string) => formatDate(date, { year: 'numeric', month: 'short' }),
  };
}

/** The functions that format what one person reads. */
export type Formats = ReturnType<typeof createFormats>;

/** Formats a value, or returns a dash if it is unknown. */
export function formatKnown(
  value: number | null,
  format: (value: number) => string,
): string {
  return value === null ? '–' : format(value);
}
