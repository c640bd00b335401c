const en = {
  title: 'Devices and preferences',
  purpose: 'See which devices record your data, and choose the ones you prefer.',
  lead: 'If two services send the same workout, you see the one from the device that you prefer.',
  empty: {
    title: 'No device has sent data yet',
    text: 'Devices appear here once a connected service or an application sends their data.',
    connect: 'Connect a service',
  },
  inactive: 'No longer in use',
  since: 'Since',
  preferredFor: 'Preferred for',
  types: { activity: 'Activity', sleep: 'Sleep' },
  prefer: { activity: 'Prefer for activity', sleep: 'Prefer for sleep' },
  describePreference: (prefer: string, device: string) => `${prefer}: ${device}`,
  notices: {
    preferred: 'Saved. Duplicates of the last 30 days are being checked again.',
    sleep_preferred: 'Saved.',
  },
};

const de: typeof en = {
  title: 'Geräte und Vorrang',
  purpose: 'Sehen, welche Geräte Ihre Daten aufzeichnen, und bevorzugte Geräte wählen.',
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

/** The texts of the page about devices and preferences. */
export const devicesTexts = { en, de };
export type DevicesNotice = keyof typeof en.notices;
