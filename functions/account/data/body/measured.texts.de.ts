import type { MeasuredTexts } from './measured.texts.ts';

const de: MeasuredTexts = {
  types: {
    weight: 'Gewicht',
    body_fat: 'Körperfett',
    lean_mass: 'Fettfreie Masse',
    waist: 'Bauchumfang',
    resting_heart_rate: 'Ruhepuls',
    hrv_rmssd: 'Herzfrequenzvariabilität (RMSSD)',
    hrv_sdnn: 'Herzfrequenzvariabilität (SDNN)',
    steps: 'Schritte',
    blood_pressure: 'Blutdruck',
    oxygen_saturation: 'Sauerstoffsättigung',
    respiratory_rate: 'Atemfrequenz',
    vo2_max: 'VO₂max',
    body_temperature: 'Körpertemperatur',
    blood_glucose: 'Blutzucker',
    sleep: 'Schlaf',
  },
  units: {
    bpm: 'pro min',
    breaths_per_minute: 'Atemzüge/min',
    ml_per_kg_min: 'ml/kg/min',
    celsius: '°C',
    mmol_per_l: 'mmol/l',
  },
  nap: 'Nickerchen',
  parts: {
    deep: 'Tiefschlaf',
    rem: 'REM-Schlaf',
    light: 'Leichter Schlaf',
    unspecified: 'Schlaf ohne Phasen',
    awake: 'Wach',
    in_bed: 'Im Bett',
  },
  sources: {
    person: 'von Ihnen eingetragen',
    inbox: 'eine App Ihres Telefons',
    file: (name) => `${name}, aus einer Datei`,
    unnamedFile: 'eine Datei',
    script: 'ein Skript von Ihnen',
    application: 'eine Anwendung',
  },
};

export default de;
