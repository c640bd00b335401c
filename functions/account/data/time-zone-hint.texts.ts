import de from './time-zone-hint.texts.de.ts';

const en = {
  inUtc: 'Dates and times are in UTC.',
  choose: 'Choose your time zone',
};

/** The texts of the hint about a time zone that was not chosen. */
export const timeZoneHintTexts = { en, de };
export type TimeZoneHintTexts = typeof en;
