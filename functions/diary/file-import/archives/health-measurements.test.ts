import { describe, expect, it } from 'vitest';
import {
  buildHealthExport,
  buildHealthRecord,
  buildHealthWorkout,
} from '#kit/archives/health-export.ts';
import { listAll } from '#kit/archives/sources.ts';
import { createChangeCounter } from '../formats/file-changes.ts';

type Record = Parameters<typeof buildHealthRecord>[0];

/** Reads an export with records, and returns its values by their sources. */
async function readRecords(...records: readonly Record[]) {
  const document = buildHealthExport(records.map(buildHealthRecord));
  const [file, ...others] = await listAll(Buffer.from(document), { name: 'export.xml' });
  expect(others).toEqual([]);
  if (file?.decoded.outcome !== 'measurements') throw new Error('It has no values.');
  const { note, changes } = createChangeCounter();
  const groups = [...file.decoded.measurements.list(note)];
  return { groups: groups.filter(({ values }) => values.length > 0), changes };
}

const day = '2026-01-12';

function countSteps(from: string, to: string, value: number, source = 'Watch'): Record {
  const [start, end] = [`${day} ${from} +0100`, `${day} ${to} +0100`];
  return { type: 'StepCount', start, end, value: String(value), source };
}

function steps(date: string, value: number) {
  return { type: 'steps', date, value };
}

describe('steps of an export of Apple Health', () => {
  it('are summed up by day for each source, whose overlapping records count once', async () => {
    const records = [
      countSteps('08:00:00', '09:00:00', 100),
      countSteps('08:00:00', '09:00:00', 300, 'Anna’s\u00a0iPhone'),
      countSteps('08:30:00', '09:30:00', 200),
      countSteps('10:00:00', '10:00:00', 5),
      countSteps('10:00:00', '10:00:00', 5),
    ];
    const watch = { source_name: 'Watch', values: [steps(day, 205)] };
    const phone = { source_name: 'Anna’s iPhone', values: [steps(day, 300)] };
    expect((await readRecords(...records)).groups).toEqual([watch, phone]);
    const reversed = await readRecords(...records.toReversed());
    expect(reversed.groups).toEqual([watch, phone]);
  });

  it('are of both days if they are over midnight', async () => {
    const [start, end] = ['2026-01-12 23:00:00 +0100', '2026-01-13 03:00:00 +0100'];
    const { groups } = await readRecords({ type: 'StepCount', start, end, value: '400' });
    expect(groups[0]?.values).toEqual([steps(day, 100), steps('2026-01-13', 300)]);
  });

  it('are added to a day whose other records came long before', async () => {
    const days = Array.from({ length: 9 }, (_, index) => `2026-01-1${index}`);
    const records = [...days, days[0]].map((date, index) => {
      const [start, end] = [
        `${date} 08:0${index}:00 +0100`,
        `${date} 08:0${index}:59 +0100`,
      ];
      return { type: 'StepCount', start, end, value: '100' };
    });
    const { groups } = await readRecords(...records);
    expect(groups[0]?.values).toContainEqual(steps('2026-01-10', 200));
    expect(groups[0]?.values).toHaveLength(9);
  });
});

const morning = `${day} 07:10:00 +0100`;
const noon = `${day} 12:00:00 +0100`;
const time = `${day}T07:10:00+01:00`;

it.each([
  {
    type: 'BodyMass',
    unit: 'lb',
    value: '176.37',
    kept: { type: 'weight', time, value: 80 },
  },
  { type: 'BodyFatPercentage', unit: '%', value: '0.162', kept: { value: 16.2 } },
  { type: 'LeanBodyMass', unit: 'kg', value: '62.1', kept: { value: 62.1 } },
  { type: 'WaistCircumference', unit: 'in', value: '32', kept: { value: 81.28 } },
  { type: 'RestingHeartRate', unit: 'count/min', value: '52', kept: { value: 52 } },
  { type: 'HeartRateVariabilitySDNN', unit: 'ms', value: '48.5', kept: { value: 48.5 } },
  { type: 'OxygenSaturation', unit: '%', value: '1', kept: { value: 100 } },
  { type: 'RespiratoryRate', unit: 'count/min', value: '14.5', kept: { value: 14.5 } },
  { type: 'VO2Max', unit: 'mL/min·kg', value: '41.2', kept: { value: 41.2 } },
  { type: 'BodyTemperature', unit: 'degF', value: '98.6', kept: { time, value: 37 } },
  { type: 'BloodGlucose', unit: 'mg/dL', value: '90.08', kept: { time, value: 5 } },
  {
    type: 'BloodGlucose',
    unit: 'mmol<180.1558800000541>/L',
    value: '5.2',
    kept: { time, value: 5.2 },
  },
])('reads $type in $unit', async ({ type, unit, value, kept }) => {
  const { groups } = await readRecords({ type, unit, value, start: morning });
  expect(groups).toMatchObject([{ values: [{ date: day, ...kept }] }]);
});

describe('values of an export of Apple Health', () => {
  it('are the mean or the latest of their day, which lasts where the phone is', async () => {
    const early = `${day} 00:10:00 +0100`;
    const { groups } = await readRecords(
      { type: 'OxygenSaturation', unit: '%', value: '0.95', start: early },
      { type: 'OxygenSaturation', unit: '%', value: '0.98', start: noon },
      { type: 'RestingHeartRate', unit: 'count/min', value: '50', start: noon },
      { type: 'RestingHeartRate', unit: 'count/min', value: '60', start: early },
    );
    expect(groups.flatMap(({ values }) => values)).toEqual([
      { type: 'oxygen_saturation', date: day, value: 96.5 },
      { type: 'resting_heart_rate', date: day, value: 50 },
    ]);
  });

  it('are a blood pressure if there are both values at a time', async () => {
    const pressure = (part: string, value: string, start: string) => {
      return { type: `BloodPressure${part}`, unit: 'mmHg', value, start };
    };
    const { groups, changes } = await readRecords(
      pressure('Systolic', '120', morning),
      pressure('Systolic', '130', noon),
      pressure('Diastolic', '80', morning),
    );
    const value = { type: 'blood_pressure', date: day, time, value: 120, diastolic: 80 };
    expect(groups[0]?.values).toEqual([value]);
    expect(changes).toEqual({ values_implausible: 1 });
  });

  it('are left out if they are too many, not plausible, or in an unknown unit', async () => {
    const glucose = Array.from({ length: 60 }, (_, index) => {
      const start = `${day} 08:${String(index).padStart(2, '0')}:00 +0100`;
      return { type: 'BloodGlucose', unit: 'mg/dL', value: '90', start };
    });
    const { groups, changes } = await readRecords(
      ...glucose,
      { type: 'BodyMass', unit: 'kg', value: '0', start: morning },
      { type: 'BodyMass', unit: 'stone', value: '12', start: morning },
      { type: 'BodyMass', unit: 'kg', value: '80', start: '2026-02-30 07:10:00 +0100' },
    );
    expect(groups).toMatchObject([{ values: { length: 48 } }]);
    expect(changes).toEqual({ values_implausible: 3, values_left_out: 12 });
  });

  it('come after the workouts, once', async () => {
    const start = `${day} 18:00:00 +0100`;
    const workout = buildHealthWorkout({
      workoutActivityType: 'HKWorkoutActivityTypeRunning',
      startDate: start,
      endDate: `${day} 18:30:00 +0100`,
    });
    const weight = { type: 'BodyMass', unit: 'kg', value: '80', start: morning };
    const document = buildHealthExport([buildHealthRecord(weight), workout]);
    const files = await listAll(Buffer.from(document), { name: 'export.xml' });
    expect(files.map(({ name }) => name)).toEqual([
      `export.xml: Running ${start}`,
      'export.xml: measurements',
    ]);
  });
});

function sleepPart(value: string, from: string, to: string): Record {
  const [start, end] = [from, to].map((at) => `2026-01-${at}:00 +0100`);
  return { type: 'SleepAnalysis', value, start: start ?? '', end: end ?? '' };
}

describe('sleep of an export of Apple Health', () => {
  it('is on the day of waking, with its stages', async () => {
    const { groups } = await readRecords(
      sleepPart('AsleepREM', '13 03:00', '13 04:00'),
      sleepPart('InBed', '12 22:30', '13 06:30'),
      sleepPart('AsleepCore', '12 23:00', '13 01:00'),
      sleepPart('AsleepDeep', '13 01:00', '13 03:00'),
      sleepPart('Awake', '13 04:00', '13 04:10'),
      sleepPart('AsleepCore', '13 04:10', '13 06:00'),
      sleepPart('AsleepUnspecified', '13 14:00', '13 14:30'),
    );
    expect(groups[0]?.values).toEqual([
      {
        type: 'sleep',
        date: '2026-01-13',
        time: '2026-01-12T22:30:00+01:00',
        value: 24_600,
        sleep: {
          end: '2026-01-13T06:30:00+01:00',
          in_bed: 28_800,
          awake: 600,
          light: 13_800,
          deep: 7200,
          rem: 3600,
        },
      },
      {
        type: 'sleep',
        date: '2026-01-13',
        time: '2026-01-13T14:00:00+01:00',
        value: 1800,
        sleep: { end: '2026-01-13T14:30:00+01:00' },
      },
    ]);
  });

  it('counts a time once that two records have, also if one has no stage', async () => {
    const { groups } = await readRecords(
      sleepPart('Asleep', '12 22:00', '13 06:00'),
      sleepPart('AsleepDeep', '12 23:00', '13 01:00'),
      sleepPart('AsleepDeep', '12 23:00', '13 01:00'),
    );
    expect(groups).toMatchObject([
      { values: [{ value: 28_800, sleep: { light: 0, deep: 7200, rem: 0 } }] },
    ]);
  });

  it('is none if the person was only in bed', async () => {
    const { groups, changes } = await readRecords(
      sleepPart('InBed', '12 22:00', '13 06:00'),
    );
    expect(groups).toEqual([]);
    expect(changes).toEqual({ sleep_unrecorded: 1 });
  });

  it('is on the day at the place, if its records have the time zone', async () => {
    const part = sleepPart('Asleep', '12 15:00', '12 23:00');
    const { groups } = await readRecords({ ...part, zone: 'Asia/Tokyo' });
    expect(groups).toMatchObject([
      { values: [{ date: '2026-01-13', time: '2026-01-12T23:00:00+09:00' }] },
    ]);
  });
});

describe('records of an export of Apple Health with impossible times', () => {
  it.each([
    `${day} 00:00:00 +9900`,
    '9999-12-31 23:59:59 -0100',
    '1800-01-01 00:00:00 +0000',
  ])('have no value: %s', async (start) => {
    const steps: Record = {
      type: 'StepCount',
      start,
      end: start,
      value: '5',
      source: 'A',
    };
    const { groups, changes } = await readRecords(steps);
    expect([groups, changes]).toEqual([[], { values_implausible: 1 }]);
  });
});

it('as many steps of a day as no phone records are counted as they come', async () => {
  const records = Array.from({ length: 10_001 }, (_, index) => {
    const time = new Date(Date.parse(`${day}T01:00:00Z`) + index * 1000);
    const at = `${time.toISOString().slice(0, 19).replace('T', ' ')} +0000`;
    return { type: 'StepCount', start: at, end: at, value: '1', source: 'Watch' };
  });
  expect((await readRecords(...records)).groups).toEqual([
    { source_name: 'Watch', values: [steps(day, 10_001)] },
  ]);
});
