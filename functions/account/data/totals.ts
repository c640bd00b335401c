import { type DayRange, isWithin } from '#functions/diary/entry/dates.ts';
import type { Energy } from '#functions/diary/entry/quantities.ts';
import { type DaySummary, sumEnergy } from '#functions/diary/entry/totals.ts';

/** The totals of a span. Null means that no entry of the span has the value. */
export interface SpanTotals extends DayRange {
  /** Whether a day of the span has entries. */
  hasEntries: boolean;
  /** Calories (kcal). */
  energyIn: number | null;
  /** Calories (kcal). */
  energyOut: number | null;
  /** Seconds. */
  duration: number;
  /** Meters. */
  distance: number | null;
}

/** Sums the days of each span. */
export function sumSpans(
  days: readonly DaySummary[],
  spans: readonly DayRange[],
): SpanTotals[] {
  return spans.map((span) => {
    const daysOfSpan = days.filter(({ date }) => isWithin(span, date));
    return { ...span, ...sumDays(daysOfSpan) };
  });
}

function sumDays(days: readonly DaySummary[]): Omit<SpanTotals, keyof DayRange> {
  return {
    hasEntries: days.length > 0,
    energyIn: sumKnown(days.map(({ energy_in }) => toCalories(energy_in))),
    energyOut: sumKnown(days.map(({ energy_out }) => toCalories(energy_out))),
    duration: days.reduce((total, { duration }) => total + duration, 0),
    distance: sumKnown(days.map(({ distance }) => distance)),
  };
}

/**
 * Converts an energy to calories, the unit of the charts. A sum has the unit of its first amount,
 * so the energy is added to 0 calories.
 */
export function toCalories(energy: Energy | null): number | null {
  if (!energy) return null;
  const zero = { unit: 'calories', value: 0 } as const;
  const amounts = [zero, energy].map((amount) => ({ energy: amount, multiplier: 1 }));
  return sumEnergy(amounts)?.value ?? null;
}

function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? known.reduce((total, value) => total + value, 0) : null;
}
