import { expect, it } from 'vitest';
import { deriveEvents } from '#functions/account/event/derive/derive-events.ts';
import type { ImportedWorkout } from '#functions/diary/workout-import/workout.ts';
import { callHandlerAs } from '#kit/call-handler.ts';
import {
  importedRun,
  importWorkout,
  newConnectedPerson,
} from '#kit/imported-workouts.ts';
import { buildChangeRecords, readPartition } from '#kit/recorded-changes.ts';
import type { TestResponse } from '#kit/send.ts';
import { compact } from '#shared/runtime/compact.ts';

const day = '2026-11-20';
const withoutCurves = { ...importedRun, curves: undefined };

interface Body {
  id: string;
  items: Body[];
  source: { fields: object };
}

/** The first record is shown, because its connection is the earlier one. */
const records = {
  polar: { distance: 9600, avg_heart_rate: 131, max_heart_rate: 166, energy: 311 },
  withings: {
    distance: 10_007,
    avg_heart_rate: 152,
    max_heart_rate: 171,
    energy: 433,
    sensors: ['positions', 'strap'],
  },
} as const satisfies Record<string, Partial<ImportedWorkout>>;

/** Numbers of a record that it no longer has. */
interface Unknown {
  distance?: undefined;
  energy?: undefined;
}

/** A person with a run that Polar and Withings have, of which that of Polar is shown. */
async function arrange() {
  const user_id = await newConnectedPerson(['polar', 'withings']);
  const importRecord = async (
    type: keyof typeof records,
    members: Partial<ImportedWorkout> | Unknown = {},
    readAt = new Date('2026-11-21T00:00:00Z'),
  ) => {
    const { curves: _, ...workout } = { ...withoutCurves, ...records[type], ...members };
    await importWorkout(user_id, type, compact(workout), { readAt });
  };
  await importRecord('polar');
  await importRecord('withings');
  const open = (...hidden: string[]) => {
    const send = callHandlerAs(user_id, () => {}, hidden);
    return async (method: 'GET' | 'PATCH', path: string, json?: unknown) => {
      const options = json === undefined ? {} : { json };
      const response: TestResponse<Body> = await send(method, `/v2/diary${path}`, {
        host: 'diary',
        ...options,
      });
      return response.body;
    };
  };
  const call = open();
  const { items } = await call('GET', `?entry_date=${day}&fields=all`);
  const [shown] = items;
  if (!shown || items.length > 1) throw new Error('The run is not merged.');
  return { user_id, importRecord, open, call, shown, id: shown.id };
}

const best = {
  distance: 10_007,
  avg_heart_rate: 152,
  max_heart_rate: 171,
  energy: { unit: 'calories', value: 311 },
};
const own = { distance: 9600, avg_heart_rate: 131, max_heart_rate: 166 };
const fromWithings = { remote_connection_type: 'withings', remote_id: '1' };

it('a workout shows the best numbers, and says where they are from', async () => {
  const { call, shown, id } = await arrange();
  const source = {
    remote_connection_type: 'polar',
    fields: {
      distance: fromWithings,
      avg_heart_rate: fromWithings,
      max_heart_rate: fromWithings,
    },
  };
  expect(shown).toMatchObject({ ...best, source });
  expect(await call('GET', `/${id}`)).toMatchObject({ ...best, source });
  const { items: days } = await call('GET', `/summary?from=${day}&to=${day}`);
  expect(days).toMatchObject([{ distance: 10_007 }]);
});

it('who may not see a record sees no number of it, wherever numbers are', async () => {
  const { open, call, importRecord, user_id, id } = await arrange();
  const other = open('withings');
  const texts = [
    await other('GET', `?entry_date=${day}&fields=all`),
    await other('GET', `/${id}`),
    await other('GET', `/summary?from=${day}&to=${day}`),
    await other('PATCH', `/${id}`, { duration: 1801 }),
  ].map((body) => JSON.stringify(body));
  for (const text of texts) expect(text).not.toMatch(/10007|\b152\b|\b171\b|withings/);
  expect(await other('GET', `/${id}`)).toMatchObject(own);
  expect(await call('GET', `/${id}`)).toMatchObject(best);

  const before = await readPartition(user_id);
  const readAt = new Date('2026-11-22T00:00:00Z');
  await importRecord('withings', { distance: 10_008 }, readAt);
  const changes = buildChangeRecords(before, await readPartition(user_id));
  const events = changes.flatMap((change) => deriveEvents(change)?.events ?? []);
  const ofShown = events.filter(({ resource }) => resource.id === id);
  expect(ofShown).toMatchObject([
    { type: 'diary_entry.updated', views: { outcomes: { withings: 'none' } } },
  ]);
});

it('a client that writes back what it has read changes nothing', async () => {
  const { call, user_id, id } = await arrange();
  const { source: _, id: __, ...read } = await call('GET', `/${id}`);
  const before = await readPartition(user_id);
  const answered = await call('PATCH', `/${id}`, read);
  expect(answered).toMatchObject(read);
  expect(await readPartition(user_id)).toEqual(before);
});

it("what the person edits is the person's, and the rest is still the best", async () => {
  const { call, id } = await arrange();
  const edited = await call('PATCH', `/${id}`, { distance: 9900, duration: 1700 });
  expect(edited).toMatchObject({ ...best, distance: 9900, duration: 1700 });
  expect(Object.keys(edited.source.fields).sort()).toEqual([
    'avg_heart_rate',
    'max_heart_rate',
  ]);
});

it('heart rates that contradict what is stored are taken as they are sent', async () => {
  const { call, open, id } = await arrange();
  const { source: _, id: __, ...read } = await call('GET', `/${id}`);
  const sent = { ...read, avg_heart_rate: 169 };
  expect(await call('PATCH', `/${id}`, sent)).toMatchObject(sent);
  expect(await open('withings')('GET', `/${id}`)).toMatchObject({
    ...{ avg_heart_rate: 169, max_heart_rate: 171, distance: 9600 },
  });
});

it('what the person writes stays, also if it is what the own record says', async () => {
  const { call, importRecord, id } = await arrange();
  expect(await call('PATCH', `/${id}`, { distance: 9600 })).toMatchObject({
    ...{ ...best, distance: 9600 },
  });
  await call('PATCH', `/${id}`, { avg_heart_rate: 140 });
  await call('PATCH', `/${id}`, { avg_heart_rate: 131 });
  await importRecord('withings', { distance: 10_008 }, new Date('2026-11-22T00:00:00Z'));
  const { source, ...kept } = await call('GET', `/${id}`);
  expect(kept).toMatchObject({ ...own, max_heart_rate: 171 });
  expect(source.fields).toEqual({ max_heart_rate: fromWithings });
});

it('a number that is removed stays away, also if the own record has none', async () => {
  const { call, importRecord, id } = await arrange();
  const readAt = new Date('2026-11-22T00:00:00Z');
  await importRecord('withings', { elevation_gain: 44 }, readAt);
  expect(await call('GET', `/${id}`)).toMatchObject({ elevation_change: 44 });
  const removed = { elevation_change: null };
  expect(await call('PATCH', `/${id}`, removed)).toMatchObject(removed);
  expect(await call('GET', `/${id}`)).toMatchObject(removed);
});

const nothing = { energy: { unit: 'calories', value: 0 } };
const readLater = new Date('2026-11-22T00:00:00Z');
/** With this, the record of Withings has no more data than that of Polar without its energy. */
const less = { distance: undefined };

it('an energy of 0 that the person writes is stated, and stays', async () => {
  const { call, importRecord, id } = await arrange();
  await importRecord('withings', less, readLater);
  await importRecord('polar', { energy: undefined }, readLater);
  const shown = { energy: { value: 433 }, energy_source: 'stated' };
  expect(await call('GET', `/${id}`)).toMatchObject(shown);
  const stated = { ...nothing, energy_source: 'stated' };
  expect(await call('PATCH', `/${id}`, nothing)).toMatchObject(stated);
  expect(await call('GET', `/${id}`)).toMatchObject(stated);
});

it.each([
  { sent: nothing, kept: { ...nothing, energy_source: 'stated' } },
  {
    sent: { ...nothing, energy_source: 'unknown' },
    kept: { energy: { value: 433 }, energy_source: 'stated' },
  },
])('of an unknown energy that is written back as $sent, $kept is kept', async (row) => {
  const { call, importRecord, id } = await arrange();
  await importRecord('withings', { ...less, energy: undefined }, readLater);
  await importRecord('polar', { energy: undefined }, readLater);
  const unknown = { ...nothing, energy_source: 'unknown' };
  expect(await call('GET', `/${id}`)).toMatchObject(unknown);
  expect(await call('PATCH', `/${id}`, row.sent)).toMatchObject(row.sent);
  await importRecord('withings', less, new Date('2026-11-23T00:00:00Z'));
  expect(await call('GET', `/${id}`)).toMatchObject(row.kept);
});

it('one heart rate can be edited beside the other one as it is shown', async () => {
  const { call, id } = await arrange();
  expect(await call('PATCH', `/${id}`, { avg_heart_rate: 169 })).toMatchObject({
    ...{ avg_heart_rate: 169, max_heart_rate: 171 },
  });
});

it('a separated workout shows its own numbers again', async () => {
  const { call, id } = await arrange();
  const separated = await call('PATCH', `/${id}`, {
    source: { separated_from: [fromWithings] },
  });
  expect(separated).toMatchObject(own);
  expect(separated.source).not.toHaveProperty('fields');
});
