const en = {
  greeting: (name: string) => `Hello, ${name}.`,
  thisWeek: 'This week',
  nothingThisWeek: 'There is nothing yet in this week, and nothing in the week before.',
  lastWeek: 'Last week',
  addEntry: 'Add an entry',
  latestWorkouts: 'Latest workouts',
  workout: 'Workout',
  empty: 'Your diary is empty, or has no entries of the last weeks',
  emptyHint:
    'Connect a service that records your workouts. You can also add meals and workouts yourself.',
  connect: 'Connect a service',
  allPages: 'All about your account',
  groups: {
    data: 'Your data',
    privacy: 'Access and privacy',
    account: 'Sign-in and settings',
  },
};

const de: typeof en = {
  greeting: (name) => `Hallo, ${name}.`,
  thisWeek: 'Diese Woche',
  nothingThisWeek: 'In dieser und in der letzten Woche gibt es noch nichts.',
  lastWeek: 'Letzte Woche',
  addEntry: 'Eintrag hinzufügen',
  latestWorkouts: 'Letzte Trainings',
  workout: 'Training',
  empty: 'Ihr Tagebuch ist leer oder hat keine Einträge der letzten Wochen',
  emptyHint:
    'Verbinden Sie einen Dienst, der Ihre Trainings aufzeichnet. Mahlzeiten und Trainings können ' +
    'Sie auch selbst hinzufügen.',
  connect: 'Einen Dienst verbinden',
  allPages: 'Alles zu Ihrem Konto',
  groups: {
    data: 'Ihre Daten',
    privacy: 'Zugriff und Datenschutz',
    account: 'Anmeldung und Einstellungen',
  },
};

/** The texts of the start page of the account. Those of linked pages are in `accountTexts`. */
export const overviewTexts = { en, de };
