import de from './workout.texts.de.ts';

const en = {
  title: 'Workout',
  change: 'Change this entry',
  day: 'All of this day',
  hidden: 'This workout is hidden, because another one is the same.',
  shown: 'To the workout that is shown',

  fastest: {
    km1: 'Fastest kilometer',
    km5: 'Fastest 5 km',
    km10: 'Fastest 10 km',
  },

  byPoints: (fastest: string) => `${fastest}, by the points`,
  withPauses: 'With pauses',

  route: 'Route',
  routeSize: (width: string, height: string) =>
    `North is up. The route is ${width} wide and ${height} from south to north.`,
  routeText: 'A line from the start to the end of the workout, without a map.',
  start: 'Start',
  end: 'End',

  curves: 'Curves',
  heartRate: 'Heart rate',
  elevation: 'Elevation',
  cadence: 'Cadence',
  power: 'Power',
  units: { heartRate: 'bpm', cadence: 'per min', power: 'W' },
  overTime: (name: string, unit: string) => `${name} (${unit})`,
  range: (low: string, high: string) => `From ${low} to ${high}.`,
  constant: (value: string) => `${value} all the time.`,
  cut: (fastest: string, slowest: string) =>
    `Up to ${fastest}. What is slower than ${slowest} is drawn at the lower edge.`,
  curveText: (begin: string, end: string, highest: string, time: string) =>
    `A line over time. It begins at ${begin} and ends at ${end}. ` +
    `Its highest point, ${highest}, is at ${time}.`,
  asTable: 'The curves as a table',
  tableCaption: 'Averages of each part of the workout',
  time: 'Time',

  noCurves: 'There are no curves of this workout',
  noCurvesOfFile:
    'Its file has none, or was read before curves were kept. If the file is kept, it can be ' +
    'read again on the page of its import.',
  noCurvesElse:
    'They come from files of watches and apps: FIT, GPX, TCX, KML, or the archive of a service. ' +
    'A file with this workout adds them to it.',
  toImport: 'To the import of the file',
  importFiles: 'Import files',

  laps: 'Laps',
  lap: 'Lap',
  lapsCaption: (first: string, last: string, all: string) =>
    `Laps ${first} to ${last} of ${all}`,
  allLaps: (count: string) => `Laps 1 to ${count}, to print`,
  firstLaps: (count: string) => `Of this workout, the first ${count} laps are kept.`,
  maxHeartRate: 'Max. heart rate',
  earlierLaps: 'Earlier laps',
  laterLaps: 'Later laps',

  origin: 'Where the numbers come from',
  originLabel: 'Workout',
  curvesLabel: 'Curves',
  imported: (origin: string) => `Imported ${origin}.`,
  entered: 'You have entered it.',
  byApplication: 'An application has written it.',
  edited: 'You have changed this entry since it was imported.',
  curvesFrom: (origin: string) => `The curves are ${origin}.`,
  toHidden: 'To this workout',
  separate: 'If these are two workouts, you can separate them on the page of the day.',
  takenFrom: (name: string, origin: string) => `${name}: taken from ${origin}.`,
  choose: 'Choose where each number comes from',
  chooseHint:
    'Each number comes from the device that measured it best. Here you decide otherwise.',
  bestMeasured: 'The best measured',
  chooseButton: 'Save the choice',
  notices: {
    taken: 'Your choice is saved.',
    recordGone: 'A record that you have chosen no longer exists. All else is saved.',
  },
  totalsCaption: 'The recording states other totals than its points add up to',
  total: 'Number',
  stated: 'Stated',
  summed: 'All points',
};

/** The texts of the page of a workout. */
export const workoutTexts = { en, de };
export type WorkoutTexts = typeof en;
