import type { Entry } from '#functions/diary/entry/entry.ts';
import { summarizeDays } from '#functions/diary/entry/totals.ts';
import { sumDays } from './period.ts';

/** A workout, as a statistic shows it. */
interface LongestWorkout {
  /** The id of its entry. */
  id: string;
  /** Seconds. */
  duration: number;
}

/** The numbers of some days. Null means that no entry has the value. */
export interface Statistics {
  workouts: number;
  /** Seconds. */
  duration: number;
  longestWorkout: LongestWorkout | undefined;
  /** Meters. */
  distance: number | null;
  /** Calories (kcal). */
  energyOut: number | null;
  /** Calories (kcal) of a day on average, of the days whose energy is known. */
  averageEnergyIn: number | null;
}

/** Computes the statistics of the entries of some days. */
export function computeStatistics(entries: readonly Entry[]): Statistics {
  const days = summarizeDays(entries);
  const { energyIn, energyOut, duration, distance } = sumDays(days);
  const daysWithEnergyIn = days.filter(({ energy_in }) => energy_in !== null);
  const workouts = entries.filter((entry) => entry.type === 'exercise');
  const [longestWorkout] = workouts.toSorted(
    (one, other) => other.duration - one.duration,
  );
  // Without a workout, nothing is unknown.
  const unknown = workouts.length === 0 ? 0 : null;
  return {
    workouts: workouts.length,
    duration,
    longestWorkout: longestWorkout && {
      id: longestWorkout.id,
      duration: longestWorkout.duration,
    },
    distance: distance ?? unknown,
    energyOut: energyOut ?? unknown,
    averageEnergyIn: energyIn === null ? null : energyIn / daysWithEnergyIn.length,
  };
}
