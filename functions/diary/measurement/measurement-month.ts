import { addDays, type DayRange } from '#functions/diary/entry/dates.ts';
import type {
  MeasuredValue,
  MeasurementOrigin,
  MeasurementPlace,
  PlacedMeasurement,
} from './measurement.ts';
import type { MeasurementType } from './measurement-types.ts';

/** A type and a month, which have one item. */
export interface TypedMonth {
  type: MeasurementType;
  month: string;
}

/** Returns the type and the month of an item. */
export function toTypedMonth({ sk }: { sk: string }): TypedMonth {
  const [, type, month = ''] = sk.split('#');
  return { type: type as MeasurementType, month };
}

/** Lists the months of some days, as in `2026-11`. */
export function listMonthsOf({ first, last }: DayRange): string[] {
  const months: string[] = [];
  let month = first.slice(0, 7);
  while (month <= last.slice(0, 7)) {
    months.push(month);
    month = addDays(`${month}-28`, 4).slice(0, 7);
  }
  return months;
}

/** The most items that one read gets, and that one transaction writes beside the consent. */
export const maxMonths = { read: 100, write: 99 } as const;

/** The values of one type in one month. */
export interface MeasurementMonth {
  /** The origins of the values by their keys. */
  origins: Readonly<Record<string, MeasurementOrigin>>;
  /** The values by origin and slot (`toName`). */
  values: Readonly<Record<string, MeasuredValue>>;
  /**
   * The values that the person has deleted, by origin and slot, with the epoch seconds of the
   * deletion: an origin that sends them again does not bring them back.
   */
  deleted: Readonly<Record<string, number>>;
}

/** The limits of an item. What exceeds them is ignored, e.g. the series of a sensor. */
export const monthLimits = {
  /** Values of a day from one origin. */
  dayValues: 48,
  origins: 8,
  deletions: 100,
  bytes: 200 * 1024,
} as const;

/** Returns the name of a value in the item of its month. */
export function toName({
  origin,
  slot,
}: Pick<MeasurementPlace, 'origin' | 'slot'>): string {
  return `${origin} ${slot}`;
}

/**
 * Returns a month with each value as `edit` returns it, or without it, or undefined if nothing
 * changes. What the person has deleted stays deleted.
 */
export function editValues(
  ofMonth: TypedMonth,
  item: MeasurementMonth,
  edit: (value: PlacedMeasurement) => MeasuredValue | undefined,
): MeasurementMonth | undefined {
  const listed = listValues(ofMonth, item).map((value) => ({ value, to: edit(value) }));
  if (listed.every(({ value, to }) => to === value.measured)) return undefined;
  const kept = listed.flatMap(({ value, to }) => (to ? [{ ...value, to }] : []));
  return {
    // An origin without values takes no place of another one.
    origins: Object.fromEntries(kept.map(({ origin, source }) => [origin, source])),
    values: Object.fromEntries(kept.map((value) => [toName(value), value.to])),
    deleted: item.deleted,
  };
}

/** Returns a month with the mark of a value that the person has deleted. */
export function markDeleted(
  { deleted, ...month }: MeasurementMonth,
  place: MeasurementPlace,
  seconds: number,
): MeasurementMonth {
  const latest = Object.entries({ ...deleted, [toName(place)]: seconds })
    .sort(([, one], [, other]) => one - other)
    .slice(-monthLimits.deletions);
  return { ...month, deleted: Object.fromEntries(latest) };
}

/** Returns whether two places are the same. */
export function isSamePlace(one: MeasurementPlace, other: MeasurementPlace): boolean {
  return (
    one.type === other.type && one.month === other.month && toName(one) === toName(other)
  );
}

/** Returns the value at a place, if there is one. */
export function findValue(
  month: MeasurementMonth | undefined,
  place: MeasurementPlace,
): PlacedMeasurement | undefined {
  const measured = month?.values[toName(place)];
  const source = month?.origins[place.origin];
  return measured && source && { ...place, measured, source };
}

/** Lists the values of a month, those of the origins that `isShown` selects if it is given. */
export function listValues(
  { type, month }: TypedMonth,
  { values, origins }: MeasurementMonth,
  isShown: (source: MeasurementOrigin) => boolean = () => true,
): PlacedMeasurement[] {
  const shown = Object.entries(origins).filter(([, source]) => isShown(source));
  const sources = new Map(shown);
  const placed: PlacedMeasurement[] = [];
  for (const name of Object.keys(values)) {
    const space = name.indexOf(' ');
    const origin = name.slice(0, space);
    const [measured, source] = [values[name], sources.get(origin)];
    if (measured && source)
      placed.push({ type, month, origin, slot: name.slice(space + 1), measured, source });
  }
  return placed;
}
