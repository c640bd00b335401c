import { expect, it } from 'vitest';
import { findBest, type MergedMember } from '#functions/diary/entry/merged-fields.ts';
import type { Sensor } from '#functions/diary/entry/origin.ts';
import {
  toImportedFields,
  type Workout,
} from '#functions/diary/workout-import/workout.ts';
import {
  type ActivityTypeKey,
  getActivityTypeId,
} from '#shared/reference-data/activity-type-keys.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { ImportedEntry } from './imported-entry.ts';
import { decideShown } from './merge.ts';

const providers = ['polar', 'whoop', 'withings'] as const;
const preferences = {
  prioritySince: new Map([['preferred', '2026-11-01']]),
  connectionIds: new Set<string>(providers),
};

/** The numbers of a record that the tests name. */
interface Numbers extends Partial<Workout> {
  sport?: ActivityTypeKey;
}

function toEntry(numbers: Numbers, index: number): ImportedEntry {
  const { sport = 'run', ...members } = numbers;
  const remote_connection_type = providers[index] ?? 'polar';
  const workout = {
    remote_id: '1',
    start_time: '2026-11-20T17:00:00Z',
    utc_offset: 0,
    duration: 3600,
    activity_type_id: getActivityTypeId(sport),
    remote_activity: 'word',
    // The first one is shown.
    ...(index === 0 && { data_source_id: 'preferred' }),
    ...members,
  };
  const origin = { remote_connection_type, remote_connection_id: remote_connection_type };
  return {
    id: String(index),
    ...toImportedFields(workout, origin, new Date('2026-11-20T20:00:00Z')),
  };
}

/** Returns what the first of several records takes from the others. */
function decide(records: readonly Numbers[], chosen?: ImportedEntry['chosen']) {
  const entries = records.map(toEntry);
  const [first, ...others] = entries;
  const shown = first && chosen ? { ...first, chosen } : first;
  const decided = decideShown(shown ? [shown, ...others] : [], preferences);
  return decided.get('0')?.duplicates;
}

const withSensors = (...sensors: Sensor[]) => ({ sensors });

it.each<{
  title: string;
  records: Numbers[];
  taken: Partial<Record<MergedMember, number>>;
}>([
  {
    title: 'a distance by positions',
    records: [{ distance: 9600 }, { distance: 10_000, ...withSensors('positions') }],
    taken: { distance: 10_000 },
  },
  {
    title: 'no distance by positions on a treadmill',
    records: [
      { distance: 9600 },
      { distance: 10_000, sport: 'run_treadmill', ...withSensors('positions') },
    ],
    taken: {},
  },
  {
    title: 'a distance of the treadmill itself, before that of a sensor at the foot',
    records: [
      { distance: 9600, sport: 'run_treadmill' },
      { distance: 9900, ...withSensors('footpod') },
      { distance: 10_000, ...withSensors('machine') },
    ],
    taken: { distance: 10_000 },
  },
  {
    title: 'a distance of counted lengths',
    records: [
      { distance: 950, sport: 'swim', ...withSensors('positions') },
      { distance: 1000, sport: 'swim', ...withSensors('lengths') },
    ],
    taken: { distance: 1000 },
  },
  {
    title: 'no distance by positions in a pool, without counted lengths',
    records: [
      { distance: 1000, sport: 'swim_laps' },
      { distance: 1300, sport: 'swim', ...withSensors('positions') },
    ],
    taken: {},
  },
  {
    title: 'no distance by positions in what a provider calls a pool',
    records: [
      { distance: 1000, sport: 'swim', remote_activity: 'POOL_SWIM' },
      { distance: 1300, sport: 'swim', ...withSensors('positions') },
    ],
    taken: {},
  },
  {
    title: 'an ascent by a barometer, before one by positions',
    records: [
      { elevation_gain: 200, ...withSensors('positions') },
      { elevation_gain: 120, ...withSensors('positions', 'barometer') },
    ],
    taken: { elevation_change: 120 },
  },
  {
    title: 'heart rates of a strap, both',
    records: [
      { avg_heart_rate: 130, max_heart_rate: 150 },
      { avg_heart_rate: 152, max_heart_rate: 171, ...withSensors('strap') },
    ],
    taken: { avg_heart_rate: 152, max_heart_rate: 171 },
  },
  {
    title: 'no average above the highest rate of the shown record',
    records: [
      { avg_heart_rate: 130, max_heart_rate: 150 },
      { avg_heart_rate: 152, ...withSensors('strap') },
    ],
    taken: {},
  },
  {
    title: 'the energy of a record with a heart rate, and the rate',
    records: [{ energy: 400 }, { energy: 500, avg_heart_rate: 150 }],
    taken: { energy: 500, avg_heart_rate: 150 },
  },
  {
    title: 'the energy of a power meter on a ride',
    records: [
      { energy: 400, avg_heart_rate: 150, sport: 'ride' },
      { energy: 500, sport: 'ride', ...withSensors('power') },
    ],
    taken: { energy: 500 },
  },
  {
    title: 'a highest speed that is no jump',
    records: [{ max_speed: 80, ...withSensors('positions') }, { max_speed: 4.5 }],
    taken: { max_speed: 4.5 },
  },
  {
    title: 'nothing of a record that ended early',
    records: [
      { distance: 9600 },
      { distance: 6000, duration: 2400, ...withSensors('positions') },
    ],
    taken: {},
  },
  {
    title: 'nothing that is the same',
    records: [{ distance: 9600 }, { distance: 9600, ...withSensors('positions') }],
    taken: {},
  },
])('a workout takes $title', ({ records, taken }) => {
  const fields = findBest(decide(records)) ?? {};
  const best = Object.entries(fields).map(([name, [, value]]) => [name, value]);
  expect(Object.fromEntries(best)).toEqual(taken);
});

it('a workout lists the better records of a number, the best first', () => {
  const duplicates = decide([
    { elevation_gain: 200 },
    { elevation_gain: 150, ...withSensors('positions') },
    { elevation_gain: 120, ...withSensors('barometer') },
  ]);
  const taken = duplicates?.flatMap((each) => each.taken ?? []);
  const places = taken?.map(([, place, value]) => ({ place, value }));
  expect(places).toEqual([
    { place: 1, value: 150 },
    { place: 0, value: 120 },
  ]);
});

it.each([
  { key: 'polar 1', taken: undefined },
  { key: 'whoop 1', taken: 9000 },
])('the choice of the person counts before the rules: $key', ({ key, taken }) => {
  const records = [
    { distance: 9600 },
    { distance: 9000 },
    { distance: 10_000, ...withSensors('positions') },
  ];
  expect(findBest(decide(records, { distance: key }))?.distance?.[1]).toBe(taken);
});

it('a chosen average counts, without a highest rate that is below it', () => {
  const records = [{ avg_heart_rate: 131, max_heart_rate: 140 }, { avg_heart_rate: 150 }];
  const chosen = { avg_heart_rate: 'whoop 1', max_heart_rate: 'whoop 1' };
  expect(findBest(decide(records, chosen))).toEqual({
    avg_heart_rate: [0, 150],
    max_heart_rate: [0, null],
  });
});

it.each<{ chosen: ImportedEntry['chosen']; taken: object | undefined }>([
  { chosen: undefined, taken: undefined },
  { chosen: { distance: 'whoop 1' }, taken: { distance: [0, 9000] } },
])('of an edited entry whose numbers are unknown, only $chosen counts', (row) => {
  const [first, other] = [{ distance: 9600 }, { distance: 9000, max_speed: 4 }].map(
    toEntry,
  );
  if (!first || !other) throw new Error('There are no records.');
  const { numbers: _, ...imported } = first.imported;
  const edited = {
    ...first,
    imported: { ...imported, digest: '' },
    ...compact({ chosen: row.chosen }),
  };
  const decided = decideShown([edited, other], preferences);
  expect(findBest(decided.get('0')?.duplicates)).toEqual(row.taken);
});

it('an edited record that may not be combined takes nothing, not even fastest times', () => {
  const best = { km1: 280 };
  const strap = { avg_heart_rate: 150, ...withSensors('strap'), best };
  const [first, other] = [{ distance: 9600 }, strap].map(toEntry);
  if (!first || !other) throw new Error('There are no records.');
  const source = { ...first.source, remote_connection_type: 'strava' } as const;
  const imported = { ...first.imported, digest: '' };
  const listed = (entry: ImportedEntry) =>
    decideShown([{ ...entry, imported }, other], preferences).get('0')?.duplicates?.[0];
  expect(listed(first)).toMatchObject({ decided_by: 'edited', best });
  const ofStrava = listed({ ...first, source } as ImportedEntry);
  expect(ofStrava).toMatchObject({ decided_by: 'edited' });
  for (const taken of ['best', 'taken']) expect(ofStrava).not.toHaveProperty(taken);
});
