import type { MatchRule, PreferenceRule } from '#functions/diary/entry/origin.ts';

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

const de: typeof en = {
  dayNav: 'Andere Tage',
  dayBefore: (date) => `Tag davor, ${date}`,
  dayAfter: (date) => `Tag danach, ${date}`,
  today: 'Heute',
  date: 'Datum',
  show: 'Zum Datum',
  aroundDay: 'Meine Daten bis zu diesem Tag',

  emptyTitle: 'An diesem Tag gibt es noch nichts',
  emptyText:
    'Tragen Sie ein, was Sie gegessen und wie Sie trainiert haben. Trainings aus verbundenen ' +
    'Diensten erscheinen hier von selbst.',

  eaten: 'Gegessen',
  burned: 'Verbrannt',
  net: 'Bilanz',

  food: 'Mahlzeiten',
  addFood: 'Essen eintragen',
  noFood: 'Keine Mahlzeiten.',
  quickAdd: 'Schnelleintrag',
  servings: (amount) => (amount === '1' ? '1 Portion' : `${amount} Portionen`),
  moreNutrients: 'Weitere Nährwerte',
  change: 'Ändern',
  changeLabel: (name) => `Ändern: ${name}`,

  exercise: 'Training',
  addExercise: 'Training eintragen',
  noExercise: 'Kein Training.',
  unknownExercise: (id) => `Unbekanntes Training „${id}“`,
  distance: 'Strecke',
  duration: 'Dauer',
  pace: 'Tempo',
  speed: 'Tempo',
  energy: 'Energie',
  heartRate: 'Herzfrequenz',
  averageHeartRate: (rate) => `im Mittel ${rate}/min`,
  maxHeartRate: (rate) => `höchstens ${rate}/min`,
  maxSpeed: 'Höchsttempo',
  elevation: 'Höhenunterschied',
  imported: (origin) => `Importiert ${origin}`,
  fromProvider: (provider) => `von ${provider}`,
  fromFile: (name) =>
    name === undefined ? 'aus einer Datei' : `aus der Datei „${name}“`,
  file: 'Datei',
  device: 'Gerät',

  merging: 'Doppelte Trainings',
  hiddenDuplicates: (count) =>
    count === 1 ? '1 Duplikat ist ausgeblendet' : `${count} Duplikate sind ausgeblendet`,
  duplicate: (origin, matched, decided) =>
    `Dasselbe Training ${origin} ist ausgeblendet: ${matched}; ` +
    `dieses wird gezeigt, weil ${decided}.`,
  separate: 'Das sind zwei Trainings',
  separated: (origin) => `Das Training ${origin} wird einzeln gezählt.`,
  mergeAgain: 'Erneut auf doppelte Trainings prüfen',
  join: 'Dasselbe Training wie …',
  joinWith: 'Anderes Training',
  joinHint: 'Dann wird nur eines der beiden gezeigt und gezählt.',
  joinButton: 'Trainings zusammenführen',
  notices: {
    added: 'Eingetragen.',
    changed: 'Ihre Änderung wurde gespeichert.',
    unchanged: 'Es wurde nichts geändert.',
    deleted: 'Gelöscht.',
    joined: 'Gespeichert. Nur eines der beiden Trainings wird gezeigt und gezählt.',
    separated: 'Gespeichert. Beide Trainings werden gezeigt und gezählt.',
    merged: 'Gespeichert. Ist beides dasselbe Training, wird eines wieder ausgeblendet.',
  },
  refusals: {
    gone: 'Es wurde nichts geändert: Den Eintrag gibt es nicht mehr.',
  },
  matchedBy: {
    overlap: 'die Zeiten überschneiden sich',
    start_time: 'beide sind von derselben Art und fast zur gleichen Zeit',
    part: 'eines ist ein Teil des anderen',
    joined: 'Sie haben sie zusammengeführt',
  },
  decidedBy: {
    edited: 'Sie es bearbeitet haben',
    terms:
      'die Bedingungen des Dienstes des ausgeblendeten Trainings nicht erlauben, es zu ' +
      'kombinieren',
    whole: 'es das ganze Training enthält',
    connected: 'die Verbindung des ausgeblendeten Trainings getrennt wurde',
    priority: 'Sie sein Gerät bevorzugen',
    recording_device:
      'es die Datei des Geräts ist oder direkt von dessen Hersteller kommt',
    more_data: 'es mehr Daten enthält',
    earlier_connection: 'es zuerst verbunden oder importiert wurde',
  },
};

/** The texts of the page of a day. */
export const dayTexts = { en, de };
export type DayTexts = typeof en;

/** The name of a text with which the page confirms a change. */
export type DayNotice = keyof DayTexts['notices'] | keyof DayTexts['refusals'];
