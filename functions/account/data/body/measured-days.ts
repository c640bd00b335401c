import { addDays, type DayRange, isWithin } from '#functions/diary/entry/dates.ts';
import type { PlacedMeasurement } from '#functions/diary/measurement/measurement.ts';
import type { MeasurementType } from '#functions/diary/measurement/measurement-types.ts';

/** The types that have a chart. The others are lists. */
export const chartedTypes: readonly MeasurementType[] = [
  'weight',
  'sleep',
  'steps',
  'resting_heart_rate',
];

/** A number of a day. Days without one are left out. */
export interface DayAmount {
  date: string;
  amount: number;
}

/** The stages of sleep in the order of the chart. What has no stage is unspecified. */
export const stageNames = ['deep', 'rem', 'light', 'unspecified'] as const;
export type StageName = (typeof stageNames)[number];

/** The sleep of a night, by the day of waking. The amount is the time asleep in seconds. */
export interface Night extends DayAmount {
  stages: Readonly<Record<StageName, number>>;
}

/** Lists the averages of the days with values of a type, which are sorted. */
export function listDayAmounts(
  type: MeasurementType,
  values: readonly PlacedMeasurement[],
): DayAmount[] {
  return groupByDay(type, values).map(({ date, ofDay }) => ({
    date,
    amount: average(ofDay.map(({ measured }) => measured.value)),
  }));
}

/** Lists the nights of sorted values. Parts of a night are added; naps are none. */
export function listNights(values: readonly PlacedMeasurement[]): Night[] {
  const nightly = values.filter(({ measured }) => measured.sleep?.is_nap !== true);
  return groupByDay('sleep', nightly).map(({ date, ofDay }) => {
    const sumStage = (stage: 'deep' | 'rem' | 'light') =>
      sum(ofDay.map(({ measured }) => measured.sleep?.[stage] ?? 0));
    const [deep, rem, light] = [sumStage('deep'), sumStage('rem'), sumStage('light')];
    const amount = sum(ofDay.map(({ measured }) => measured.value));
    const rest = amount - deep - rem - light;
    // Stages are rounded to minutes mostly, so a smaller rest is none.
    const unspecified = rest < ofDay.length * 300 ? 0 : rest;
    return { date, amount, stages: { deep, rem, light, unspecified } };
  });
}

function groupByDay(type: MeasurementType, values: readonly PlacedMeasurement[]) {
  const ofType = values.filter((value) => value.type === type);
  const byDay = Map.groupBy(ofType, ({ measured }) => measured.date);
  return [...byDay].map(([date, ofDay]) => ({ date, ofDay }));
}

/** The days of a mean that smooths the changes from day to day. */
export const meanDays = 7;

/** Returns for each day the mean of the days with a value among the seven that end with it. */
export function computeMeans(days: readonly DayAmount[]): DayAmount[] {
  return days.map(({ date }, index) => {
    const first = addDays(date, 1 - meanDays);
    const recent = days.slice(Math.max(0, index + 1 - meanDays), index + 1);
    const amounts = recent.filter((day) => day.date >= first).map(({ amount }) => amount);
    return { date, amount: average(amounts) };
  });
}

/** Returns the average of the days of each range, or null for a range without any. */
export function averageRanges(
  days: readonly DayAmount[],
  ranges: readonly DayRange[],
): (number | null)[] {
  return ranges.map((range) => {
    const amounts = days
      .filter(({ date }) => isWithin(range, date))
      .map(({ amount }) => amount);
    return amounts.length === 0 ? null : average(amounts);
  });
}

export function average(amounts: readonly number[]): number {
  return sum(amounts) / amounts.length;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
