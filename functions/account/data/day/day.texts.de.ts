import type { DayTexts } from './day.texts.ts';

const de: DayTexts = {
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

  merging: 'Doppelte Trainings',
  hiddenDuplicates: (count) =>
    count === 1 ? '1 Duplikat ist ausgeblendet' : `${count} Duplikate sind ausgeblendet`,
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
};

export default de;
