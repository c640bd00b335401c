import de from './settings.texts.de.ts';
import type { SettingsField } from './settings-form.ts';

const en = {
  title: 'Settings',
  intro: 'They apply to these pages, to emails and to exports, in all your browsers.',
  fields: {
    display_name: 'Name',
    locale: 'Language and region',
    time_zone: 'Time zone',
    first_weekday: 'First day of the week',
    distance_unit: 'Distance',
    energy_unit: 'Energy',
    weight_unit: 'Weight',
  } satisfies Record<SettingsField, string>,
  hints: {
    display_name: 'Applications to which you give access see it.',
    locale: 'The region decides how dates and numbers are written.',
    time_zone:
      'Type a city. For times and the current day; workouts have the time of their place. If ' +
      'empty, UTC.',
  },
  languageAndTime: 'Language and time',
  units: 'Units',
  browserLocale: 'As my browser asks',
  values: {
    kilometers: 'Kilometers, meters',
    miles: 'Miles, feet',
    kilograms: 'Kilograms',
    pounds: 'Pounds',
    calories: 'Calories (kcal)',
    kilojoules: 'Kilojoules (kJ)',
    monday: 'Monday',
    sunday: 'Sunday',
    saturday: 'Saturday',
  },
  save: 'Save',
  problem: 'Nothing was saved. Correct the marked fields.',
  problems: {
    display_name:
      'The name must have 1 to 50 characters, of which at least one is visible. It must not ' +
      'contain control characters, invisible ones, or those that change the direction of text.',
    locale: 'Choose a language of the list.',
    time_zone: 'Enter a city, or a time zone of the list, such as Europe/Berlin.',
    distance_unit: 'Choose a unit of the list.',
    weight_unit: 'Choose a unit of the list.',
    energy_unit: 'Choose a unit of the list.',
    first_weekday: 'Choose a day of the list.',
  } satisfies Record<SettingsField, string>,
  severalTimeZones: 'This country has several time zones. Enter a city of yours.',
  didYouMean: (name: string) => `Did you mean ${name}?`,
  areas: {
    Africa: 'Africa',
    America: 'America',
    Antarctica: 'Antarctica',
    Arctic: 'Arctic',
    Asia: 'Asia',
    Atlantic: 'Atlantic',
    Australia: 'Australia',
    Europe: 'Europe',
    Indian: 'Indian Ocean',
    Pacific: 'Pacific',
  },
  notices: { saved: 'Your settings were saved.' },
};

/** The texts of the page of the settings. */
export const settingsTexts = { en, de };

export type SettingsNotice = keyof typeof en.notices;

export type SettingsTexts = typeof en;
