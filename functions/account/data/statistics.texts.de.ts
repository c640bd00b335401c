import type { StatisticsTexts } from './statistics.texts.ts';

const de: StatisticsTexts = {
  distance: 'Strecke',
  duration: 'Trainingszeit',
  workouts: 'Trainings',
  longestWorkout: 'Längstes Training',
  farthestWorkout: 'Weitestes Training',
  fastestKilometer: 'Schnellster Kilometer',
  energyOut: 'Beim Training verbrannt',
  averageEnergyIn: 'Gegessen im Schnitt am Tag',

  before: {
    seven_days: 'in den 7 Tagen davor',
    day: 'in den 30 Tagen davor',
    week: 'in den 12 Wochen davor',
    month: 'in den 12 Monaten davor',
    year: 'im Jahr davor',
    days_of_month: 'im Monat davor',
  },
  partBefore: {
    seven_days: 'an denselben Tagen der Woche davor',
    day: 'an denselben Tagen der 30 Tage davor',
    week: 'an denselben Tagen der 12 Wochen davor',
    month: 'an denselben Tagen der 12 Monate davor',
    year: 'an denselben Tagen des Jahres davor',
    days_of_month: 'an denselben Tagen des Monats davor',
  },

  nothing: (before) => `nichts ${before}`,
  amount: (amount, before) => `${amount} ${before}`,
  same: (before) => `wie ${before}`,
  more: (difference, before) => `${difference} mehr als ${before}`,
  less: (difference, before) => `${difference} weniger als ${before}`,
  fewer: (difference, before) => `${difference} weniger als ${before}`,
  longer: (difference, before) => `${difference} länger als ${before}`,
  shorter: (difference, before) => `${difference} kürzer als ${before}`,
  faster: (difference, before) => `${difference} schneller als ${before}`,
  slower: (difference, before) => `${difference} langsamer als ${before}`,
};

export default de;
