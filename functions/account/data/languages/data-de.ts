import type { DataTexts } from './data-en.ts';

/** The texts of the pages about the user's data in German. */
export const dataDe: DataTexts = {
  tag: 'de',
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
  startTime: 'Beginn (UTC)',
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
  dayNotices: {
    separated: 'Gespeichert. Beide Trainings werden gezeigt und gezählt.',
    merged: 'Gespeichert. Ist beides dasselbe Training, wird eines wieder ausgeblendet.',
  },
  matchedBy: {
    overlap: 'die Zeiten überschneiden sich',
    start_time: 'beide beginnen fast gleichzeitig',
  },
  decidedBy: {
    edited: 'Sie es bearbeitet haben',
    connected: 'die Verbindung des ausgeblendeten Trainings getrennt wurde',
    priority: 'Sie sein Gerät bevorzugen',
    recording_device: 'es direkt vom Hersteller des Geräts kommt',
    more_data: 'es mehr Daten enthält',
    earlier_connection: 'sein Dienst zuerst verbunden wurde',
  },

  devices: {
    title: 'Geräte und Einstellungen',
    intro:
      'Wenn zwei Dienste dasselbe Training senden, sehen Sie das Training des bevorzugten Geräts.',
    empty: 'Noch hat kein Gerät Daten gesendet.',
    model: 'Modell',
    since: 'Seit',
    preferredFor: 'Bevorzugt für',
    types: { activity: 'Aktivität', sleep: 'Schlaf' },
    prefer: { activity: 'Für Aktivität bevorzugen', sleep: 'Für Schlaf bevorzugen' },
    describePreference: (prefer, device) => `${prefer}: ${device}`,
    saved: {
      activity: 'Gespeichert. Doppelte Trainings der letzten 30 Tage werden neu geprüft.',
      sleep: 'Gespeichert.',
    },
  },
};
