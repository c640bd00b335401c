import type { BodyTexts } from './body.texts.ts';

const countDays = (count: number) => (count === 1 ? 'einem Tag' : `${count} Tagen`);

const de: BodyTexts = {
  title: 'Körper',
  periodNav: 'Zeitraum',
  periods: { month: '30 Tage', quarter: '90 Tage', year: 'Jahr' },

  weight: (unit) => `Gewicht (${unit})`,
  lastWeight: (amount) => `Zuletzt: ${amount}`,
  date: 'Datum',
  save: 'Gewicht speichern',
  weightHint: 'Ein Tag hat ein Gewicht, das Sie eintragen: Ein weiteres ersetzt es.',
  problem: (fields) => `Es wurde nichts gespeichert. Bitte prüfen Sie: ${fields}`,
  problems: {
    weight: (least, most) => `Geben Sie ein Gewicht von ${least} bis ${most} ein.`,
    date: 'Geben Sie ein Datum von 1900 bis heute ein.',
  },

  consentTitle: 'Zuerst Ihre Einwilligung',
  consentText:
    'Bevor etwas über Ihren Körper gespeichert wird, brauchen wir Ihre Einwilligung:',
  agree: 'Einwilligen',

  empty: 'In diesem Zeitraum wurde nichts gemessen',
  emptyText:
    'Ihr Gewicht erscheint hier, sobald Sie es eintragen. Schlaf, Schritte und mehr erscheinen, ' +
    'sobald Sie die Datei importieren, die Apple Health exportiert, oder eine App Ihres ' +
    'Telefons sie sendet.',
  phones: 'Telefone und Apps',
  emptyConnectText:
    'Ihr Gewicht erscheint hier, sobald Sie es eintragen. Schlaf, Schritte und mehr erscheinen, ' +
    'sobald ein Dienst verbunden ist, der sie misst, eine App Ihres Telefons sie sendet, oder ' +
    'Sie die Datei importieren, die Apple Health exportiert.',
  importFiles: 'Dateien importieren',

  averages: {
    sleep: 'Schlaf pro Nacht',
    steps: 'Schritte am Tag',
    resting_heart_rate: 'Ruhepuls',
  },
  latest: (amount, day) => `${amount} am ${day}`,
  mean: (amount) => `Mittel von sieben Tagen ${amount}`,
  meanColumn: 'Mittel von 7 Tagen',
  dotStory: (latest) =>
    `Zuletzt ${latest}; Punkte sind, was gemessen wurde, die Linie ist das Mittel von sieben ` +
    'Tagen.',
  lineStory: (latest) => `Zuletzt ${latest}; die Linie ist das Mittel von sieben Tagen.`,
  lineText: (first, last, low, high) =>
    `Das Mittel von sieben Tagen geht von ${first} bis ${last}. Niedrigster Wert ${low}, ` +
    `höchster ${high}.`,
  barStory: {
    day: (average, count, highest) =>
      `Höchster Wert ${highest}, Durchschnitt von ${countDays(count)} ${average}.`,
    week: (average, count, highest) =>
      `Durchschnitte von Wochen. Höchster Tag ${highest}, Durchschnitt von ${countDays(count)} ` +
      `${average}.`,
  },
  weekFrom: (date) => `Woche ab ${date}`,
  tableSummary: 'Dieselben Zahlen als Tabelle',
  unitColumn: { day: 'Tag', week: 'Woche ab' },
  asleepColumn: 'Geschlafen',

  more: 'Weitere Werte',
  earlierValues: (count) => `${count} frühere`,
  sources: 'Woher die Werte kommen',
  sourcesCaption: 'Quellen dieses Zeitraums',
  sourceColumns: { source: 'Wert und Quelle', days: 'Tage', shown: 'Gezeigt an' },
  sourcesHint:
    'Haben mehrere Quellen Werte eines Tages, wird eine davon gezeigt. Sie werden nie addiert.',

  dayTitle: (date) => `Körper am ${date}`,
  dayEmpty: 'An diesem Tag wurde nichts gemessen',
  dayEmptyText:
    'Werte dieses Tages erscheinen hier, sobald Sie oder einer Ihrer Dienste sie speichern.',
  dayNav: 'Andere Tage',
  back: 'Körper bis zu diesem Tag',
  diaryDay: 'Essen und Training dieses Tages',
  showValues: 'Einzelheiten und Quellen',
  allSources: (count) =>
    count === 1
      ? 'Alle Quellen: ein weiterer Wert'
      : `Alle Quellen: ${count} weitere Werte`,
  shownSources: 'Nur, was gezeigt wird',
  notShown: 'Nicht gezeigt',
  night: (start, end) => `${start} – ${end}`,
  deletion: 'Diesen Wert löschen',
  deleteOwn: 'Er ist dann weg. Das lässt sich nicht rückgängig machen.',
  deleteOther: 'Er ist dann weg, und seine Quelle bringt ihn nicht zurück.',
  delete: 'Löschen',
  deleteLabel: (name) => `Löschen: ${name}`,

  notices: {
    saved: 'Ihr Gewicht ist gespeichert.',
    unchanged: 'Dieses Gewicht war schon gespeichert.',
    deleted: 'Gelöscht.',
    consent_given: 'Danke. Ihre Einwilligung ist gespeichert.',
  },
  refusals: {
    gone: 'Es wurde nichts gelöscht: Den Wert gibt es nicht mehr.',
    full:
      'Es wurde nichts gespeichert: In diesem Monat gibt es Werte von so vielen Quellen, wie ' +
      'Platz haben.',
    consent_missing: 'Es wurde nichts gespeichert: Ihre Einwilligung fehlt.',
  },
};

export default de;
