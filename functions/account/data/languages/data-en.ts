import type { MatchRule, PreferenceRule } from '#functions/diary/entry/source.ts';

/** The texts of the pages about the user's data in English. */
export const dataEn = {
  /** The language tag (BCP 47). */
  tag: 'en',
  title: 'My data',
  intro: 'Energy and exercise from your diary.',
  empty: 'There are no entries in this period.',
  periods: { day: 'Days', week: 'Weeks', month: 'Months' },
  periodNav: 'Period',
  earlier: 'Earlier',
  later: 'Later',
  energy: 'Energy',
  energyIn: 'Eaten',
  energyOut: 'Burned by exercise',
  duration: 'Exercise time',
  distance: 'Distance',
  periodColumn: { day: 'Day', week: 'Week from', month: 'Month' },
  tableCaption: 'The same numbers as a table',
  chartDescription: (from: string, to: string, max: string) =>
    `From ${from} to ${to}. The highest value is ${max}. The table below has all values.`,

  food: 'Meals',
  exercise: 'Exercise',
  noFood: 'No meals.',
  noExercise: 'No exercise.',
  quickAdd: 'Quick add',
  servings: (amount: string) => `servings: ${amount}`,
  unknownExercise: 'Exercise',
  startTime: 'Start (UTC)',
  source: 'Source',
  importedFrom: (provider: string) => `Imported from ${provider}`,
  device: 'Device',
  merged: 'Duplicate hidden',
  duplicate: (provider: string, matched: string, decided: string) =>
    `The same workout from ${provider} is hidden: ${matched}; ` +
    `this one is shown because ${decided}.`,
  separate: 'These are two workouts',
  separatedLabel: 'Separated',
  separatedFrom: (provider: string) =>
    `The workout from ${provider} is counted separately.`,
  mergeAgain: 'Check again for duplicates',
  dayNotices: {
    separated: 'Saved. Both workouts are shown and counted.',
    merged: 'Saved. If both are the same workout, one of them is hidden again.',
  },
  matchedBy: {
    overlap: 'the times overlap',
    start_time: 'both start at almost the same time',
  } satisfies Record<MatchRule, string>,
  decidedBy: {
    edited: 'you edited it',
    connected: 'the connection of the hidden workout was removed',
    priority: 'you prefer its device',
    recording_device: 'it comes directly from the maker of the device',
    more_data: 'it has more data',
    earlier_connection: 'its service was connected first',
  } satisfies Record<PreferenceRule, string>,

  devices: {
    title: 'Devices and preferences',
    intro:
      'If two services send the same workout, you see the workout from the device that you prefer.',
    empty: 'No device has sent data yet.',
    model: 'Model',
    since: 'Since',
    preferredFor: 'Preferred for',
    types: { activity: 'Activity', sleep: 'Sleep' },
    prefer: { activity: 'Prefer for activity', sleep: 'Prefer for sleep' },
    describePreference: (prefer: string, device: string) => `${prefer}: ${device}`,
    saved: {
      activity: 'Saved. Duplicates of the last 30 days are being checked again.',
      sleep: 'Saved.',
    },
  },
};

/** The texts of the pages about the user's data in one language. */
export type DataTexts = typeof dataEn;
