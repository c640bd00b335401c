import { expect, it } from 'vitest';
import { addDays } from '#functions/diary/entry/dates.ts';
import type { Sensor } from '#functions/diary/entry/origin.ts';
import {
  measurementTypes,
  typeNames,
} from '#functions/diary/measurement/measurement-types.ts';
import { roots } from '#functions/diary/merging/same-workout.ts';
import { readArchive } from '#kit/archive.ts';
import type { SentFile } from '#kit/file-imports.ts';
import { newPerson } from '#kit/fixtures.ts';
import { addConnection, importedRun, importWorkout } from '#kit/imported-workouts.ts';
import {
  exportPerson,
  importFile,
  listEntriesOf,
  type OpenPerson,
  openPerson,
} from '#kit/own-exports.ts';
import fc from '#kit/property.ts';
import { compact } from '#shared/runtime/compact.ts';

const days = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'];
const range = { first: '2026-11-16', last: '2026-11-24' };
const providers = ['polar', 'whoop', 'withings'];
/** What each measures with, so that no two measure a number equally well. */
const sensors: Readonly<Record<string, readonly Sensor[]>> = {
  whoop: ['strap'],
  withings: ['positions'],
};
const diary = { host: 'diary' } as const;

const date = fc.constantFrom(...days);
const amount = fc.integer({ min: 0, max: 9_000_000 }).map((value) => value / 1000);
const name = fc.stringMatching(/^[A-Za-zäß&<>"'€][ A-Za-zäß&<>"'€]{0,20}[A-Za-z]$/);
const energy = fc.record({
  unit: fc.constantFrom('calories', 'kilojoules'),
  value: amount,
});

const food = fc.record({
  type: fc.constant('food_entry'),
  date,
  diary_meal: fc.constantFrom('Breakfast', 'Lunch', 'Dinner', 'Snacks', 'Imbiss'),
  food: fc.option(fc.record({ name, brand: fc.option(name) })),
  servings: fc.integer({ min: 1, max: 150 }).map((value) => value / 3),
  nutritional_contents: fc.record(
    { energy, fat: amount, sodium: amount },
    { requiredKeys: [] },
  ),
});

const exercise = fc.record(
  {
    type: fc.constant('exercise'),
    date,
    exercise: fc.record({ id: fc.constantFrom('1', '18', 'my own sport') }),
    start_time: date.map((day) => `${day}T06:30:00.250+05:45`),
    duration: fc.integer({ min: 60, max: 9000 }),
    energy,
    energy_source: fc.constantFrom('estimated', 'stated'),
    avg_heart_rate: fc.integer({ min: 60, max: 120 }),
    max_heart_rate: fc.integer({ min: 120, max: 200 }),
    distance: amount,
    elevation_change: fc.integer({ min: -500, max: 500 }),
  },
  { requiredKeys: ['type', 'date', 'exercise', 'duration', 'energy'] },
);

const workout = fc.record({
  type: fc.constantFrom(...providers),
  date,
  // Half of them are mostly one workout with others of the day.
  minute: fc.oneof(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 600 })),
  duration: fc.oneof(
    fc.integer({ min: 3400, max: 3600 }),
    fc.integer({ min: 600, max: 7200 }),
  ),
  distance: fc.option(fc.integer({ min: 100, max: 20_000 }), { nil: undefined }),
  energy: fc.option(fc.integer({ min: 1, max: 900 }), { nil: undefined }),
  avg_heart_rate: fc.integer({ min: 100, max: 150 }),
  sport: fc.constantFrom(roots.run, roots.ride, roots.walk),
});

const edit = fc.record({
  place: fc.nat(),
  change: fc.constantFrom<object | 'separate' | 'join'>(
    { duration: 4321 },
    { distance: 4321 },
    { avg_heart_rate: 99 },
    { energy: { unit: 'calories', value: 0 }, energy_source: 'stated' },
    'separate',
    'join',
  ),
});

/** A value of each type within its bounds. */
const measured = fc.constantFrom(...typeNames).chain((type) => {
  const { min, max } = measurementTypes[type].bounds;
  const least = type === 'blood_pressure' ? 120 : Math.max(min, 2);
  const most = type === 'sleep' ? 20_000 : max;
  return fc
    .record({ date, value: fc.integer({ min: Math.ceil(least), max: most }) })
    .map(({ date: day, value }) => ({
      type,
      value,
      ...(measurementTypes[type].isTimed
        ? { time: `${type === 'sleep' ? addDays(day, -1) : day}T22:10:00+01:00` }
        : { date: day }),
      ...(type === 'blood_pressure' && { diastolic: 80 }),
      ...(type === 'sleep' && {
        sleep: { end: `${day}T06:10:00+01:00`, deep: 3600, rem: 0, awake: 60 },
      }),
    }));
});

/** The documents of which an import takes something. */
const documents = ['diary.json', 'measurements.json', 'workout_series.json'];

const history = fc.record({
  own: fc.array(fc.oneof(food, exercise), { maxLength: 12 }),
  // Of two that measure a number equally well, another one can count elsewhere.
  workouts: fc.uniqueArray(workout, {
    selector: ({ type, date: day }) => `${type} ${day}`,
    maxLength: 10,
  }),
  edits: fc.array(edit, { maxLength: 4 }),
  values: fc.array(measured, { maxLength: 12 }),
  /** The order of the archives of an export. */
  order: fc.shuffledSubarray(documents, { minLength: documents.length }),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

async function write(person: OpenPerson, { own, workouts, edits, values }: History) {
  const { user_id, send } = person;
  for (const type of providers) await addConnection(user_id, type);
  if (own.length > 0) {
    const { status } = await send('POST', '/v2/diary', {
      ...diary,
      json: { items: own },
    });
    expect(status).toBe(201);
  }
  for (const [index, { type, date, minute, sport, ...facts }] of workouts.entries()) {
    const start = Date.parse(`${date}T06:00:00Z`) + minute * 60_000;
    const { energy: _, ...run } = importedRun;
    const { avg_heart_rate, ...others } = facts;
    await importWorkout(user_id, type, {
      ...run,
      ...compact(others),
      ...(type === 'whoop' && { avg_heart_rate }),
      sensors: sensors[type] ?? [],
      remote_id: String(index),
      start_time: new Date(start).toISOString(),
      activity_type_id: sport,
    });
  }
  for (const { place, change } of edits) {
    const all = await listEntriesOf(person, range);
    const imported = all.filter(({ source }) => source.origin === 'connection');
    const entry = imported[place % imported.length];
    const other = imported[(place + 1) % imported.length];
    if (!entry || !other || other === entry) continue;
    // Only workouts of one day or of adjacent days can be joined.
    const isFar = ![-1, 0, 1]
      .map((days) => addDays(entry.date, days))
      .includes(other.date);
    if (change === 'join' && isFar) continue;
    const decided = {
      separate: { source: { separated_from: entry.source.duplicates ?? [] } },
      join: { source: { joined_with: [other.source] } },
    };
    const json = typeof change === 'string' ? decided[change] : change;
    const { status, text } = await send('PATCH', `/v2/diary/${entry.id}`, {
      ...diary,
      json,
    });
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  }
  if (values.length > 0) {
    const json = { items: values };
    const { status } = await send('POST', '/v2/measurements', { ...diary, json });
    expect(status).toBe(200);
  }
}

/** Reads what a person has, without what differs between accounts, in an order of its own. */
async function read(person: OpenPerson): Promise<string[]> {
  const { send } = person;
  const entries = await listEntriesOf(person, range);
  const series = await Promise.all(
    entries.map(async ({ id, type }) => {
      if (type !== 'exercise') return null;
      const path = `/v2/diary/${id}/series`;
      return (await send<{ series: object }>('GET', path, diary)).body.series;
    }),
  );
  const path = `/v2/measurements?from=${range.first}&to=${range.last}`;
  const { body } = await send<{ items: Record<string, unknown>[] }>('GET', path, diary);
  const comparable = [
    ...entries.map(({ id: _, source: __, ...entry }, index) => ({
      ...entry,
      series: series[index],
    })),
    ...body.items.map(({ id: _, source: __, external_id: ___, ...value }) => value),
  ];
  return comparable.map(toText).sort();
}

/** Returns a value as JSON with sorted members, because stored maps keep no order. */
function toText(value: unknown): string {
  return JSON.stringify(value, (_, member) => {
    const isObject = typeof member === 'object' && member && !Array.isArray(member);
    return isObject ? Object.fromEntries(Object.entries(member).sort()) : member;
  });
}

/** Exports what a person has, in one archive, or each document in one of its own. */
async function listArchives(
  { user_id }: OpenPerson,
  order: readonly string[],
): Promise<SentFile[]> {
  if (order.length === 0) return exportPerson(user_id);
  const limits = { bytes: 1, files: 1000, isTimeUp: () => false };
  const archives = await exportPerson(user_id, new Date(), { limits });
  const files = await Promise.all(
    archives.map(({ content }) => readArchive(Buffer.from(content))),
  );
  return order.flatMap(
    (name) => archives.find((_, index) => files[index]?.has(name)) ?? [],
  );
}

it('brings an equal diary from one account to another, and from there to a third', async () => {
  const property = fc.asyncProperty(history, async (written) => {
    const people = [await newPerson(), await newPerson(), await newPerson()];
    const [first, second, third] = await Promise.all(people.map(openPerson));
    if (!first || !second || !third) throw new Error('There are three people.');
    const { order } = written;
    await write(first, written);
    const before = await read(first);
    for (const [from, to] of [
      [first, second],
      [second, third],
    ] as const) {
      const isNumbered = from === second;
      for (const archive of await listArchives(from, isNumbered ? order : [])) {
        const done = await importFile(to, archive);
        expect(done).toMatchObject({ state: 'done', counts: { failed: 0 } });
      }
      expect(await read(to)).toEqual(before);
    }
  });
  await fc.assert(property, { numRuns: 6, endOnFailure: true });
});
