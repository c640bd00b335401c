import { expect, it } from 'vitest';
import {
  type ImportOrigin,
  parseSourceKey,
  type Sensor,
  toSourceKey,
} from '#functions/diary/entry/origin.ts';
import {
  canBeNamed,
  listHiddenSets,
  toVisible,
} from '#functions/diary/entry/visibility.ts';
import fc from '#kit/property.ts';
import { isImportable } from '#shared/reference-data/connection-types.ts';
import { remoteConnectionTypes } from '#shared/reference-data/remote-connection-types.data.ts';
import { compact } from '#shared/runtime/compact.ts';
import { listRelated } from './group-entries.ts';
import { type ImportedEntry, listNumbers, toFieldsDigest } from './imported-entry.ts';
import { decideShown, mergeForViewers } from './merge.ts';
import { listDecisions, type PairDecision, withDecisions } from './person-decisions.ts';
import { roots } from './same-workout.ts';

/** The providers with syncs. The terms of one do not let its workouts be combined with others. */
const providers = remoteConnectionTypes.map(({ type }) => type).filter(isImportable);
const viewers = listHiddenSets(providers).slice(1);

const kinds = [roots.run, roots.walk, roots.ride, roots.hike, 'strength', undefined];
const devices = ['watch', 'phone', null];

/** A workout as a provider or a file has it, in steps of five minutes. */
const anyRecord = fc.record({
  provider: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...providers) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  ),
  device: fc.constantFrom(...devices),
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constant(roots.run) },
    { weight: 2, arbitrary: fc.constantFrom(...kinds) },
  ),
  start: fc.nat(14),
  length: fc.integer({ min: 1, max: 14 }),
  distance: fc.option(fc.integer({ min: 5000, max: 5002 }), { nil: undefined }),
  rate: fc.option(fc.integer({ min: 140, max: 142 }), { nil: undefined }),
  sensors: fc.subarray<Sensor>(['positions', 'strap']),
  chosen: fc.option(fc.nat(9), { nil: undefined }),
  isNextDay: fc.nat(9).map((number) => number === 0),
  isEdited: fc.nat(7).map((number) => number === 0),
});
type WorkoutRecord = typeof anyRecord extends fc.Arbitrary<infer T> ? T : never;

const anyPair = fc.record({
  one: fc.nat(9),
  other: fc.nat(9),
  decision: fc.constantFrom<PairDecision>('joined', 'separated'),
});

const anyPerson = fc.record({
  records: fc.array(anyRecord, { minLength: 2, maxLength: 9 }),
  pairs: fc.array(anyPair, { maxLength: 3 }),
  preferred: fc.option(fc.constantFrom(...devices.filter((device) => device !== null))),
  connected: fc.subarray(providers),
});
type Person = typeof anyPerson extends fc.Arbitrary<infer T> ? T : never;

function toOrigin({ provider, device }: WorkoutRecord, index: number): ImportOrigin {
  const recorded = { remote_activity: 'run', data_source_id: device };
  const name = String(index);
  if (!provider) return { import_id: '1', file_id: name, file_name: name, ...recorded };
  return {
    remote_connection_type: provider,
    remote_connection_id: provider,
    remote_id: name,
    ...recorded,
  };
}

function toEntry(record: WorkoutRecord, index: number): ImportedEntry {
  const { kind: root_id, distance, rate, sensors, isEdited } = record;
  const date = record.isNextDay ? '2026-11-21' : '2026-11-20';
  const duration = 300 * record.length;
  const fields = {
    type: 'exercise' as const,
    date,
    exercise: { id: root_id ?? roots.run },
    duration,
    energy: { unit: 'calories' as const, value: 0 },
    ...compact({ distance, avg_heart_rate: rate, max_heart_rate: rate && rate + 1 }),
  };
  const imported = {
    date,
    start: 1_795_000_000 + 300 * record.start,
    duration,
    activity_type_id: fields.exercise.id,
    ...compact({ root_id, distance }),
    sensors,
    // Of what was imported long ago, nobody knows which members are edited.
    ...compact({
      numbers: index % 2 ? listNumbers({ ...fields, distance: 1 }) : undefined,
    }),
    read_at: 0,
    digest: isEdited ? '' : toFieldsDigest(fields),
  };
  return { id: String(index), ...fields, source: toOrigin(record, index), imported };
}

/** Returns the entries of a person, without a merge, and what decides between them. */
function arrange({ records, pairs, preferred, connected }: Person) {
  const entries = records.map(toEntry);
  for (const { one, other, decision } of pairs) {
    const [entry, named] = [entries[one], entries[other]];
    if (!entry || !named || one === other) continue;
    const decisions = listDecisions(entry).set(toSourceKey(named.source), decision);
    entries[one] = withDecisions(entry, decisions);
  }
  for (const [index, { chosen }] of records.entries()) {
    const [entry, named] = [entries[index], entries[chosen ?? -1]];
    if (!entry || !named) continue;
    entries[index] = { ...entry, chosen: { distance: toSourceKey(named.source) } };
  }
  const prioritySince = new Map(preferred ? [[preferred, '2026-11-01']] : []);
  return { entries, preferences: { prioritySince, connectionIds: new Set(connected) } };
}

/** Returns an entry as if hidden workouts did not exist: nobody has decided about them. */
function forget(entry: ImportedEntry, hidden: readonly string[]): ImportedEntry {
  const decisions = [...listDecisions(entry)].filter(([key]) =>
    canBeNamed(parseSourceKey(key), hidden),
  );
  return withDecisions(entry, new Map(decisions));
}

it('who may not see some providers sees what there is without their workouts', () => {
  fc.assert(
    fc.property(anyPerson, (person) => {
      const { entries, preferences } = arrange(person);
      const states = mergeForViewers(listRelated(entries), preferences);
      for (const hidden of viewers) {
        const seen = entries.flatMap(
          (entry) => toVisible({ ...entry, ...states.get(entry.id) }, hidden) ?? [],
        );
        const existing = entries
          .filter(({ source }) => canBeNamed(source, hidden))
          .map((entry) => forget(entry, hidden));
        const decided = decideShown(existing, preferences);
        expect(seen).toEqual(
          existing.map(({ chosen, ...entry }) =>
            toVisible({ ...entry, ...decided.get(entry.id) }),
          ),
        );
      }
    }),
    { numRuns: 200, seed: 1 },
  );
});

it('the facts of many files are compared once for each set of providers that can be hidden', () => {
  const newRecord = (length: number, provider?: string) => ({
    ...{ provider, length, device: null, kind: roots.run, start: 0 },
    ...{ distance: undefined, rate: undefined, sensors: [], chosen: undefined },
    ...{ isNextDay: false, isEdited: false },
  });
  const files = Array.from({ length: 60 }, (_, index) => newRecord(40 + index));
  const records = [...files, ...providers.map((provider) => newRecord(100, provider))];
  let steps = 0;
  const entries = records.map(toEntry).map((entry) => {
    const { start } = entry.imported;
    const get = () => {
      steps += 1;
      return start;
    };
    return {
      ...entry,
      imported: Object.defineProperty({ ...entry.imported }, 'start', { get }),
    };
  });
  const preferences = { prioritySince: new Map(), connectionIds: new Set(providers) };
  expect(mergeForViewers(listRelated(entries), preferences).size).toBe(records.length);
  expect(steps).toBeLessThan(62_500 * 2 ** providers.length);
});

it('who may see all providers sees what there is', () => {
  fc.assert(
    fc.property(anyPerson, (person) => {
      const { entries, preferences } = arrange(person);
      const decided = decideShown(entries, preferences);
      for (const [id, { views: _, ...state }] of mergeForViewers(
        listRelated(entries),
        preferences,
      )) {
        expect(state).toEqual(decided.get(id) ?? {});
        decided.delete(id);
      }
      expect(decided).toEqual(new Map());
    }),
    { numRuns: 100, seed: 2 },
  );
});
