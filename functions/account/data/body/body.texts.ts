import type { PeriodName } from '../data-url.ts';
import de from './body.texts.de.ts';

const countDays = (count: number) => (count === 1 ? 'one day' : `${count} days`);

const en = {
  title: 'Body',
  periodNav: 'Period',
  periods: {
    month: '30 days',
    quarter: '90 days',
    year: 'Year',
  } satisfies Record<PeriodName, string>,

  weight: (unit: string) => `Weight (${unit})`,
  lastWeight: (amount: string) => `Last: ${amount}`,
  date: 'Date',
  save: 'Save weight',
  weightHint: 'A day has one weight that you enter: another one takes its place.',
  problem: (fields: string) => `Nothing was saved. Please check: ${fields}`,
  problems: {
    weight: (least: string, most: string) => `Enter a weight from ${least} to ${most}.`,
    date: 'Enter a date from 1900 until today.',
  },

  consentTitle: 'First, your consent',
  consentText: 'Before anything about your body is stored, we need your consent:',
  agree: 'Agree',

  empty: 'Nothing was measured in this period',
  emptyText:
    'Your weight appears here once you enter it. Sleep, steps and more appear once you import ' +
    'the file that Apple Health exports, or an app of your phone sends them.',
  phones: 'Phones and apps',
  emptyConnectText:
    'Your weight appears here once you enter it. Sleep, steps and more appear once a service is ' +
    'connected that measures them, an app of your phone sends them, or you import the file ' +
    'that Apple Health exports.',
  importFiles: 'Import files',

  /** The labels of averages. */
  averages: {
    sleep: 'Sleep a night',
    steps: 'Steps a day',
    resting_heart_rate: 'Resting heart rate',
  },
  latest: (amount: string, day: string) => `${amount} on ${day}`,
  mean: (amount: string) => `mean of seven days ${amount}`,
  meanColumn: 'Mean of 7 days',
  dotStory: (latest: string) =>
    `Last ${latest}; dots are what was measured, the line is the mean of seven days.`,
  lineStory: (latest: string) => `Last ${latest}; the line is the mean of seven days.`,
  lineText: (first: string, last: string, low: string, high: string) =>
    `The mean of seven days goes from ${first} to ${last}. Lowest ${low}, highest ${high}.`,
  barStory: {
    day: (average: string, count: number, highest: string) =>
      `Highest ${highest}, average of ${countDays(count)} ${average}.`,
    week: (average: string, count: number, highest: string) =>
      `Averages of weeks. Highest day ${highest}, average of ${countDays(count)} ${average}.`,
  },
  weekFrom: (date: string) => `week from ${date}`,
  tableSummary: 'The same numbers as a table',
  unitColumn: { day: 'Day', week: 'Week from' },
  asleepColumn: 'Asleep',

  more: 'More values',
  earlierValues: (count: number) => `${count} earlier`,
  sources: 'Where the values come from',
  sourcesCaption: 'Sources of this period',
  sourceColumns: {
    source: 'Value and source',
    days: 'Days',
    shown: 'Shown on',
  },
  sourcesHint:
    'Where several sources have values of one day, one of them is shown. They are never added.',

  dayTitle: (date: string) => `Body on ${date}`,
  dayEmpty: 'Nothing was measured on this day',
  dayEmptyText:
    'Values of this day appear here once you or a service of yours store them.',
  dayNav: 'Other days',
  back: 'Body up to this day',
  diaryDay: 'Meals and exercise of this day',
  showValues: 'Details and sources',
  allSources: (count: number) =>
    count === 1 ? 'All sources: one more value' : `All sources: ${count} more values`,
  shownSources: 'Only what is shown',
  notShown: 'Not shown',
  night: (start: string, end: string) => `${start} – ${end}`,
  deletion: 'Delete this value',
  deleteOwn: 'It is gone then. This cannot be undone.',
  deleteOther: 'It is gone then, and its source does not bring it back.',
  delete: 'Delete',
  deleteLabel: (name: string) => `Delete: ${name}`,

  notices: {
    saved: 'Your weight is saved.',
    unchanged: 'This weight was saved before.',
    deleted: 'Deleted.',
    consent_given: 'Thank you. Your consent is stored.',
  },
  refusals: {
    gone: 'Nothing was deleted: the value no longer exists.',
    full: 'Nothing was saved: this month has values of as many sources as there is room for.',
    consent_missing: 'Nothing was saved: your consent is missing.',
  },
};

/** The texts of the page about the body. */
export const bodyTexts = { en, de };
export type BodyTexts = typeof en;
export type BodyNotice = keyof BodyTexts['notices'] | keyof BodyTexts['refusals'];
