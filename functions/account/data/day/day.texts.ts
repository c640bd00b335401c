import de from './day.texts.de.ts';

const en = {
  dayNav: 'Other days',
  dayBefore: (date: string) => `Day before, ${date}`,
  dayAfter: (date: string) => `Day after, ${date}`,
  today: 'Today',
  date: 'Date',
  show: 'Go to date',
  aroundDay: 'My data up to this day',

  emptyTitle: 'Nothing on this day yet',
  emptyText:
    'Add what you ate and how you trained. Workouts of connected services appear here by ' +
    'themselves.',

  eaten: 'Eaten',
  burned: 'Burned',
  net: 'Net',

  food: 'Meals',
  addFood: 'Add food',
  noFood: 'No meals.',
  quickAdd: 'Quick add',
  servings: (amount: string) => (amount === '1' ? '1 serving' : `${amount} servings`),
  moreNutrients: 'More nutrients',
  change: 'Change',
  changeLabel: (name: string) => `Change: ${name}`,

  exercise: 'Exercise',
  addExercise: 'Add exercise',
  noExercise: 'No exercise.',

  merging: 'Duplicates',
  hiddenDuplicates: (count: number) =>
    count === 1 ? '1 duplicate is hidden' : `${count} duplicates are hidden`,
  separate: 'These are two workouts',
  separated: (origin: string) => `The workout ${origin} is counted separately.`,
  mergeAgain: 'Check again for duplicates',
  join: 'Same workout as …',
  joinWith: 'Other workout',
  joinHint: 'Only one of the two is shown and counted then.',
  joinButton: 'Join the workouts',
  notices: {
    added: 'Added.',
    changed: 'Your change was saved.',
    unchanged: 'Nothing was changed.',
    deleted: 'Deleted.',
    joined: 'Saved. Only one of the two workouts is shown and counted.',
    separated: 'Saved. Both workouts are shown and counted.',
    merged: 'Saved. If both are the same workout, one of them is hidden again.',
  },
  refusals: {
    gone: 'Nothing was changed: the entry no longer exists.',
  },
};

/** The texts of the page of a day. */
export const dayTexts = { en, de };

export type DayTexts = typeof en;

/** The name of a text with which the page confirms a change. */
export type DayNotice = keyof DayTexts['notices'] | keyof DayTexts['refusals'];
