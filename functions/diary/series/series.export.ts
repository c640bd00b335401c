import { defineExportDocument } from '#shared/contract/export-document.ts';
import type { WorkoutOutline, WorkoutSeries } from './workout-curves.ts';

/** The series of a workout in an export. */
export interface ExportedSeries extends Partial<WorkoutSeries> {
  /** The id of the batch of its entry. */
  batch: string;
  remote_connection_type?: string;
  outline?: WorkoutOutline;
}

export const workoutSeriesDocument = defineExportDocument<ExportedSeries>({
  description: {
    en:
      'For imported workouts, the curves of the recording, of at most 240 points by time, and ' +
      'the outline of the way. Positions are your own: no application gets them.',
    de:
      'Zu importierten Trainings die Kurven der Aufzeichnung, aus höchstens 240 Punkten über die ' +
      'Zeit, und der Umriss des Weges. Positionen gehören Ihnen: Keine Anwendung bekommt sie.',
  },
  members: {
    batch: {
      en: 'the first 36 characters of the id of the diary entry',
      de: 'die ersten 36 Zeichen der ID des Tagebucheintrags',
    },
    remote_connection_type: {
      en: 'the provider; absent for a file',
      de: 'der Anbieter; fehlt bei einer Datei',
    },
    seconds: {
      en: 'the seconds from the start to each point',
      de: 'die Sekunden vom Beginn bis zu jedem Punkt',
    },
    distance: {
      en: 'the meters since the start at each point',
      de: 'die Meter seit dem Beginn an jedem Punkt',
    },
    elevation: {
      en: 'the meters above the sea',
      de: 'die Meter über dem Meer',
    },
    heart_rate: {
      en: 'the heart rate in beats per minute',
      de: 'der Puls in Schlägen pro Minute',
    },
    speed: {
      en: 'the speed in meters per second',
      de: 'die Geschwindigkeit in Metern pro Sekunde',
    },
    cadence: {
      en: 'steps, turns or strokes per minute',
      de: 'Schritte, Umdrehungen oder Züge pro Minute',
    },
    power: { en: 'the power in watts', de: 'die Leistung in Watt' },
    laps: {
      en: 'the laps: their start and duration in seconds, and what the recording states of them',
      de:
        'die Runden: ihr Beginn und ihre Dauer in Sekunden, und was die Aufzeichnung von ihnen ' +
        'angibt',
    },
    lap_count: {
      en: 'the number of all laps, if only the first 200 are listed',
      de: 'die Zahl aller Runden, wenn nur die ersten 200 aufgeführt sind',
    },
    stated: {
      en: 'the totals that the recording states, where all points add up to others',
      de: 'die Summen, die die Aufzeichnung angibt, wenn alle Punkte andere ergeben',
    },
    summed: {
      en: 'what all points add up to there',
      de: 'was alle Punkte dort zusammen ergeben',
    },
    outline: {
      en: 'the way: parts of positions, each with its latitude and longitude in degrees',
      de: 'der Weg: Teile aus Positionen, jede mit Breite und Länge in Grad',
    },
  },
});
