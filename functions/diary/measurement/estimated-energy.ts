import { bounds, kilojoulesPerCalorie } from '#functions/diary/entry/bounds.ts';
import { addDays, countDays, type DayRange } from '#functions/diary/entry/dates.ts';
import type { Diary } from '#functions/diary/entry/day-item.ts';
import { findEnergySource } from '#functions/diary/entry/energy-source.ts';
import type { DayEntries } from '#functions/diary/entry/entry.store.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import { coversScope, type PartialScope } from '#shared/contract/scopes.ts';
import { ServiceError } from '#shared/errors/errors.ts';
import { findMets } from '#shared/reference-data/activity-mets.ts';
import * as measurements from './measurement.store.ts';
import type { MeasuredValue } from './measurement.ts';
import { listMonthsOf } from './measurement-month.ts';
import { pickShown } from './shown-values.ts';

/** A diary with the scope by which it is read. */
export interface ScopedDiary extends Diary<'getEach'> {
  scope: string;
}

/**
 * The scope without which nobody gets an estimate, because it tells the weight (decision 0076).
 * The pages of the person read with it.
 */
export const estimateScope: PartialScope = 'measurements.read';

/** The most days for which a weight counts. */
const maxAge = 365;

/**
 * Returns entries of which the exercises with an unknown energy have an estimated one, as far as
 * the caller may see the weight. It reads the weights only if one is unknown: 13 months, and those
 * between the first and the last day.
 */
export async function estimateEnergies<E extends Entry>(
  diary: ScopedDiary,
  entries: readonly E[],
): Promise<readonly E[]> {
  if (!coversScope(diary.scope, estimateScope)) return entries;
  const dates = new Set(entries.filter(isUnknown).map(({ date }) => date));
  if (dates.size === 0) return entries;
  const months = [...dates].flatMap((date) => listMonthsFor({ first: date, last: date }));
  const weights = await listWeights(diary, new Set(months));
  return entries.map((entry) => estimateEnergy(entry, weights));
}

/**
 * Returns entries that were just written as `estimateEnergies` does. While the weights cannot be
 * read, they have no estimates, because the response must say that they are stored.
 */
export async function estimateWritten<E extends Entry>(
  diary: ScopedDiary,
  entries: readonly E[],
): Promise<readonly E[]> {
  try {
    return await estimateEnergies(diary, entries);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unavailable') return entries;
    throw error;
  }
}

/** Returns an entry as `estimateEnergies` does. */
export async function estimateOne(diary: ScopedDiary, entry: Entry): Promise<Entry> {
  const [estimated = entry] = await estimateEnergies(diary, [entry]);
  return estimated;
}

/** Estimates the energies of days as they are read. The weights of the range are read once. */
export function estimateDays(
  diary: ScopedDiary,
  range: DayRange,
  days: AsyncIterable<DayEntries>,
): AsyncIterable<DayEntries> {
  const isAllowed = coversScope(diary.scope, estimateScope);
  return isAllowed ? estimateEachDay(diary, range, days) : days;
}

async function* estimateEachDay(
  diary: ScopedDiary,
  range: DayRange,
  days: AsyncIterable<DayEntries>,
): AsyncGenerator<DayEntries> {
  let weights: readonly MeasuredValue[] | undefined;
  for await (const { date, entries } of days) {
    if (entries.some(isUnknown))
      weights ??= await listWeights(diary, new Set(listMonthsFor(range)));
    const known = weights;
    const shown = known ? entries.map((entry) => estimateEnergy(entry, known)) : entries;
    yield { date, entries: shown };
  }
}

function isUnknown(entry: Entry): entry is Extract<Entry, { type: 'exercise' }> {
  return entry.type === 'exercise' && findEnergySource(entry) === 'unknown';
}

function listMonthsFor({ first, last }: DayRange): string[] {
  return listMonthsOf({ first: addDays(first, -maxAge), last });
}

/** Lists the weights that the caller may see, of each day those of one source, in order. */
async function listWeights(diary: ScopedDiary, months: ReadonlySet<string>) {
  const ofWeight = [...months].map((month) => ({ type: 'weight' as const, month }));
  const values = await measurements.list(diary, ofWeight);
  // Without priorities, which would be one more call: scales differ by less than an estimate.
  return pickShown(values, new Map()).map(({ measured }) => measured);
}

/**
 * Returns an entry with an estimated energy, if its energy is unknown, and its MET and a weight are
 * known: a MET is a kilocalorie for each kilogram and hour.
 */
function estimateEnergy<E extends Entry>(entry: E, weights: readonly MeasuredValue[]): E {
  if (!isUnknown(entry)) return entry;
  const { date, duration, exercise } = entry;
  const weight = weights.findLast((one) => one.date <= date);
  const mets = findMets(exercise.id);
  if (!weight || mets === undefined || countDays(weight.date, date) > maxAge)
    return entry;
  const { unit } = entry.energy;
  const factor = unit === 'kilojoules' ? kilojoulesPerCalorie : 1;
  const value = Math.round((mets * weight.value * duration * factor) / 3600);
  if (value < 1 || value > bounds.energy.max) return entry;
  return { ...entry, energy: { unit, value }, energy_source: 'estimated' };
}
