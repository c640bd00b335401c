import type { DataTexts } from './data.texts.ts';

const de: DataTexts = {
  title: 'Meine Daten',
  empty: 'Keine Einträge in diesem Zeitraum',
  emptyOfSport: (sport) => `${sport}: keine Trainings in diesem Zeitraum`,
  emptyOfSportHint: 'Wählen Sie einen anderen Zeitraum oder alle Sportarten.',
  emptyHint:
    'Trainings erscheinen hier, sobald Sie Dateien Ihrer Uhr oder eines anderen Dienstes ' +
    'importieren. Mahlzeiten und Trainings können Sie auch selbst hinzufügen.',
  emptyConnectHint:
    'Trainings erscheinen hier, sobald ein Dienst verbunden ist, der sie aufzeichnet, oder ' +
    'Dateien importiert sind. Mahlzeiten und Trainings können Sie auch selbst hinzufügen.',
  connect: 'Einen Dienst verbinden',
  addFood: 'Essen eintragen',
  addExercise: 'Training eintragen',
  enterWeight: 'Gewicht eintragen',
  body: 'Körper',
  periods: {
    seven_days: '7 Tage',
    day: '30 Tage',
    days_of_month: 'Monat',
    week: '12 Wochen',
    month: '12 Monate',
    year: 'Jahr',
  },
  periodNav: 'Zeitraum',
  sportNav: 'Sportart',
  allSports: 'Alle Sportarten',
  otherSports: 'Andere Sportarten',
  unknownSport: 'Unbekannte Aktivität',
  date: 'Datum',
  goToDate: 'Zum Datum',
  earlier: 'Früher',
  later: 'Später',
  // The soft hyphens make the columns of the table narrow enough for a phone.
  energyIn: 'Ge\u00adgessen',
  energyOut: 'Ver\u00adbrannt',
  estimatedEnergy: (amount) =>
    `Von der verbrannten Energie sind etwa ${amount} aus Ihrem Gewicht geschätzt.`,
  duration: 'Trainingszeit',
  time: 'Zeit',
  distance: 'Strecke',
  periodColumn: { day: 'Tag', week: 'Woche ab', month: 'Monat' },
  weekFrom: (date) => `Woche ab ${date}`,
  workout: 'Training',
  workoutsCaption: 'Die Trainings dieser Tage',
  tableCaption: 'Dieselben Zahlen als Tabelle',
  lastImports: 'Letzte Importe von Dateien',
  nothing: 'Keine Einträge.',
  highest: (amount, range) => `Am meisten ${amount} (${range})`,
  average: (count, amount) => `im Schnitt von ${count} ${amount}`,
  rangeCounts: {
    day: (count) => `${count} Tagen`,
    week: (count) => `${count} Wochen`,
    month: (count) => `${count} Monaten`,
  },
  trend: {
    same: 'in der zweiten Hälfte genauso viel',
    more: (share) => `in der zweiten Hälfte ${share} mehr`,
    less: (share) => `in der zweiten Hälfte ${share} weniger`,
  },
};

export default de;
