import type { DataKind } from '#shared/quota/read-marks.ts';
import de from './reads.texts.de.ts';

const en = {
  summary: 'What was read',
  caption: (reader: string) => `What was read: ${reader}`,
  nothing: 'Nothing in the last 90 days.',
  dayByDay: 'Day by day',
  dayByDayLabel: (reader: string) => `Day by day: ${reader}`,
  scripts: 'Your own scripts',
  former: 'Access has ended',
  formerHint: 'These applications have read your data in the last 90 days.',
  back: 'All applications with access',
  lead:
    'For each day and kind of data, kept for 90 days and shown an hour later at the latest. Days ' +
    'of reading are days in UTC.',
  hint:
    'The dates are those that were asked for. What is hidden from an application, as workouts of ' +
    'a provider that you have not ticked, was not in the answers. Not counted are photos, whose ' +
    'addresses work for everybody who knows them, and what webhooks tell: that something has ' +
    'changed, and when, without values.',
  data: 'Data',
  day: 'Day',
  reads: 'Reads',
  lastReadOn: 'Last read',
  dates: 'Dates read',
  kinds: {
    profile: 'Profile',
    diary: 'Diary',
    data_sources: 'Devices',
    connections: 'Connected services',
    changes: 'What has changed',
    exports: 'Exports of everything',
    measurements: 'Measurements of the body',
  } satisfies Record<DataKind, string>,
};

/** The texts about what applications have read. */
export const readsTexts = { en, de };

export type ReadsTexts = typeof en;
