import de from './data.texts.de.ts';

const en = {
  title: 'My data',
  empty: 'No entries in this period',
  emptyOfSport: (sport: string) => `${sport}: no workouts in this period`,
  emptyOfSportHint: 'Choose another period, or all sports.',
  emptyHint:
    'Workouts appear here once you import files of your watch or of another service. You can ' +
    'also add meals and workouts yourself.',
  emptyConnectHint:
    'Workouts appear here once a service is connected that records them, or files are imported. ' +
    'You can also add meals and workouts yourself.',
  connect: 'Connect a service',
  addFood: 'Add food',
  addExercise: 'Add exercise',
  enterWeight: 'Enter weight',
  body: 'Body',
  periods: {
    seven_days: '7 days',
    day: '30 days',
    days_of_month: 'Month',
    week: '12 weeks',
    month: '12 months',
    year: 'Year',
  },
  periodNav: 'Period',
  sportNav: 'Sport',
  allSports: 'All sports',
  otherSports: 'Other sports',
  unknownSport: 'Unknown activity',
  date: 'Date',
  goToDate: 'Go to date',
  earlier: 'Earlier',
  later: 'Later',
  energyIn: 'Eaten',
  energyOut: 'Burned',
  estimatedEnergy: (amount: string) =>
    `Of what you burned, about ${amount} are estimated from your weight.`,
  duration: 'Exercise time',
  time: 'Time',
  distance: 'Distance',
  periodColumn: { day: 'Day', week: 'Week from', month: 'Month' },
  weekFrom: (date: string) => `week from ${date}`,
  workout: 'Workout',
  workoutsCaption: 'The workouts of these days',
  tableCaption: 'The same numbers as a table',
  lastImports: 'Last imports of files',
  nothing: 'No entries.',
  highest: (amount: string, range: string) => `Highest ${amount} (${range})`,
  average: (count: string, amount: string) => `average of ${count} ${amount}`,
  rangeCounts: {
    day: (count: number) => `${count} days`,
    week: (count: number) => `${count} weeks`,
    month: (count: number) => `${count} months`,
  },
  trend: {
    same: 'the same in the second half',
    more: (share: string) => `${share} more in the second half`,
    less: (share: string) => `${share} less in the second half`,
  },
};

/** The texts of the page about the data of a user. */
export const dataTexts = { en, de };

export type DataTexts = typeof en;
