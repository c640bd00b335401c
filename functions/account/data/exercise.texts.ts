import type { MatchRule, PreferenceRule } from '#functions/diary/entry/origin.ts';
import de from './exercise.texts.de.ts';

const en = {
  unknownExercise: (id: string) => `Unknown exercise “${id}”`,
  distance: 'Distance',
  duration: 'Duration',
  pace: 'Pace',
  speed: 'Speed',
  energy: 'Energy',
  about: (amount: string) => `about ${amount}`,
  estimated: 'estimated from your weight',
  estimatedPart: (amount: string) => `about ${amount} of it estimated from your weight`,
  heartRate: 'Heart rate',
  averageHeartRate: (rate: string) => `average ${rate} bpm`,
  maxHeartRate: (rate: string) => `maximum ${rate} bpm`,
  maxSpeed: 'Maximum speed',
  elevation: 'Elevation change',
  imported: (origin: string) => `Imported ${origin}`,
  fromProvider: (provider: string) => `from ${provider}`,
  fromFile: (name: string | undefined) =>
    name === undefined ? 'from a file' : `from the file “${name}”`,
  fromInbox: (name: string, recorder: string | undefined) =>
    recorder === undefined ? `from “${name}”` : `from “${name}” (${recorder})`,
  file: 'File',
  device: 'Device',
  duplicate: (origin: string, matched: string, decided: string) =>
    `The same workout ${origin} is hidden: ${matched}; ` +
    `this one is shown because ${decided}.`,
  matchedBy: {
    overlap: 'the times overlap',
    start_time: 'both are of the same kind at almost the same time',
    part: 'one is a part of the other',
    joined: 'you joined them',
  } satisfies Record<MatchRule, string>,
  decidedBy: {
    edited: 'you edited it',
    terms: 'the terms of the service of the hidden workout do not let it be combined',
    whole: 'it has the whole workout',
    connected: 'the connection of the hidden workout was removed',
    priority: 'you prefer its device',
    recording_device:
      'it is the file of the device, or comes directly from its maker or not from a phone',
    more_data: 'it has more data',
    earlier_connection: 'it was connected, imported or shown first',
  } satisfies Record<PreferenceRule, string>,
};

/** The texts about an exercise: its numbers, its origin, and why others are hidden. */
export const exerciseTexts = { en, de };
export type ExerciseTexts = typeof en;
