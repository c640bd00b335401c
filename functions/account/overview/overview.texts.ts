import de from './overview.texts.de.ts';

const en = {
  greeting: (name: string) => `Hello, ${name}.`,
  timeZone: {
    title: 'Where are you?',
    hint: 'Type a city. Days and times are in UTC until you choose a time zone.',
    save: 'Save time zone',
  },
  thisWeek: 'This week',
  nothingThisWeek: 'There is nothing yet in this week, and nothing in the week before.',
  lastWeek: 'Last week',
  today: 'Today',
  latestWorkouts: 'Latest workouts',
  empty: 'No workouts and no meals in the last weeks',
  allPages: 'All about your account',
  groups: {
    data: 'Your data',
    privacy: 'Access and privacy',
    account: 'Sign-in and settings',
  },
  notices: {
    time_zone_saved: 'Your time zone was saved.',
    password_changed: 'Password changed. You have been signed out in all other browsers.',
    email_changed: 'Email address changed.',
    account_created: 'Your account has been created.',
  },
};

/** The texts of the start page. The linked pages have their own titles and purposes. */
export const overviewTexts = { en, de };
export type OverviewTexts = typeof en;

export type AccountNotice = keyof typeof en.notices;
