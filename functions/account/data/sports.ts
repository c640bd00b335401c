import { type DayRange, isWithin } from '#functions/diary/entry/dates.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import { findActivityName } from '#shared/reference-data/activity-names.ts';
import { findRootId } from '#shared/reference-data/activity-type-keys.ts';
import { type DataTexts, dataTexts } from './data.texts.ts';

/** The sport of exercises whose activity is not in the catalog. */
const unknownSport = 'unknown';

/** Returns whether a text is the id of a sport: of the root of a tree of activities. */
export function isSport(id: string): boolean {
  return id === unknownSport || findRootId(id) === id;
}

/** Returns the sport of an exercise. */
export function findSport({
  exercise: { id },
}: Pick<Extract<Entry, { type: 'exercise' }>, 'exercise'>): string {
  return findRootId(id) ?? unknownSport;
}

/** Returns whether an entry is an exercise of a sport, or any entry without one. */
export function isOfSport(entry: Entry, sport: string | undefined): boolean {
  if (sport === undefined) return true;
  return entry.type === 'exercise' && findSport(entry) === sport;
}

/** Returns the name of a sport. */
export function nameSport(id: string, language: keyof typeof dataTexts): string {
  const labels: DataTexts = dataTexts[language];
  return findActivityName(id, language) ?? labels.unknownSport;
}

/** What a person did in one sport. */
export interface SportTotals {
  id: string;
  /** Seconds. */
  duration: number;
  /** Meters. */
  distance: number;
  /** Seconds by date. */
  durations: ReadonlyMap<string, number>;
}

/** Starts the totals of each sport, to which the entries of days are added as they are read. */
export function startSports() {
  const sports = new Map<string, SportTotals & { durations: Map<string, number> }>();
  return {
    add(entries: readonly Entry[]): void {
      for (const entry of entries) {
        if (entry.type !== 'exercise') continue;
        const id = findSport(entry);
        const { date, duration, distance = 0 } = entry;
        const none = { id, duration: 0, distance: 0, durations: new Map() };
        const sport = sports.get(id) ?? none;
        sport.duration += duration;
        sport.distance += distance;
        sport.durations.set(date, (sport.durations.get(date) ?? 0) + duration);
        sports.set(id, sport);
      }
    },
    /** Lists the sports, the one with most time first. */
    list: (): SportTotals[] =>
      [...sports.values()].sort((one, other) => other.duration - one.duration),
  };
}

/** Sums the seconds of some sports in a range. */
export function sumDurations(sports: readonly SportTotals[], range: DayRange): number {
  const days = sports.flatMap(({ durations }) => [...durations]);
  const inside = days.filter(([date]) => isWithin(range, date));
  return inside.reduce((total, [, duration]) => total + duration, 0);
}
