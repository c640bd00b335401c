const en = {
  times: 'Times are in UTC until you choose your time zone:',
  today: 'Today is the day in UTC until you choose your time zone:',
  settings: 'Settings',
};

const de: typeof en = {
  times: 'Zeiten sind in UTC, bis Sie Ihre Zeitzone wählen:',
  today: 'Heute ist der Tag in UTC, bis Sie Ihre Zeitzone wählen:',
  settings: 'Einstellungen',
};

/** The texts of the hint about a time zone that was not chosen. */
export const timeZoneHintTexts = { en, de };
