import { expect, it } from 'vitest';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import { readPush } from './read-push.ts';

const read = (message: unknown) =>
  readPush(message, { zone: 'Europe/Berlin', now: new Date('2026-09-21T06:00:00Z') });

const run = {
  id: '4F1C3C3B-4D36-4E0E-8A30-4C4F2B0F6D11',
  name: 'Outdoor Run',
  start: '2026-09-20 18:00:00 +0200',
  end: '2026-09-20 18:31:00 +0200',
  duration: 1800,
  activeEnergyBurned: { qty: 1255.2, units: 'kJ' },
  distance: { qty: 3.1, units: 'mi' },
  elevationUp: { qty: 50, units: 'm' },
  heartRate: { avg: { qty: 150.4, units: 'bpm' }, max: { qty: 171, units: 'bpm' } },
  route: [{ latitude: 52.5, longitude: 13.4 }],
};

it('reads a workout of an iPhone in our units, with the id of Apple', () => {
  expect(read({ data: { workouts: [run] } }).workouts).toEqual([
    {
      id: run.id,
      workout: {
        start_time: '2026-09-20T16:00:00.000Z',
        utc_offset: 7200,
        duration: 1800,
        elapsed: 1860,
        energy: 300,
        distance: 4988.97,
        elevation_gain: 50,
        avg_heart_rate: 150,
        max_heart_rate: 171,
        activity_type_id: getActivityTypeId('run'),
        remote_activity: 'Outdoor Run',
      },
    },
  ]);
});

it('reads the first version, and keeps a name in another language', () => {
  const { id: _, duration: __, activeEnergyBurned: ___, ...first } = run;
  const older = {
    ...first,
    name: 'Krafttraining',
    totalEnergy: { qty: 200, units: 'kcal' },
    avgHeartRate: { qty: 120, units: 'bpm' },
  };
  const [one, other] = [older, older].map((sent) => read({ data: { workouts: [sent] } }));
  expect(one?.workouts).toMatchObject([
    {
      workout: {
        duration: 1860,
        energy: 200,
        avg_heart_rate: 120,
        activity_type_id: getActivityTypeId('other_import'),
        remote_activity: 'Krafttraining',
      },
    },
  ]);
  expect(one?.workouts[0]?.id).toBe(other?.workouts[0]?.id);
});

it('reads sessions of Health Connect, and the ids of deleted ones', () => {
  const exercise = {
    type: '56',
    start_time: '2026-09-20T07:00:00Z',
    end_time: '2026-09-20T08:00:00Z',
    duration_seconds: 3600,
    uuid: 'e',
  };
  const push = read({
    source: 'health_connect',
    exercise: [exercise, { ...exercise, uuid: 'o', type: '0' }, { type: '56' }],
    deleted_records: [{ type: 'exercise', uuid: 'old' }],
  });
  expect(push.workouts).toMatchObject([
    {
      id: 'e',
      workout: { activity_type_id: getActivityTypeId('run'), utc_offset: 7200 },
    },
    { id: 'o', workout: { activity_type_id: getActivityTypeId('other_import') } },
  ]);
  expect(push.deletedWorkouts).toEqual(['old']);
  expect(push.unread).toEqual(new Map([['exercise', 1]]));
});
