import { describe, expect, it } from 'vitest';
import type { ImportedEntry } from '#functions/diary/merging/imported-entry.ts';
import { decideShown } from '#functions/diary/merging/merge.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import { type ImportedWorkout, toImportedFields } from './workout.ts';

const workout: ImportedWorkout = {
  remote_id: '1',
  start_time: '2026-11-20T17:00:00Z',
  utc_offset: 0,
  duration: 3600,
  activity_type_id: getActivityTypeId('run'),
  remote_activity: 'Running',
};

const evening = { start_time: '2026-11-20T21:00:00Z' };

/** Returns the entry of a provider whose data source has its name, and mostly its connection. */
function newEntry(
  provider: string,
  changes: Partial<ImportedWorkout> = {},
  remote_connection_id = `connection-${provider}`,
): ImportedEntry {
  const origin = { remote_connection_type: provider, remote_connection_id };
  const imported = { ...workout, data_source_id: `source-${provider}`, ...changes };
  return {
    id: `entry-${provider}-${imported.remote_id}`,
    ...toImportedFields(imported, origin, new Date(0)),
  };
}

const connectionIds = new Set(['connection-a', 'connection-b', 'connection-c']);
const noPriorities = { prioritySince: new Map<string, string>(), connectionIds };

/** Returns which entry is shown and why, and checks that the order makes no difference. */
function merge(entries: readonly ImportedEntry[], preferences = noPriorities) {
  const states = decideShown(entries, preferences);
  expect(decideShown(entries.toReversed(), preferences)).toEqual(states);
  const shown = entries.filter(({ id }) => !states.get(id)?.hidden_by);
  const duplicates = shown.flatMap(({ id }) => states.get(id)?.duplicates ?? []);
  return {
    shown: shown.map(({ id }) => id),
    decided_by: duplicates.map((duplicate) => duplicate.decided_by),
  };
}

describe('of two entries for one workout, a merge shows', () => {
  it.each<[string, Partial<ImportedWorkout>, Partial<ImportedWorkout>, string]>([
    [
      'the entry of the provider that made the device, even if the other has more data',
      { is_relayed: true, distance: 1 },
      {},
      'recording_device',
    ],
    ['the entry with more data', {}, { avg_heart_rate: 140 }, 'more_data'],
  ])('%s', (_, one, other, decided_by) => {
    expect(merge([newEntry('a', one), newEntry('b', other)])).toEqual({
      shown: ['entry-b-1'],
      decided_by: [decided_by],
    });
  });

  it('the entry of the earlier connection if nothing else differs', () => {
    expect(merge([newEntry('a', {}, 'connection-c'), newEntry('b')])).toEqual({
      shown: ['entry-b-1'],
      decided_by: ['earlier_connection'],
    });
  });

  it('the entry of the data source that was preferred last', () => {
    const prioritySince = new Map([
      ['source-a', '2026-11-01T00:00:00.000Z'],
      ['source-b', '2026-11-02T00:00:00.000Z'],
    ]);
    const relayed = newEntry('b', { is_relayed: true });
    expect(merge([newEntry('a'), relayed], { ...noPriorities, prioritySince })).toEqual({
      shown: ['entry-b-1'],
      decided_by: ['priority'],
    });
  });

  it('the whole workout, even if the connection of the part is the only one left', () => {
    const remaining = { ...noPriorities, connectionIds: new Set(['connection-a']) };
    const part = newEntry('a', { duration: 1799 });
    expect(merge([part, newEntry('b')], remaining)).toEqual({
      shown: ['entry-b-1'],
      decided_by: ['whole'],
    });
  });

  it('the entry whose remote connection was not revoked', () => {
    const remaining = { ...noPriorities, connectionIds: new Set(['connection-b']) };
    expect(merge([newEntry('a'), newEntry('b')], remaining)).toEqual({
      shown: ['entry-b-1'],
      decided_by: ['connected'],
    });
  });

  it('the entry of the provider that lets its workouts be combined, even if it has less', () => {
    const strava = newEntry('strava', { distance: 4200, avg_heart_rate: 140 });
    const remaining = { ...noPriorities, connectionIds: new Set(['connection-strava']) };
    expect(merge([strava, newEntry('polar', { duration: 1200 })], remaining)).toEqual({
      shown: ['entry-polar-1'],
      decided_by: ['terms'],
    });
    const edited = { ...strava, distance: 4300 };
    expect(merge([edited, newEntry('polar', { duration: 1200 })], remaining)).toEqual({
      shown: ['entry-strava-1'],
      decided_by: ['edited'],
    });
  });

  it('the entry that the person has edited', () => {
    const edited = { ...newEntry('b'), distance: 4200 };
    expect(merge([newEntry('a'), edited])).toEqual({
      shown: ['entry-b-1'],
      decided_by: ['edited'],
    });
  });
});

describe('a merge shows both entries', () => {
  it('if they come from one provider', () => {
    const entries = [newEntry('a'), newEntry('a', { remote_id: '2' })];
    expect(merge(entries).shown).toHaveLength(2);
  });

  it('if the person has separated them', () => {
    const separated = { ...newEntry('a'), separated: { 'b 1': true } as const };
    expect(merge([separated, newEntry('b')]).shown).toHaveLength(2);
  });

  it('if the person has edited both', () => {
    const edited = (provider: string) => ({ ...newEntry(provider), duration: 1 });
    expect(merge([edited('a'), edited('b')]).shown).toHaveLength(2);
  });
});

it('a merge hides the parts of a workout, and says so', () => {
  const first = newEntry('a', { duration: 2400 });
  const second = newEntry('a', {
    remote_id: '2',
    start_time: '2026-11-20T17:41:00Z',
    duration: 1140,
  });
  const whole = newEntry('b', { is_relayed: true });
  expect(merge([first, second, whole])).toEqual({
    shown: ['entry-b-1'],
    decided_by: ['whole', 'whole'],
  });
  const edited = { ...second, distance: 4200 };
  expect(merge([first, edited, whole]).shown).toEqual(['entry-a-2']);
});

it('a merge hides two of three entries for one workout', () => {
  const merged = merge([
    newEntry('c', { is_relayed: true }),
    newEntry('b'),
    newEntry('a'),
  ]);
  expect(merged).toEqual({
    shown: ['entry-a-1'],
    decided_by: ['earlier_connection', 'recording_device'],
  });
});

it('a merge names those that the person has joined, and explains the others by their facts', () => {
  const [one, other] = [newEntry('a'), newEntry('a', { ...evening, remote_id: '2' })];
  const joined = { ...other, joined: { 'a 1': true } as const };
  const entries = [
    one,
    joined,
    newEntry('b'),
    newEntry('b', { ...evening, remote_id: '2' }),
  ];
  const states = decideShown(entries, noPriorities);
  const duplicates = states.get(one.id)?.duplicates ?? [];
  expect(duplicates.map(({ id, matched_by }) => [id, matched_by]).sort()).toEqual([
    ['entry-a-2', 'joined'],
    ['entry-b-1', 'overlap'],
    ['entry-b-2', 'joined'],
  ]);
});

it('an import omits impossible optional values, and bounds required ones', () => {
  const impossible = newEntry('a', {
    duration: 0,
    distance: -1,
    max_speed: Number.NaN,
    avg_heart_rate: 150.4,
    max_heart_rate: 120,
    energy: -5,
  });
  expect(impossible).toMatchObject({
    duration: 1,
    avg_heart_rate: 150,
    energy: { unit: 'calories', value: 0 },
  });
  for (const member of ['distance', 'max_speed', 'max_heart_rate']) {
    expect(impossible).not.toHaveProperty(member);
  }
});
