import type { Entry } from '#functions/diary/entry/entry.ts';
import { findBestTimes } from '#functions/diary/entry/origin.ts';
import { summarizeDays } from '#functions/diary/entry/totals.ts';
import type { DaySummary } from '#functions/diary/entry/totals-representation.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import { sumDays } from './period.ts';
import { findSport } from './sports.ts';

/** The best workout of some days by one of its numbers. */
export interface Best {
  /** The id of its entry. */
  id: string;
  /** Seconds, or meters of the farthest workout. */
  amount: number;
  sport: string;
}

/** The numbers of some days. Null means that no entry has the value. */
export interface Statistics {
  workouts: number;
  /** Seconds. */
  duration: number;
  longestWorkout: Best | undefined;
  farthestWorkout: Best | undefined;
  /** Of runs, if one has it: nobody is as fast on foot as on a bicycle. */
  fastestKilometer: Best | undefined;
  /** Meters. */
  distance: number | null;
  /** Calories (kcal). */
  energyOut: number | null;
  /** Calories (kcal) of a day on average, of the days whose energy is known. */
  averageEnergyIn: number | null;
}

/** Computes the statistics of the entries of some days. */
export function computeStatistics(entries: readonly Entry[]): Statistics {
  const statistics = startStatistics();
  statistics.add(entries);
  return statistics.present();
}

/** Starts statistics, to which the entries of days are added as they are read. */
export function startStatistics() {
  const days: DaySummary[] = [];
  let workouts = 0;
  const longest = new Map<string, Best>();
  const farthest = new Map<string, Best>();
  const fastest = new Map<string, Best>();
  return {
    /** The totals of the days so far. */
    days: days as readonly DaySummary[],
    add(entries: readonly Entry[]): void {
      days.push(...summarizeDays(entries));
      for (const entry of entries) {
        if (entry.type !== 'exercise') continue;
        workouts += 1;
        keepBest(longest, entry, entry.duration, isMore);
        keepBest(farthest, entry, entry.distance, isMore);
        keepBest(fastest, entry, findBestTimes(entry)?.km1, isLess);
      }
    },
    present(): Statistics {
      const { energyIn, energyOut, duration, distance } = sumDays(days);
      const daysWithEnergyIn = days.filter(({ energy_in }) => energy_in !== null);
      // Without a workout, nothing is unknown.
      const unknown = workouts === 0 ? 0 : null;
      return {
        workouts,
        duration,
        longestWorkout: findBest(longest, isMore),
        farthestWorkout: findBest(farthest, isMore),
        fastestKilometer: fastest.get(runs) ?? findBest(fastest, isLess),
        distance: distance ?? unknown,
        energyOut: energyOut ?? unknown,
        averageEnergyIn: energyIn === null ? null : energyIn / daysWithEnergyIn.length,
      };
    },
  };
}

const runs = getActivityTypeId('run');

type IsBetter = (amount: number, other: number) => boolean;
const isMore: IsBetter = (amount, other) => amount > other;
const isLess: IsBetter = (amount, other) => amount < other;

/** Keeps a workout if it is better than the others of its sport. */
function keepBest(
  bests: Map<string, Best>,
  entry: Extract<Entry, { type: 'exercise' }>,
  amount: number | undefined,
  isBetter: IsBetter,
): void {
  if (!amount) return;
  const sport = findSport(entry);
  const best = bests.get(sport);
  if (best && !isBetter(amount, best.amount)) return;
  bests.set(sport, { id: entry.id, amount, sport });
}

function findBest(
  bests: ReadonlyMap<string, Best>,
  isBetter: IsBetter,
): Best | undefined {
  const [first, ...others] = bests.values();
  return others.reduce(
    (best, other) => (best && isBetter(other.amount, best.amount) ? other : best),
    first,
  );
}
