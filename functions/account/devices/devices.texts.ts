const en = {
  title: 'Devices and preferences',
  intro:
    'If two services send the same workout, you see the workout from the device that you prefer.',
  empty: 'No device has sent data yet.',
  model: 'Model',
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
  notices: {
    preferred: 'Gespeichert. Doppelte Trainings der letzten 30 Tage werden neu geprüft.',
    sleep_preferred: 'Gespeichert.',
  },
};

/** The texts of the page about devices and preferences. */
export const devicesTexts = { en, de };
export type DevicesNotice = keyof typeof en.notices;
