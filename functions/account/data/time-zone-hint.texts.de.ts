import type { TimeZoneHintTexts } from './time-zone-hint.texts.ts';

const de: TimeZoneHintTexts = {
  inUtc: 'Datum und Uhrzeit sind in UTC.',
  choose: 'Zeitzone wählen',
};

export default de;
