import type { DataKind } from '#shared/limits/read-marks.ts';

const en = {
  summary: 'What it has read',
  caption: (application: string) => `What ${application} has read in the last 90 days`,
  nothing: 'Nothing in the last 90 days.',
  dayByDay: 'Day by day',
  dayByDayLabel: (application: string) => `Day by day: what ${application} has read`,
  scripts: 'Your own scripts',
  former: 'Access has ended',
  formerHint: 'These applications have read your data in the last 90 days.',
  back: 'All applications with access',
  lead:
    'For each day and kind of data, kept for 90 days and shown an hour later at the latest. Days ' +
    'of reading are days in UTC.',
  hint:
    'The dates are those for which it has asked. What is hidden from it, as workouts of a ' +
    'provider that you have not ticked, was not in the answers. Not counted are photos, whose ' +
    'addresses work for everybody who knows them, and what webhooks have told it: that ' +
    'something has changed, and when, without values.',
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
  } satisfies Record<DataKind, string>,
};

const de: typeof en = {
  summary: 'Was sie gelesen hat',
  caption: (application) => `Was ${application} in den letzten 90 Tagen gelesen hat`,
  nothing: 'In den letzten 90 Tagen nichts.',
  dayByDay: 'Tag für Tag',
  dayByDayLabel: (application) => `Tag für Tag: was ${application} gelesen hat`,
  scripts: 'Ihre eigenen Skripte',
  former: 'Zugriff beendet',
  formerHint: 'Diese Anwendungen haben Ihre Daten in den letzten 90 Tagen gelesen.',
  back: 'Alle Anwendungen mit Zugriff',
  lead:
    'Für jeden Tag und jede Art von Daten, 90 Tage lang aufbewahrt und spätestens nach einer ' +
    'Stunde zu sehen. Lesetage sind Tage in UTC.',
  hint:
    'Die Daten in der letzten Spalte sind die, nach denen sie gefragt hat. Was vor ihr verborgen ' +
    'ist, wie Trainings eines Anbieters, den Sie nicht angekreuzt haben, war nicht in den ' +
    'Antworten. Nicht gezählt sind Fotos, deren Adressen für alle gehen, die sie kennen, und was ' +
    'Webhooks ihr mitteilen: dass sich etwas geändert hat und wann, ohne Werte.',
  data: 'Art',
  day: 'Tag',
  reads: 'Gelesen',
  lastReadOn: 'Zuletzt',
  dates: 'Gelesene Tage',
  kinds: {
    profile: 'Profil',
    diary: 'Tagebuch',
    data_sources: 'Geräte',
    connections: 'Verbundene Dienste',
    changes: 'Was sich geändert hat',
    exports: 'Exporte von allem',
  },
};

/** The texts about what applications have read. */
export const readsTexts = { en, de };
export type ReadsTexts = typeof en;
