import type { Period } from './period.ts';
import de from './statistics.texts.de.ts';

/** The days before those of a page, after a comparative: `more than in the 7 days before`. */
type ComparedTexts = Readonly<Record<Period, string>>;

const en = {
  distance: 'Distance',
  duration: 'Exercise time',
  workouts: 'Workouts',
  longestWorkout: 'Longest workout',
  farthestWorkout: 'Farthest workout',
  fastestKilometer: 'Fastest kilometer',
  energyOut: 'Burned by exercise',
  averageEnergyIn: 'Eaten on average a day',

  before: {
    seven_days: 'in the 7 days before',
    day: 'in the 30 days before',
    week: 'in the 12 weeks before',
    month: 'in the 12 months before',
    year: 'in the year before',
    days_of_month: 'in the month before',
  } satisfies ComparedTexts,
  partBefore: {
    seven_days: 'on the same days of the week before',
    day: 'on the same days of the 30 days before',
    week: 'on the same days of the 12 weeks before',
    month: 'on the same days of the 12 months before',
    year: 'on the same days of the year before',
    days_of_month: 'on the same days of the month before',
  } satisfies ComparedTexts,

  nothing: (before: string) => `nothing ${before}`,
  amount: (amount: string, before: string) => `${amount} ${before}`,
  same: (before: string) => `as ${before}`,
  more: (difference: string, before: string) => `${difference} more than ${before}`,
  less: (difference: string, before: string) => `${difference} less than ${before}`,
  fewer: (difference: string, before: string) => `${difference} fewer than ${before}`,
  longer: (difference: string, before: string) => `${difference} longer than ${before}`,
  shorter: (difference: string, before: string) => `${difference} shorter than ${before}`,
  faster: (difference: string, before: string) => `${difference} faster than ${before}`,
  slower: (difference: string, before: string) => `${difference} slower than ${before}`,
};

/** The texts of statistics and their comparisons. */
export const statisticsTexts = { en, de };

export type StatisticsTexts = typeof en;
