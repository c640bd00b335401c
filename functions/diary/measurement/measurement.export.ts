import { commonMembers, defineExportDocument } from '#shared/contract/export-document.ts';
import type { toMeasurementObjects } from './exported-values.ts';

export const measurementsDocument = defineExportDocument<
  ReturnType<typeof toMeasurementObjects>[number]
>({
  description: {
    en: 'Measurements of your body, such as weight, sleep and steps.',
    de: 'Messwerte Ihres Körpers, z. B. Gewicht, Schlaf und Schritte.',
  },
  members: {
    id: commonMembers.id,
    type: { en: 'what was measured', de: 'was gemessen wurde' },
    date: {
      en: 'the day, of a sleep the one of waking',
      de: 'der Tag, bei Schlaf der des Aufwachens',
    },
    time: {
      en: 'when it was measured or began, with the offset of the place from UTC',
      de: 'wann gemessen wurde oder es begann, mit dem Abstand des Ortes von UTC',
    },
    value: {
      en: 'the value; of a blood pressure the systolic one, of a sleep the time asleep',
      de: 'der Wert; beim Blutdruck der systolische, beim Schlaf die Schlafdauer',
    },
    unit: { en: 'its unit', de: 'seine Einheit' },
    diastolic: {
      en: 'the diastolic blood pressure in mmHg',
      de: 'der diastolische Blutdruck in mmHg',
    },
    sleep: {
      en: 'the end of the sleep, and its stages in seconds',
      de: 'das Ende des Schlafs und seine Phasen in Sekunden',
    },
    external_id: {
      en: 'the id that the source has given it',
      de: 'die ID, die ihm seine Quelle gegeben hat',
    },
    source_name: {
      en: 'what the source calls the device or app that measured it',
      de: 'wie die Quelle das Gerät oder die App nennt, die gemessen hat',
    },
    imports: {
      en: 'the ids of the imports that brought it',
      de: 'die IDs der Importe, die ihn gebracht haben',
    },
    sequence: 'internal',
    read_at: 'internal',
    source: {
      en: 'where it comes from: a connected account, an inbox, a file, an application, or yourself',
      de:
        'woher er kommt: von einem verbundenen Konto, einem Eingang, einer Datei, einer ' +
        'Anwendung oder von Ihnen selbst',
    },
  },
});
