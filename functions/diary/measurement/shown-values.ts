import type { PlacedMeasurement } from './measurement.ts';

/**
 * Picks the values of one origin for each type and day: of the one with most of the day, i.e. with
 * the most values, then with the largest sum, e.g. the most steps. Those of phone and watch are
 * never added. Returns them by day and time.
 */
export function pickShown(values: readonly PlacedMeasurement[]): PlacedMeasurement[] {
  const byDay = Map.groupBy(values, ({ type, measured: { date } }) => `${date} ${type}`);
  const shown = [...byDay.values()].flatMap((ofDay) => {
    const byOrigin = Map.groupBy(ofDay, ({ origin }) => origin);
    const [first] = [...byOrigin.values()].sort(compareOrigins);
    return first ?? [];
  });
  return sortByTime(shown);
}

/** Sorts values by day, then by type and time. */
export function sortByTime(values: readonly PlacedMeasurement[]): PlacedMeasurement[] {
  const toSortKey = ({ type, slot, origin, measured: { date } }: PlacedMeasurement) =>
    `${date} ${type} ${slot.padStart(12, '0')} ${origin}`;
  return values
    .map((value) => ({ key: toSortKey(value), value }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ value }) => value);
}

function compareOrigins(
  one: readonly PlacedMeasurement[],
  other: readonly PlacedMeasurement[],
): number {
  const byPerson = Number(isOfPerson(other)) - Number(isOfPerson(one));
  const byCount = other.length - one.length;
  const bySum = sum(other) - sum(one);
  const [first = 0] = [byPerson, byCount, bySum].filter((difference) => difference !== 0);
  return first || (getOrigin(one) < getOrigin(other) ? -1 : 1);
}

/** What the person has entered comes first. */
function isOfPerson([first]: readonly PlacedMeasurement[]): boolean {
  return first?.source.kind === 'person';
}

function getOrigin([first]: readonly PlacedMeasurement[]): string {
  return first?.origin ?? '';
}

function sum(values: readonly PlacedMeasurement[]): number {
  return values.reduce((total, { measured }) => total + measured.value, 0);
}
