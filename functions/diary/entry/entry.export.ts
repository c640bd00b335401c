import { defineExportDocument } from '#shared/contract/export-document.ts';
import type { Entry } from './entry.ts';
import type { presentWithOffset } from './present-entry.ts';

/** An entry in an export, with the members that imports set. */
type ExportedEntry =
  | ReturnType<typeof presentWithOffset>
  | Pick<Extract<Entry, { type: 'exercise' }>, 'hidden_by' | 'imported'>
  | { is_edited: true; own: object; chosen: object };

export const diaryDocument = defineExportDocument<ExportedEntry>({
  description: {
    en: 'Your diary: meals and exercises, hidden duplicates included.',
    de: 'Ihr Tagebuch: Mahlzeiten und Trainings, auch ausgeblendete Duplikate.',
  },
  members: {
    id: { en: 'the id', de: 'die ID' },
    type: { en: 'the kind of entry', de: 'die Art des Eintrags' },
    date: { en: 'the day', de: 'der Tag' },
    exercise: {
      en: 'the id and the name of the activity type',
      de: 'die ID und der Name der Aktivitätsart',
    },
    start_time: {
      en: 'when the exercise began: the time at the place, with its offset from UTC',
      de: 'wann das Training begann: die Uhrzeit vor Ort und ihr Abstand von UTC',
    },
    duration: { en: 'the duration in seconds', de: 'die Dauer in Sekunden' },
    energy: {
      en: 'the energy, in calories (kilocalories) or kilojoules',
      de: 'die Energie, in calories (Kilokalorien) oder kilojoules (Kilojoule)',
    },
    energy_source: {
      en: 'whether the energy is known; 0 is written for an unknown one',
      de: 'ob die Energie bekannt ist; für eine unbekannte steht 0',
    },
    avg_heart_rate: {
      en: 'the average heart rate in beats per minute',
      de: 'der durchschnittliche Puls in Schlägen pro Minute',
    },
    max_heart_rate: {
      en: 'the highest heart rate in beats per minute',
      de: 'der höchste Puls in Schlägen pro Minute',
    },
    distance: { en: 'the distance in meters', de: 'die Strecke in Metern' },
    max_speed: {
      en: 'the highest speed in meters per second',
      de: 'die höchste Geschwindigkeit in Metern pro Sekunde',
    },
    elevation_change: {
      en: 'the change of elevation in meters',
      de: 'der Höhenunterschied in Metern',
    },
    diary_meal: { en: 'the meal', de: 'die Mahlzeit' },
    food: { en: 'the food and its brand', de: 'das Lebensmittel und seine Marke' },
    servings: { en: 'the number of servings', de: 'die Zahl der Portionen' },
    nutritional_contents: {
      en:
        'the contents of one serving: fat, carbohydrates, fiber, sugar and protein in grams, ' +
        'cholesterol, sodium and potassium in milligrams, the rest in percent of the daily ' +
        'value',
      de:
        'die Nährwerte einer Portion: Fett, Kohlenhydrate, Ballaststoffe, Zucker und Eiweiß ' +
        'in Gramm, Cholesterin, Natrium und Kalium in Milligramm, sonst in Prozent des ' +
        'Tagesbedarfs',
    },
    source: {
      en:
        'where the entry comes from: a workout at a provider, of a file or of an inbox, an ' +
        'application, or yourself',
      de:
        'woher der Eintrag kommt: von einem Training bei einem Anbieter, aus einer Datei oder ' +
        'einem Posteingang, von einer Anwendung oder von Ihnen selbst',
    },
    hidden_by: {
      en: 'the entry that is shown instead, because both are the same workout',
      de: 'der Eintrag, der stattdessen gezeigt wird, weil beide dasselbe Training sind',
    },
    imported: {
      en: 'what the provider sent or the file has, without your changes',
      de: 'was der Anbieter gesendet hat oder die Datei enthält, ohne Ihre Änderungen',
    },
    is_edited: {
      en: 'that you have changed what the provider sent or the file has',
      de: 'dass Sie geändert haben, was der Anbieter gesendet hat oder die Datei enthält',
    },
    own: {
      en: 'the numbers of this record, where better ones of another record are shown',
      de: 'die Zahlen dieser Aufzeichnung, wo bessere einer anderen gezeigt werden',
    },
    chosen: {
      en: 'the records from which you have chosen numbers of the workout',
      de: 'die Aufzeichnungen, deren Zahlen Sie für das Training gewählt haben',
    },
  },
});
