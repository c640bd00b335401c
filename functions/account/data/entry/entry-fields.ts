import type { DisplayUnits } from '#functions/account/formats.ts';
import type { UserProfile } from '#functions/auth/identity/identity.ts';
import { addDays, countDays } from '#functions/diary/entry/dates.ts';
import type { Entry, EntryType } from '#functions/diary/entry/entry.ts';
import { findOffset } from '#functions/diary/entry/times.ts';
import { CalendarDate, type EnergySource } from '#functions/diary/entry/values.ts';
import type { Locale } from '#shared/pages/language.ts';
import { compact } from '#shared/runtime/compact.ts';
import { readAmount, writeAmount } from '../amounts.ts';
import { findCalories, toCalories } from '../energy.ts';
import { fromLocalStart, toLocalStart } from '../local-start.ts';
import type { EntryField, EntryFields } from './entry-form.ts';

/** The formats of the fields of a form. */
export interface FieldContext {
  locale: Locale;
  units: DisplayUnits;
  energyUnit: NonNullable<UserProfile['energy_unit']>;
  /** The offset of the entry, else the person's time zone, if one of them is known. */
  place: string | undefined;
  /** The days from the date of an entry to the local date of its start, which is 0 for most. */
  startsAfterDays: number;
}

/** Returns how the fields of a new entry, or of a stored one, are read and written. */
export function toFieldContext(
  { time_zone, energy_unit = 'calories' }: UserProfile,
  { locale, formats }: { locale: Locale; formats: { units: DisplayUnits } },
  entry?: Entry,
): FieldContext {
  const start = entry?.type === 'exercise' ? entry.start_time : undefined;
  const place = findOffset(start ?? '') ?? time_zone;
  const { units } = formats;
  const startDate = start && toLocalStart(start, time_zone).slice(0, 10);
  return {
    locale,
    units,
    energyUnit: energy_unit,
    place,
    startsAfterDays: entry && startDate ? countDays(entry.date, startDate) : 0,
  };
}

/** A member of an entry, and the fields of which it is read. */
interface Member {
  path: string;
  fields: readonly [EntryField, ...EntryField[]];
  /** Returns a value for the schema of the entry. It rejects NaN. Null is none. */
  read(fields: EntryFields, context: FieldContext): unknown;
}

const amountMember = (path: string, field: EntryField): Member => ({
  path,
  fields: [field],
  read: ({ [field]: text = '' }, { locale }) => readAmount(text, locale),
});

const energyMember = (path: string): Member => ({
  path,
  fields: ['energy'],
  read: ({ energy = '' }, { locale, energyUnit }) => {
    const value = readAmount(energy, locale);
    return value === null ? null : { unit: energyUnit, value };
  },
});

const dateMember: Member = { path: 'date', fields: ['date'], read: ({ date }) => date };

/** The members that a form can change, of each type of entry. */
export const members: Readonly<Record<EntryType, readonly Member[]>> = {
  food_entry: [
    dateMember,
    {
      path: 'diary_meal',
      fields: ['meal', 'other_meal'],
      read: ({ meal, other_meal = '' }) => (other_meal.trim() === '' ? meal : other_meal),
    },
    {
      path: 'food',
      fields: ['name', 'brand'],
      read: ({ name = '', brand = '' }) =>
        name + brand === '' ? null : { name, brand: brand || null },
    },
    amountMember('servings', 'servings'),
    energyMember('nutritional_contents.energy'),
    amountMember('nutritional_contents.protein', 'protein'),
    amountMember('nutritional_contents.carbohydrates', 'carbohydrates'),
    amountMember('nutritional_contents.fat', 'fat'),
  ],
  exercise: [
    dateMember,
    {
      path: 'exercise',
      fields: ['activity'],
      read: ({ activity }) => ({ id: activity }),
    },
    { path: 'start_time', fields: ['date', 'time'], read: readStart },
    { path: 'duration', fields: ['hours', 'minutes'], read: readDuration },
    {
      path: 'distance',
      fields: ['distance'],
      read: ({ distance = '' }, { locale, units }) => {
        const amount = readAmount(distance, locale);
        // To the millimeter.
        return amount && Math.round((amount / units.distance.factor) * 1000) / 1000;
      },
    },
    {
      path: 'energy',
      fields: ['energy'],
      // The diary requires one. `energy_source` says whether it is known.
      read: ({ energy = '' }, { locale, energyUnit }) => {
        return { unit: energyUnit, value: readAmount(energy, locale) ?? 0 };
      },
    },
    { path: 'energy_source', fields: ['energy'], read: readEnergySource },
    amountMember('avg_heart_rate', 'avg_heart_rate'),
    amountMember('max_heart_rate', 'max_heart_rate'),
  ],
};

/** Matches a time of day with or without seconds. */
const timePattern = /^([01]?\d|2[0-3]):([0-5]\d)(?::\d\d)?$/;

function readStart(
  { date = '', time = '' }: EntryFields,
  { place, startsAfterDays }: FieldContext,
): string | null | undefined {
  if (time.trim() === '') return null;
  const [, hours, minutes] = timePattern.exec(time.trim()) ?? [];
  if (hours === undefined) return time;
  // The problem of the date is reported as that of the date.
  if (!CalendarDate.safeParse(date).success) return undefined;
  const startDate = addDays(date, startsAfterDays);
  return fromLocalStart(`${startDate}T${hours.padStart(2, '0')}:${minutes}`, place);
}

function readEnergySource(
  { energy = '' }: EntryFields,
  { locale }: FieldContext,
): EnergySource {
  return readAmount(energy, locale) === null ? 'unknown' : 'stated';
}

function readDuration(
  { hours = '', minutes = '' }: EntryFields,
  { locale }: FieldContext,
): number | null {
  const [wholeHours, rest] = [readAmount(hours, locale), readAmount(minutes, locale)];
  if (wholeHours === null && rest === null) return null;
  // The other part must not make up for a negative one.
  if ((wholeHours ?? 0) < 0 || (rest ?? 0) < 0) return -1;
  return Math.round((wholeHours ?? 0) * 3600 + (rest ?? 0) * 60);
}

/** Writes a stored entry into the fields of its form. */
export function toEntryFields(
  entry: Entry,
  { locale, units, place }: FieldContext,
): EntryFields {
  const write = (value: number | undefined, decimals?: number) =>
    writeAmount(value, locale, decimals);
  const writeEnergy = (calories: number | null) =>
    calories === null ? '' : write(calories * units.energy.factor, 1);
  const { date } = entry;
  if (entry.type === 'food_entry') {
    const { diary_meal, food, servings, nutritional_contents: contents } = entry;
    return {
      date,
      meal: diary_meal,
      other_meal: '',
      name: food?.name ?? '',
      brand: food?.brand ?? '',
      servings: write(servings),
      energy: writeEnergy(toCalories(contents.energy ?? null)),
      protein: write(contents.protein),
      carbohydrates: write(contents.carbohydrates),
      fat: write(contents.fat),
    };
  }

  const { exercise, start_time, duration, distance } = entry;
  const minutes = Math.round(duration / 60);
  return {
    activity: exercise.id,
    date,
    time: start_time ? toLocalStart(start_time, place).slice(11) : '',
    hours: write(Math.floor(minutes / 60)),
    minutes: write(minutes % 60),
    distance: distance === undefined ? '' : write(distance * units.distance.factor, 3),
    energy: writeEnergy(findCalories(entry)),
    avg_heart_rate: write(entry.avg_heart_rate),
    max_heart_rate: write(entry.max_heart_rate),
  };
}

/** Reads the members whose fields differ from those that were shown. */
export function readMembers(
  type: EntryType,
  { fields, shown = {} }: { fields: EntryFields; shown?: EntryFields },
  context: FieldContext,
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  const contents: Record<string, unknown> = {};
  for (const member of members[type]) {
    const isShown = member.fields.every((name) => fields[name] === shown[name]);
    if (isShown) continue;
    const [first = '', nested] = member.path.split('.');
    const value = member.read(fields, context);
    if (nested === undefined) read[first] = value;
    else contents[nested] = value;
  }
  const hasContents = Object.keys(contents).length > 0;
  return compact({ ...read, nutritional_contents: hasContents ? contents : undefined });
}
