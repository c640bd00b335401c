const en = {
  title: 'My data',
  empty: 'No entries in this period',
  emptyHint:
    'Workouts appear here once a service is connected that records them. You can also add meals ' +
    'and workouts yourself.',
  connect: 'Connect a service',
  addFood: 'Add food',
  addExercise: 'Add exercise',
  periods: {
    seven_days: '7 days',
    day: '30 days',
    week: '12 weeks',
    month: '12 months',
  },
  periodNav: 'Period',
  date: 'Date',
  goToDate: 'Go to date',
  earlier: 'Earlier',
  later: 'Later',
  energy: 'Energy',
  energyIn: 'Eaten',
  energyOut: 'Burned',
  duration: 'Exercise time',
  time: 'Time',
  distance: 'Distance',
  periodColumn: { day: 'Day', week: 'Week from', month: 'Month' },
  weekFrom: (date: string) => `week from ${date}`,
  tableCaption: 'The same numbers as a table',
  lastImports: 'Last imports of files',
  nothing: 'no entries.',
  highest: (amount: string, span: string) => `highest ${amount} (${span})`,
  average: (count: string, amount: string) => `average of ${count} ${amount}`,
  spanCounts: {
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

const de: typeof en = {
  title: 'Meine Daten',
  empty: 'Keine Einträge in diesem Zeitraum',
  emptyHint:
    'Trainings erscheinen hier, sobald ein Dienst verbunden ist, der sie aufzeichnet. Mahlzeiten ' +
    'und Trainings können Sie auch selbst hinzufügen.',
  connect: 'Einen Dienst verbinden',
  addFood: 'Essen eintragen',
  addExercise: 'Training eintragen',
  periods: {
    seven_days: '7 Tage',
    day: '30 Tage',
    week: '12 Wochen',
    month: '12 Monate',
  },
  periodNav: 'Zeitraum',
  date: 'Datum',
  goToDate: 'Zum Datum',
  earlier: 'Früher',
  later: 'Später',
  energy: 'Energie',
  // The soft hyphens make the columns of the table narrow enough for a phone.
  energyIn: 'Ge\u00adgessen',
  energyOut: 'Ver\u00adbrannt',
  duration: 'Trainingszeit',
  time: 'Zeit',
  distance: 'Strecke',
  periodColumn: { day: 'Tag', week: 'Woche ab', month: 'Monat' },
  weekFrom: (date) => `Woche ab ${date}`,
  tableCaption: 'Dieselben Zahlen als Tabelle',
  lastImports: 'Letzte Importe von Dateien',
  nothing: 'keine Einträge.',
  highest: (amount, span) => `am meisten ${amount} (${span})`,
  average: (count, amount) => `im Schnitt von ${count} ${amount}`,
  spanCounts: {
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

/** The texts of the page about the data of a user. */
export const dataTexts = { en, de };
export type DataTexts = typeof en;
