const en = {
  inUtc: 'Dates and times are in UTC.',
  choose: 'Choose your time zone',
};

const de: typeof en = {
  inUtc: 'Datum und Uhrzeit sind in UTC.',
  choose: 'Zeitzone wählen',
};

/** The texts of the hint about a time zone that was not chosen. */
export const timeZoneHintTexts = { en, de };
