import type { MeasurementType } from '#functions/diary/measurement/measurement-types.ts';
import de from './measured.texts.de.ts';

const en = {
  types: {
    weight: 'Weight',
    body_fat: 'Body fat',
    lean_mass: 'Lean mass',
    waist: 'Waist',
    resting_heart_rate: 'Resting heart rate',
    hrv_rmssd: 'Heart rate variability (RMSSD)',
    hrv_sdnn: 'Heart rate variability (SDNN)',
    steps: 'Steps',
    blood_pressure: 'Blood pressure',
    oxygen_saturation: 'Oxygen saturation',
    respiratory_rate: 'Respiratory rate',
    vo2_max: 'VO₂ max',
    body_temperature: 'Body temperature',
    blood_glucose: 'Blood glucose',
    sleep: 'Sleep',
  } satisfies Record<MeasurementType, string>,
  /** The units that have another name than in the interface. */
  units: {
    bpm: 'bpm',
    breaths_per_minute: 'breaths/min',
    ml_per_kg_min: 'ml/kg/min',
    celsius: '°C',
    mmol_per_l: 'mmol/l',
  },
  nap: 'Nap',
  /** The parts of a sleep, and times that are none of it. */
  parts: {
    deep: 'Deep sleep',
    rem: 'REM sleep',
    light: 'Light sleep',
    unspecified: 'Sleep without stages',
    awake: 'Awake',
    in_bed: 'In bed',
  },
  /** Where values come from. */
  sources: {
    person: 'entered by you',
    inbox: 'an app of your phone',
    file: (name: string) => `${name}, from a file`,
    unnamedFile: 'a file',
    script: 'a script of yours',
    application: 'an application',
  },
};

/** The texts about measurements: what was measured, in which unit, and by what. */
export const measuredTexts = { en, de };
export type MeasuredTexts = typeof en;
