import { isDeepStrictEqual } from 'node:util';
import { expect, it, vi } from 'vitest';
import { bounds } from '#functions/diary/entry/bounds.ts';
import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import { listShownEntries, parseEntryId } from '#functions/diary/entry/day-item.ts';
import { deleteFromDiary } from '#functions/diary/entry/delete/delete-entry.store.ts';
import * as entries from '#functions/diary/entry/entry.store.ts';
import { changes, type Entry } from '#functions/diary/entry/entry.ts';
import { toEntryUpdate } from '#functions/diary/entry/entry-update.ts';
import { present } from '#functions/diary/entry/present-entry.ts';
import { update } from '#functions/diary/entry/update/update.store.ts';
import type { ImportedEntry } from '#functions/diary/merging/imported-entry.ts';
import { decideShown } from '#functions/diary/merging/merge.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { createCopier } from '#kit/copy-person.ts';
import { createFailingTable } from '#kit/failing-table.ts';
import { table } from '#kit/fixtures.ts';
import { leaveToImports } from '#kit/full-days.ts';
import fc from '#kit/property.ts';
import { putItems } from '#kit/put-items.ts';
import { createInterleavedTable } from '#kit/races.ts';
import { createFaultyTable, isRepaired, transactionFaults } from '#kit/store-faults.ts';
import { listSeriesProblems, newCurves } from '#kit/workout-series.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import { newId } from '#shared/runtime/ids.ts';
import { isNew } from '#shared/table/condition.ts';
import { type Key, toOwnerPartition } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import { importWorkouts } from './import-workouts.ts';
import { expireWorkouts } from './remove-workouts.ts';
import { type ImportedWorkout, toImportedFields } from './workout.ts';
import { workoutRecordKeys } from './workout-record.keys.ts';
import * as records from './workout-record.store.ts';

const now = new Date('2026-11-22T12:00:00Z');
const providers = ['a', 'b', 'c'] as const;
type Provider = (typeof providers)[number];
const connectionIds = new Set(providers.map((provider) => `connection-${provider}`));

/** Prepares a person who is connected to all providers. */
async function arrange() {
  const user_id = newId(now);
  const ids = [...connectionIds];
  await putItems(ids.map((id) => ({ ...originKeys.remoteConnection(user_id, id), id })));
  return { table: table(), user_id };
}

/** The day to which entries are moved. No import loads it. */
const movedTo = '2026-12-05';

const workout: ImportedWorkout = {
  remote_id: '1',
  start_time: '2026-11-20T17:00:00Z',
  utc_offset: 0,
  duration: 3600,
  activity_type_id: getActivityTypeId('run'),
  remote_activity: 'Running',
};

/** The workout, after the provider has changed its day. */
const moved: ImportedWorkout = { ...workout, start_time: '2026-11-18T17:00:00Z' };

/** Lists the entries that a person sees, in the order of their days. */
async function listShown(diary: Awaited<ReturnType<typeof arrange>>): Promise<Entry[]> {
  const shown = await entries.listRange(diary, { first: '2026-11-18', last: movedTo });
  return shown.sort((one, other) => one.date.localeCompare(other.date));
}

interface ProviderReport {
  provider: Provider;
  workouts?: ImportedWorkout[];
  deleted?: string[];
  /** Milliseconds after `now`. */
  readAt?: number;
}

function toJob(
  user_id: string,
  { provider, workouts = [], deleted = [], readAt = 0 }: ProviderReport,
) {
  return {
    user_id,
    account_id: `account-${provider}`,
    remote_connection_type: provider,
    remote_connection_id: `connection-${provider}`,
    readAt: new Date(now.getTime() + readAt),
    workouts,
    deleted,
  };
}

it('an import stores each workout once, on the local day of its start', async () => {
  const diary = await arrange();
  const late = { ...workout, start_time: '2026-11-20T23:30:00Z', utc_offset: 3600 };
  const job = toJob(diary.user_id, { provider: 'a', workouts: [late] });
  expect(await importWorkouts(table(), job, now)).toMatchObject({ created: 1 });
  expect(await importWorkouts(table(), job, now)).toMatchObject({ unchanged: 1 });
  expect(await entries.list(diary, '2026-11-20')).toEqual([]);
  expect(await entries.list(diary, '2026-11-21')).toHaveLength(1);
});

it.each([
  [{ utc_offset: 46_800 }, '2026-11-21', '2026-11-21T06:00:00+13:00'],
  [{ utc_offset: 0 }, '2026-11-20', '2026-11-20T17:00:00+00:00'],
  [{ local_day: '2026-11-21' }, '2026-11-21', '2026-11-20T17:00:00Z'],
  [{}, '2026-11-20', '2026-11-20T17:00:00Z'],
  [{ has_floating_start: true as const }, '2026-11-20', undefined],
])('an import with %j stores the day %s and the start %s', async (start, date, time) => {
  const diary = await arrange();
  const { utc_offset: _, ...unplaced } = workout;
  const job = toJob(diary.user_id, {
    provider: 'a',
    workouts: [{ ...unplaced, ...start }],
  });
  await importWorkouts(table(), job, now);
  const [entry, ...others] = await entries.list(diary, date);
  expect(others).toEqual([]);
  if (entry?.type !== 'exercise') throw new Error('The workout is not on its day.');
  expect(entry.start_time).toBe(time);
  expect(present(entry)).toMatchObject({
    start_time: time === undefined ? null : '2026-11-20T17:00:00Z',
  });
});

it.each([
  ['in UTC', { start_time: '2026-11-20T17:00:00Z' }, '2026-11-20T17:00:00Z'],
  [
    'with its offset',
    { start_time: '2026-11-20T17:00:00Z', start_offset: '+01:00' },
    '2026-11-20T18:00:00+01:00',
  ],
])(
  'an import changes an entry whose start an application has written again %s',
  async (_, start, stored) => {
    const diary = await arrange();
    const placed = { ...workout, utc_offset: 3600 };
    await importWorkouts(
      table(),
      toJob(diary.user_id, { provider: 'a', workouts: [placed] }),
      now,
    );
    const [entry] = await entries.list(diary, '2026-11-20');
    const address = entry && parseEntryId(entry.id);
    if (!address) throw new Error('The workout was not imported.');
    expect(present(entry)).toMatchObject({
      start_time: '2026-11-20T17:00:00Z',
      start_offset: '+01:00',
    });
    const change = toEntryUpdate(changes.exercise.parse(start));
    const written = await update(diary, address, change);
    expect(written.entry).toMatchObject({ start_time: stored });

    const longer = { ...placed, duration: 7200 };
    const job = toJob(diary.user_id, { provider: 'a', workouts: [longer], readAt: 1 });
    expect(await importWorkouts(table(), job, now)).toMatchObject({ updated: 1 });
  },
);

it('an import moves the entry of a workout whose day the provider has changed', async () => {
  const diary = await arrange();
  for (const [readAt, version] of [workout, moved].entries()) {
    const job = toJob(diary.user_id, { provider: 'a', workouts: [version], readAt });
    await importWorkouts(table(), job, now);
  }
  expect(await listShown(diary)).toMatchObject([{ date: '2026-11-18' }]);
});

it.each(['edit', 'remove'] as const)(
  'an import that moves an entry keeps what the person does before whichever of its calls: %s',
  async (kind) => {
    const { user_id } = await arrange();
    const first = toJob(user_id, { provider: 'a', workouts: [workout] });
    await importWorkouts(table(), first, now);
    const copyPerson = await createCopier(user_id);
    for (let number = 1, hasRun = true; hasRun; number += 1) {
      const diary = { table: table(), user_id: await copyPerson() };
      const racing = createInterleavedTable(number, async () => {
        const [shown] = await listShown(diary);
        const address = parseEntryId(shown?.id ?? '');
        if (!address) throw new Error('The diary shows no entry.');
        if (kind === 'remove') await deleteFromDiary(diary, address);
        else await update(diary, address, { set: { distance: 4242 }, remove: [] });
      });
      const second = toJob(diary.user_id, {
        provider: 'a',
        workouts: [moved],
        readAt: 1,
      });
      for (const on of [racing.table, table()]) await importWorkouts(on, second, now);
      hasRun = racing.hasRun();
      const changed = kind === 'edit' ? [{ distance: 4242 }] : [];
      const expected = hasRun ? changed : [{ date: '2026-11-18' }];
      expect(await listShown(diary)).toMatchObject(expected);
    }
  },
);

/** The faults of each change of the transaction that moves an entry, except its check. */
const faultsOfMove = transactionFaults.flatMap((fault) =>
  [1, 2, 3].map((change) => ({ ...fault, change })),
);

it.each(faultsOfMove)(
  'an import moves an entry or leaves it if $cause comes at the $tries try of change $change',
  async (fault) => {
    const diary = await arrange();
    const first = toJob(diary.user_id, { provider: 'a', workouts: [workout] });
    await importWorkouts(table(), first, now);
    const change = { provider: 'a' as const, workouts: [moved], readAt: 1 };
    const second = toJob(diary.user_id, change);
    const importing = importWorkouts(createFaultyTable(fault), second, now);

    // After a failed condition, everything is read again.
    const isMoved = isRepaired(fault) || fault.cause === 'condition';
    if (isMoved) expect(await importing).toMatchObject({ updated: 1 });
    else if (fault.cause === 'size')
      expect(await importing).toMatchObject({ refused: 1, updated: 0 });
    else await expect(importing).rejects.toMatchObject({ code: 'unavailable' });
    expect(await listShown(diary)).toMatchObject([
      { date: isMoved ? '2026-11-18' : '2026-11-20' },
    ]);
    await importWorkouts(table(), second, now);
    expect(await listShown(diary)).toMatchObject([{ date: '2026-11-18' }]);
  },
);

it('an import stores nothing for a connection that no longer exists', async () => {
  const diary = await arrange();
  const job = toJob(diary.user_id, { provider: 'a', workouts: [workout] });
  const other = { ...job, remote_connection_id: 'removed' };
  expect(await importWorkouts(table(), other, now)).toBeUndefined();
  expect(await listShown(diary)).toEqual([]);
  expect(await table().query(workoutRecordKeys.importedWorkouts(diary.user_id))).toEqual(
    [],
  );
});

it('an import stores the workouts of a page in few transactions', async () => {
  const diary = await arrange();
  const workouts = Array.from({ length: 100 }, (_, index) => ({
    ...workout,
    remote_id: String(index),
    start_time: `2026-11-20T${10 + Math.floor(index / 10)}:0${index % 10}:00Z`,
    duration: 30,
  }));
  let transactions = 0;
  const counting: Table = {
    ...table(),
    transact: (changes) => {
      transactions += 1;
      return table().transact(changes);
    },
  };
  const job = toJob(diary.user_id, { provider: 'a', workouts });
  expect(await importWorkouts(counting, job, now)).toMatchObject({ created: 100 });
  expect(transactions).toBe(4);
});

it('an import of 600 workouts on a day tries few of those that have no room', async () => {
  const diary = await arrange();
  const toStart = (minutes: number) =>
    new Date(Date.parse('2026-11-20T00:00:00Z') + minutes * 60_000).toISOString();
  const workouts = Array.from({ length: 600 }, (_, index) => ({
    ...workout,
    remote_id: String(index),
    start_time: toStart(index * 2),
    duration: 60,
  }));
  const nextDay = { ...workout, remote_id: 'x', start_time: '2026-11-21T12:00:00Z' };
  let queries = 0;
  const counting: Table = {
    ...table(),
    query: (range) => {
      queries += 1;
      return table().query(range);
    },
  };
  const all = [...workouts, nextDay];
  const job = toJob(diary.user_id, { provider: 'a', workouts: all });
  const counts = await importWorkouts(counting, job, now);
  const { created = 0, refused = 0 } = counts ?? {};
  expect(created + refused).toBe(601);
  const shown = await listShown(diary);
  expect(shown).toHaveLength(created);
  expect(shown.at(-1)).toMatchObject({ date: '2026-11-21' });
  expect(queries).toBeLessThan(60);

  // Those that have room stay, and are not refused when they are imported again.
  const again = await importWorkouts(table(), job, now);
  expect(again).toMatchObject({ unchanged: created, refused });
});

it('an import stores the workouts for which a day of 400 KB has room', async () => {
  const diary = await arrange();
  const day = dayKeys.diaryDay(diary.user_id, '2026-11-20');
  await table().put({ ...day, text: 'x'.repeat(406_500) }, isNew);
  const workouts = ['1', '2', '3', '4', '5', '6', '7', '8'].map((remote_id) => ({
    ...workout,
    remote_id,
  }));
  const job = toJob(diary.user_id, { provider: 'a', workouts });
  const { created = 0, refused = 0 } = (await importWorkouts(table(), job, now)) ?? {};
  expect(created).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(0);
  expect(created + refused).toBe(8);
  expect(await listShown(diary)).toHaveLength(created);
  expect(
    await table().query(workoutRecordKeys.importedWorkouts(diary.user_id)),
  ).toHaveLength(created);
});

it('an import ends without its connection, even if a day would be too large as well', async () => {
  const { user_id } = await arrange();
  const failures = [
    { index: 0, cause: 'condition', existing: undefined },
    { index: 1, cause: 'size', existing: undefined },
  ] as const;
  const refusing: Table = {
    ...table(),
    transact: async () => ({ done: false, failures }),
  };
  const job = toJob(user_id, { provider: 'a', workouts: [workout] });
  expect(await importWorkouts(refusing, job, now)).toBeUndefined();
});

it('an import ignores a workout that was read before the provider deleted it', async () => {
  const diary = await arrange();
  const deletion = toJob(diary.user_id, { provider: 'a', deleted: ['1'], readAt: 1 });
  await importWorkouts(table(), deletion, now);
  const late = toJob(diary.user_id, { provider: 'a', workouts: [workout] });
  await importWorkouts(table(), late, now);
  expect(await listShown(diary)).toEqual([]);
});

it('an import notes a deletion although the day of today has no room', async () => {
  const diary = await arrange();
  await leaveToImports(diary.user_id, '2026-11-22', 0);
  const workouts = ['2', '3', '4', '5'].map((remote_id) => ({
    ...workout,
    remote_id,
    start_time: '2026-11-22T08:00:00Z',
  }));
  const job = toJob(diary.user_id, {
    provider: 'a',
    workouts,
    deleted: ['1'],
    readAt: 1,
  });
  expect(await importWorkouts(table(), job, now)).toMatchObject({ refused: 4 });
  const late = toJob(diary.user_id, { provider: 'a', workouts: [workout] });
  await importWorkouts(table(), late, now);
  expect(await listShown(diary)).toEqual([]);
});

it('an import restores a withdrawn workout if the provider lists it again', async () => {
  const diary = await arrange();
  for (const [readAt, isShown] of [true, false, true].entries()) {
    const changes = isShown ? { workouts: [workout] } : { deleted: ['1'] };
    const job = toJob(diary.user_id, { provider: 'a', ...changes, readAt });
    await importWorkouts(table(), job, now);
    expect(await listShown(diary)).toHaveLength(isShown ? 1 : 0);
  }
});

it('an import rejects workouts of a full day only', async () => {
  const diary = await arrange();
  // The day has capacity for one of the first two workouts. The third is on the next day.
  await leaveToImports(diary.user_id, '2026-11-20', 1_000);
  const workouts = ['1', '2', '3'].map((remote_id, index) => ({
    ...workout,
    remote_id,
    start_time: `2026-11-${index === 2 ? 21 : 20}T0${index}:00:00Z`,
  }));
  const job = toJob(diary.user_id, { provider: 'a', workouts });
  expect(await importWorkouts(table(), job, now)).toMatchObject({
    created: 2,
    refused: 1,
  });
});

it('an import reduces a duration to the maximum of the diary', () => {
  const long = toImportedFields({ ...workout, duration: 1e9 }, newOrigin('a'), now);
  expect(long.duration).toBe(bounds.duration.max);
});

function newOrigin(provider: Provider) {
  return {
    remote_connection_type: provider,
    remote_connection_id: `connection-${provider}`,
  };
}

/** An event in the life of a diary. They come in any order. */
type Event =
  | { kind: 'import'; provider: Provider; workouts: ImportedWorkout[]; readAt: number }
  | { kind: 'delete'; provider: Provider; remote_id: string; readAt: number }
  | { kind: 'edit' | 'move' | 'remove'; index: number };

/** A workout that starts around midnight. Some pairs are similar enough to be the same workout. */
const arbitraryWorkout: fc.Arbitrary<ImportedWorkout> = fc.record(
  {
    remote_id: fc.constantFrom('1', '2', '3'),
    start_time: fc
      .constantFrom(0, 2, 5, 20, 120, 1440)
      .map((minutes) => new Date(Date.parse('2026-11-19T23:00:00Z') + minutes * 60_000))
      .map((start) => `${start.toISOString().slice(0, 19)}Z`),
    utc_offset: fc.constantFrom(0, 3600, -3600),
    duration: fc.constantFrom(500, 3600, 3700),
    activity_type_id: fc
      .constantFrom('run' as const, 'run_trail' as const, 'other_import' as const)
      .map(getActivityTypeId),
    remote_activity: fc.constant('Running'),
    distance: fc.constantFrom(10_000, 10_500, 5000),
    is_relayed: fc.constant(true as const),
  },
  {
    requiredKeys: [
      'remote_id',
      'start_time',
      'utc_offset',
      'duration',
      'activity_type_id',
      'remote_activity',
    ],
  },
);

const arbitraryEvent: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      provider: fc.constantFrom(...providers),
      workouts: fc.uniqueArray(arbitraryWorkout, {
        minLength: 1,
        maxLength: 3,
        selector: ({ remote_id }) => remote_id,
      }),
      readAt: fc.nat(20),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('delete' as const),
      provider: fc.constantFrom(...providers),
      remote_id: fc.constantFrom('1', '2', '3'),
      readAt: fc.nat(20),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('edit' as const, 'move' as const, 'remove' as const),
      index: fc.nat(8),
    }),
  },
);

/**
 * A workout as the model knows it: with an entry, withdrawn at a time, or removed by the person.
 */
type ModelEntry =
  | { entry: ImportedEntry; isEdited: boolean }
  | { withdrawn_at: number }
  | 'removed';

/** A diary in memory, by provider and workout. */
type Model = Map<string, ModelEntry>;

const toKey = (provider: string, remote_id: string) => `${provider} ${remote_id}`;

/** Applies an import or a deletion to the model. The version that was read last counts. */
function applyToModel(model: Model, event: Extract<Event, { provider: Provider }>): void {
  const readAt = new Date(now.getTime() + event.readAt);
  if (event.kind === 'delete') {
    const key = toKey(event.provider, event.remote_id);
    const withdrawn_at = readAt.getTime();
    if (getReadAt(model.get(key)) <= withdrawn_at) model.set(key, { withdrawn_at });
    return;
  }
  for (const version of event.workouts) {
    const key = toKey(event.provider, version.remote_id);
    const known = model.get(key);
    const fields = toImportedFields(version, newOrigin(event.provider), readAt);
    const isLater = getReadAt(known) < fields.imported.read_at;
    const isReadAtSameTime = getReadAt(known) === fields.imported.read_at;
    const isApplied = isLater || (isReadAtSameTime && !isWithdrawn(known));
    if (!isApplied) continue;
    const entry = { id: key, ...fields };
    if (!isKnownVersion(known, entry)) model.set(key, { entry, isEdited: false });
  }
}

/**
 * Returns when a workout of the model was read from its provider, or infinity if the person has
 * changed it: no later version overrides that.
 */
function getReadAt(known: ModelEntry | undefined): number {
  if (known === undefined) return 0;
  if (known === 'removed') return Number.POSITIVE_INFINITY;
  if ('withdrawn_at' in known) return known.withdrawn_at;
  return known.isEdited ? Number.POSITIVE_INFINITY : known.entry.imported.read_at;
}

function isWithdrawn(known: ModelEntry | undefined): boolean {
  return typeof known === 'object' && 'withdrawn_at' in known;
}

/** Returns whether a version differs from the known one only by the time at which it was read. */
function isKnownVersion(known: ModelEntry | undefined, entry: ImportedEntry): boolean {
  if (typeof known !== 'object' || !('entry' in known)) return false;
  const { read_at } = known.entry.imported;
  const readTogether = { ...entry, imported: { ...entry.imported, read_at } };
  return isDeepStrictEqual(known.entry, readTogether);
}

/** Returns what the model shows, by the rules alone. */
function listModel(model: Model): string[] {
  const modelEntries = [...model.values()].flatMap((known) =>
    known !== 'removed' && 'entry' in known ? [known.entry] : [],
  );
  const preferences = { prioritySince: new Map<string, string>(), connectionIds };
  const states = decideShown(modelEntries, preferences);
  const shown = listShownEntries(
    modelEntries.map((entry) => ({ ...entry, ...states.get(entry.id) })),
  );
  return shown.map(describeEntry).sort();
}

function describeEntry(entry: Entry | ImportedEntry): string {
  if (entry.type !== 'exercise') throw new Error('Only workouts were imported.');
  const { source, date, start_time, duration, distance } = entry;
  const key = toKey(source?.remote_connection_type ?? '', source?.remote_id ?? '');
  return JSON.stringify([key, date, start_time, duration, distance]);
}

/** A disturbed import: a write fails, before or after it is stored, or a second import runs. */
const arbitraryFault = fc.record({
  number: fc.integer({ min: 1, max: 3 }),
  isWritten: fc.boolean(),
  isRepeated: fc.boolean(),
});

it('imports lead to one diary in any order, repeated, interrupted or parallel', async () => {
  const steps = fc.array(fc.tuple(arbitraryEvent, arbitraryFault), { maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(steps, async (events) => {
      const diary = await arrange();
      const model: Model = new Map();
      for (const [event, fault] of events) {
        if ('provider' in event) {
          await importDespite(diary.user_id, event, fault);
          applyToModel(model, event);
        } else {
          await editBoth(diary, model, event);
        }
      }
      const shown = await listShown(diary);
      expect(shown.map(describeEntry).sort()).toEqual(listModel(model));
      expect(await listSeriesProblems(diary.user_id)).toEqual([]);
    }),
    { numRuns: 10 },
  );
});

async function importDespite(
  user_id: string,
  event: Extract<Event, { provider: Provider }>,
  {
    number,
    isWritten,
    isRepeated,
  }: { number: number; isWritten: boolean; isRepeated: boolean },
): Promise<void> {
  const deleted = event.kind === 'delete' ? [event.remote_id] : [];
  const versions = event.kind === 'import' ? event.workouts : [];
  const workouts = versions.map((each) => ({
    ...each,
    curves: newCurves(each.distance),
  }));
  const job = toJob(user_id, { ...event, workouts, deleted });
  const interrupted = importWorkouts(createFailingTable({ number, isWritten }), job, now);
  const repeated = isRepeated ? importWorkouts(table(), job, now) : undefined;
  await Promise.allSettled([interrupted, repeated]);
  await importWorkouts(table(), job, now);
}

/** Edits or removes one of the shown entries in the diary and in the model. */
async function editBoth(
  diary: Awaited<ReturnType<typeof arrange>>,
  model: Model,
  { kind, index }: Extract<Event, { index: number }>,
): Promise<void> {
  const shown = await listShown(diary);
  const entry = shown[index];
  const address = parseEntryId(entry?.id ?? '');
  if (!address || entry?.type !== 'exercise' || !entry.source) return;

  const { remote_connection_type = '', remote_id = '' } = entry.source;
  const key = toKey(remote_connection_type, remote_id);
  const known = model.get(key);
  if (known === undefined || known === 'removed' || !('entry' in known))
    throw new Error('The diary shows an entry that the model does not have.');
  if (kind === 'remove') {
    await deleteFromDiary(diary, address);
    model.set(key, 'removed');
    return;
  }
  const date = kind === 'move' ? movedTo : known.entry.date;
  await update(diary, address, { date, set: { distance: 4242 }, remove: [] });
  model.set(key, { entry: { ...known.entry, date, distance: 4242 }, isEdited: true });
}

it.each(transactionFaults)(
  'an expiry takes the series along or leaves it if $cause comes at the $tries try',
  async (fault) => {
    const { user_id } = await arrange();
    const curves = newCurves(5000);
    // More than a transaction takes, so that those of the second one have no fault.
    const workouts = Array.from({ length: 33 }, (_, index) => {
      const start_time = new Date(now.getTime() - (index + 1) * 86_400_000).toISOString();
      const remote_id = String(index);
      return { ...workout, remote_id, start_time, distance: 5000, curves };
    });
    const job = toJob(user_id, { provider: 'a', workouts });
    await importWorkouts(table(), job, now);
    const expire = async (through: Table) => {
      const expiring = { user_id, records: await records.list(table(), user_id) };
      await expireWorkouts(through, { ...expiring, read_until: now.getTime(), now });
    };
    await expire(createFaultyTable(fault)).catch(() => undefined);
    expect(await listSeriesProblems(user_id)).toEqual([]);
    await expire(table());
    expect(await listSeriesKeys(user_id)).toEqual([]);
    await importWorkouts(table(), { ...job, readAt: new Date(now.getTime() + 1) }, now);
    expect(await listSeriesKeys(user_id)).toHaveLength(33);
    expect(await listSeriesProblems(user_id)).toEqual([]);
  },
);

function listSeriesKeys(user_id: string): Promise<Key[]> {
  return table().query<Key>({ pk: toOwnerPartition(user_id), prefix: 'SERIES#' });
}

it('a workout that the store does not take is refused, and the others are imported', async () => {
  const diary = await arrange();
  const unstorable = { ...workout, remote_id: '2', remote_activity: 'Run \ud83d' };
  const job = {
    user_id: diary.user_id,
    account_id: 'account',
    remote_connection_id: 'connection-a',
    remote_connection_type: 'a',
    readAt: now,
    workouts: [unstorable, workout],
    deleted: ['3'],
  };
  using _ = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const counts = await importWorkouts(table(), job, now);
  expect(counts).toMatchObject({ created: 1, refused: 1 });
  expect(await listShown(diary)).toHaveLength(1);
});
