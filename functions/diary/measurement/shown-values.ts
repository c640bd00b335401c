import type { DataSource } from '#functions/main/data-source/data-source.ts';
import type { PlacedMeasurement } from './measurement.ts';
import { hasStages, keepApart } from './night.ts';

/** The data sources of values, by their ids. */
export type ValueSources = ReadonlyMap<string, Pick<DataSource, 'priorities'>>;

/**
 * Picks the values of one origin for each type and day: what the person has entered, else those of
 * the data source with the newest priority, else of the origin with most of the day, i.e. with the
 * most values, then with stages of sleep, then with the largest sum, e.g. the most steps. Those of
 * phone and watch are never added. Of sleeps of a day that overlap, e.g. of two apps of one inbox,
 * one is picked. Returns them by day and time.
 */
export function pickShown(
  values: readonly PlacedMeasurement[],
  sources: ValueSources,
): PlacedMeasurement[] {
  const { alone, several } = splitByRivals(values);
  const picked = groupByDay(several).flatMap((origins) => {
    const [first] = origins.sort((one, other) => compareOrigins(one, other, sources));
    return first ?? [];
  });
  return sortByTime(dropOverlaps([...alone, ...picked]));
}

/** Returns values of which no sleeps of a day overlap. */
function dropOverlaps(values: readonly PlacedMeasurement[]): PlacedMeasurement[] {
  const sleeps = sortByTime(values.filter(({ type }) => type === 'sleep'));
  const byDay = Map.groupBy(
    sleeps.map(({ measured }) => measured),
    ({ date }) => date,
  );
  const kept = new Set([...byDay.values()].flatMap(keepApart));
  return values.filter(({ type, measured }) => type !== 'sleep' || kept.has(measured));
}

/** Lists the ids of the data sources whose priorities decide between values. */
export function listRivalSources(values: readonly PlacedMeasurement[]): string[] {
  const { several } = splitByRivals(values);
  const rivals = groupByDay(several).filter((origins) => origins.length > 1);
  return [...new Set(rivals.flat().flatMap(([first]) => findSourceId(first) ?? []))];
}

/** Sorts values by day, then by type and time. */
export function sortByTime(values: readonly PlacedMeasurement[]): PlacedMeasurement[] {
  return values.toSorted(
    (one, other) =>
      compare(one.measured.date, other.measured.date) ||
      compare(one.type, other.type) ||
      Number.parseInt(one.slot, 10) - Number.parseInt(other.slot, 10) ||
      compare(one.origin, other.origin) ||
      compare(one.slot, other.slot),
  );
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Splits values into those whose type has one origin, which are all shown, and all others. */
function splitByRivals(values: readonly PlacedMeasurement[]) {
  const origins = new Map<string, string | undefined>();
  for (const { type, origin } of values) {
    const isFirst = !origins.has(type) || origins.get(type) === origin;
    origins.set(type, isFirst ? origin : undefined);
  }
  const isAlone = ({ type }: PlacedMeasurement) => origins.get(type) !== undefined;
  return {
    alone: values.filter(isAlone),
    several: values.filter((value) => !isAlone(value)),
  };
}

/** The values of one origin for a type and day. */
type OfOrigin = readonly PlacedMeasurement[];

/** Groups values by type and day, and those of each by origin. */
function groupByDay(values: readonly PlacedMeasurement[]): OfOrigin[][] {
  const byDay = Map.groupBy(values, ({ type, measured: { date } }) => `${date} ${type}`);
  return [...byDay.values()].map((ofDay) => [
    ...Map.groupBy(ofDay, ({ origin }) => origin).values(),
  ]);
}

function compareOrigins(one: OfOrigin, other: OfOrigin, sources: ValueSources): number {
  const byPerson = Number(isOfPerson(other)) - Number(isOfPerson(one));
  const byPriority = findPriority(other, sources) - findPriority(one, sources);
  const byCount = other.length - one.length;
  const byStages = Number(isStaged(other)) - Number(isStaged(one));
  const bySum = sum(other) - sum(one);
  const differences = [byPerson, byPriority, byCount, byStages, bySum];
  const [first = 0] = differences.filter((difference) => difference !== 0);
  return first || (getOrigin(one) < getOrigin(other) ? -1 : 1);
}

/** Returns whether the person has entered values, perhaps before they were exported. */
function isOfPerson([first]: OfOrigin): boolean {
  const { source } = first ?? {};
  const original = source?.kind === 'file' ? source.original?.origin : source?.kind;
  return original === 'person';
}

function isStaged(values: OfOrigin): boolean {
  return values.some(({ measured }) => hasStages(measured));
}

/** Returns since when the person prefers a data source, in milliseconds, or 0. */
function findPriority([first]: OfOrigin, sources: ValueSources): number {
  const id = findSourceId(first);
  const priorities = id === undefined ? undefined : sources.get(id)?.priorities;
  const since = priorities?.[first?.type === 'sleep' ? 'sleep' : 'activity'];
  return since === undefined ? 0 : Date.parse(since);
}

function findSourceId(value: PlacedMeasurement | undefined): string | undefined {
  const source = value?.source;
  return source && 'data_source_id' in source ? source.data_source_id : undefined;
}

function getOrigin([first]: OfOrigin): string {
  return first?.origin ?? '';
}

function sum(values: OfOrigin): number {
  return values.reduce((total, { measured }) => total + measured.value, 0);
}
