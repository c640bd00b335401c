import type { DataKind } from '#shared/limits/read-marks.ts';

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
  } satisfies Record<DataKind, string>,
};

const de: typeof en = {
  summary: 'Was gelesen wurde',
  caption: (reader) => `Was gelesen wurde: ${reader}`,
  nothing: 'In den letzten 90 Tagen nichts.',
  dayByDay: 'Tag für Tag',
  dayByDayLabel: (reader) => `Tag für Tag: ${reader}`,
  scripts: 'Ihre eigenen Skripte',
  former: 'Zugriff beendet',
  formerHint: 'Diese Anwendungen haben Ihre Daten in den letzten 90 Tagen gelesen.',
  back: 'Alle Anwendungen mit Zugriff',
  lead:
    'Für jeden Tag und jede Art von Daten, 90 Tage lang aufbewahrt und spätestens nach einer ' +
    'Stunde zu sehen. Lesetage sind Tage in UTC.',
  hint:
    'Gelesene Tage sind die, nach denen gefragt wurde. Was vor einer Anwendung verborgen ist, ' +
    'wie Trainings eines Anbieters, den Sie nicht angekreuzt haben, war nicht in den Antworten. ' +
    'Nicht gezählt sind Fotos, deren Adressen für alle gehen, die sie kennen, und was Webhooks ' +
    'mitteilen: dass sich etwas geändert hat und wann, ohne Werte.',
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
