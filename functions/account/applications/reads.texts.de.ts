import type { ReadsTexts } from './reads.texts.ts';

const de: ReadsTexts = {
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
    measurements: 'Messwerte des Körpers',
  },
};

export default de;
