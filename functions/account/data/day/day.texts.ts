import type { MatchRule, PreferenceRule } from '#functions/diary/entry/origin.ts';
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
  unknownExercise: (id: string) => `Unknown exercise “${id}”`,
  distance: 'Distance',
  duration: 'Duration',
  pace: 'Pace',
  speed: 'Speed',
  energy: 'Energy',
  heartRate: 'Heart rate',
  averageHeartRate: (rate: string) => `average ${rate} bpm`,
  maxHeartRate: (rate: string) => `maximum ${rate} bpm`,
  maxSpeed: 'Maximum speed',
  elevation: 'Elevation change',
  imported: (origin: string) => `Imported ${origin}`,
  fromProvider: (provider: string) => `from ${provider}`,
  fromFile: (name: string | undefined) =>
    name === undefined ? 'from a file' : `from the file “${name}”`,
  file: 'File',
  device: 'Device',

  merging: 'Duplicates',
  hiddenDuplicates: (count: number) =>
    count === 1 ? '1 duplicate is hidden' : `${count} duplicates are hidden`,
  duplicate: (origin: string, matched: string, decided: string) =>
    `The same workout ${origin} is hidden: ${matched}; ` +
    `this one is shown because ${decided}.`,
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
  matchedBy: {
    overlap: 'the times overlap',
    start_time: 'both are of the same kind at almost the same time',
    part: 'one is a part of the other',
    joined: 'you joined them',
  } satisfies Record<MatchRule, string>,
  decidedBy: {
    edited: 'you edited it',
    terms: 'the terms of the service of the hidden workout do not let it be combined',
    whole: 'it has the whole workout',
    connected: 'the connection of the hidden workout was removed',
    priority: 'you prefer its device',
    recording_device: 'it is the file of the device, or comes directly from its maker',
    more_data: 'it has more data',
    earlier_connection: 'it was connected or imported first',
  } satisfies Record<PreferenceRule, string>,
};

/** The texts of the page of a day. */
export const dayTexts = { en, de };

export type DayTexts = typeof en;

/** The name of a text with which the page confirms a change. */
export type DayNotice = keyof DayTexts['notices'] | keyof DayTexts['refusals'];
