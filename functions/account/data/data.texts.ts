import type { MatchRule, PreferenceRule } from '#functions/diary/entry/source.ts';

const en = {
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
  startTime: 'Start',
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
  join: 'Same workout as …',
  joinWith: 'Other workout',
  joinHint: 'Only one of the two is shown and counted then.',
  joinButton: 'Join the workouts',
  notices: {
    joined: 'Saved. Only one of the two workouts is shown and counted.',
    separated: 'Saved. Both workouts are shown and counted.',
    merged: 'Saved. If both are the same workout, one of them is hidden again.',
  },
  matchedBy: {
    overlap: 'the times overlap',
    start_time: 'both are of the same kind at almost the same time',
    part: 'one is a part of the other',
    joined: 'you joined them',
  } satisfies Record<MatchRule, string>,
  decidedBy: {
    edited: 'you edited it',
    whole: 'it has the whole workout',
    connected: 'the connection of the hidden workout was removed',
    priority: 'you prefer its device',
    recording_device: 'it comes directly from the maker of the device',
    more_data: 'it has more data',
    earlier_connection: 'its service was connected first',
  } satisfies Record<PreferenceRule, string>,
};

const de: typeof en = {
  title: 'Meine Daten',
  intro: 'Energie und Training aus Ihrem Tagebuch.',
  empty: 'In diesem Zeitraum gibt es keine Einträge.',
  periods: { day: 'Tage', week: 'Wochen', month: 'Monate' },
  periodNav: 'Zeitraum',
  earlier: 'Früher',
  later: 'Später',
  energy: 'Energie',
  energyIn: 'Gegessen',
  energyOut: 'Beim Training verbraucht',
  duration: 'Trainingszeit',
  distance: 'Strecke',
  periodColumn: { day: 'Tag', week: 'Woche ab', month: 'Monat' },
  tableCaption: 'Dieselben Zahlen als Tabelle',
  chartDescription: (from, to, max) =>
    `Von ${from} bis ${to}. Der höchste Wert ist ${max}. ` +
    'Die Tabelle darunter enthält alle Werte.',

  food: 'Mahlzeiten',
  exercise: 'Training',
  noFood: 'Keine Mahlzeiten.',
  noExercise: 'Kein Training.',
  quickAdd: 'Schnelleintrag',
  servings: (amount) => `Portionen: ${amount}`,
  unknownExercise: 'Training',
  startTime: 'Beginn',
  source: 'Quelle',
  importedFrom: (provider) => `Importiert von ${provider}`,
  device: 'Gerät',
  merged: 'Duplikat ausgeblendet',
  duplicate: (provider, matched, decided) =>
    `Dasselbe Training von ${provider} ist ausgeblendet: ${matched}; ` +
    `dieses wird gezeigt, weil ${decided}.`,
  separate: 'Das sind zwei Trainings',
  separatedLabel: 'Getrennt',
  separatedFrom: (provider) => `Das Training von ${provider} wird einzeln gezählt.`,
  mergeAgain: 'Erneut auf doppelte Trainings prüfen',
  join: 'Dasselbe Training wie …',
  joinWith: 'Anderes Training',
  joinHint: 'Dann wird nur eines der beiden gezeigt und gezählt.',
  joinButton: 'Trainings zusammenführen',
  notices: {
    joined: 'Gespeichert. Nur eines der beiden Trainings wird gezeigt und gezählt.',
    separated: 'Gespeichert. Beide Trainings werden gezeigt und gezählt.',
    merged: 'Gespeichert. Ist beides dasselbe Training, wird eines wieder ausgeblendet.',
  },
  matchedBy: {
    overlap: 'die Zeiten überschneiden sich',
    start_time: 'beide sind von derselben Art und fast zur gleichen Zeit',
    part: 'eines ist ein Teil des anderen',
    joined: 'Sie haben sie zusammengeführt',
  },
  decidedBy: {
    edited: 'Sie es bearbeitet haben',
    whole: 'es das ganze Training enthält',
    connected: 'die Verbindung des ausgeblendeten Trainings getrennt wurde',
    priority: 'Sie sein Gerät bevorzugen',
    recording_device: 'es direkt vom Hersteller des Geräts kommt',
    more_data: 'es mehr Daten enthält',
    earlier_connection: 'sein Dienst zuerst verbunden wurde',
  },
};

/** The texts of the pages about the data of a user. */
export const dataTexts = { en, de };
export type DataTexts = typeof en;
