import type { DevicesTexts } from './devices.texts.ts';

const de: DevicesTexts = {
  title: 'Geräte und Vorrang',
  lead: 'Wenn zwei Dienste dasselbe Training senden, sehen Sie das des bevorzugten Geräts.',
  empty: {
    title: 'Noch hat kein Gerät Daten gesendet',
    text:
      'Geräte erscheinen hier, sobald ein verbundener Dienst oder eine Anwendung ihre Daten ' +
      'sendet.',
    connect: 'Dienst verbinden',
  },
  inactive: 'Nicht mehr in Gebrauch',
  since: 'Seit',
  preferredFor: 'Bevorzugt für',
  types: { activity: 'Aktivität', sleep: 'Schlaf' },
  prefer: { activity: 'Für Aktivität bevorzugen', sleep: 'Für Schlaf bevorzugen' },
  describePreference: (prefer, device) => `${prefer}: ${device}`,
  notices: {
    preferred: 'Gespeichert. Doppelte Trainings der letzten 30 Tage werden neu geprüft.',
    sleep_preferred: 'Gespeichert.',
  },
};

export default de;
