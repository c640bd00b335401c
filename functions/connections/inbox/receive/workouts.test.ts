import { beforeEach, describe, expect, it } from 'vitest';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import * as dayItems from '#functions/diary/entry/day-item.store.ts';
import { listStoredEntries } from '#functions/diary/entry/day-item.ts';
import { seriesKeys } from '#functions/diary/series/series.keys.ts';
import type { StoredSeries } from '#functions/diary/series/series.store.ts';
import { removeWorkouts } from '#functions/diary/workout-import/remove-workouts.ts';
import * as records from '#functions/diary/workout-import/workout-record.store.ts';
import { callHandler, callHandlerAs } from '#kit/call-handler.ts';
import { newPerson, type TestPerson, table } from '#kit/fixtures.ts';
import { addConnection, importWorkout } from '#kit/imported-workouts.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import { exists } from '#shared/table/condition.ts';
import * as inboxes from '../inbox.store.ts';

const date = '2026-09-20';

let person: TestPerson;
let made: inboxes.CreatedInbox;
beforeEach(async () => {
  person = await newPerson();
  made = await make();
});

async function make(): Promise<inboxes.CreatedInbox> {
  const inbox = { name: 'Phone', app: 'companion', isSigned: false } as const;
  const created = await inboxes.create(table(), person.user_id, inbox, new Date());
  if (!created) throw new Error('No inbox was created.');
  return created;
}

const send = (json: unknown) =>
  callHandler<{ stored: number; unchanged: number; ignored: number; error?: string }>(
    'POST',
    '/v7.1/inbox/',
    { json, headers: { 'Api-Key': made.secret } },
  );

const asPerson = <Body>(
  method: 'GET' | 'PATCH' | 'DELETE',
  path: string,
  json?: unknown,
) => callHandlerAs(person.user_id)<Body>(method, path, { host: 'diary', json });

const listStored = async () => {
  const item = await dayItems.find({ table: table(), user_id: person.user_id }, date);
  return listStoredEntries(item, date).flatMap((entry) =>
    entry.type === 'exercise' ? entry : [],
  );
};

interface ListedEntry {
  id: string;
  duration: number;
  source: { origin: string; duplicates: unknown[] };
}
const listShown = async () => {
  const { body } = await asPerson<{ items: ListedEntry[] }>(
    'GET',
    `/v2/diary?entry_date=${date}&fields[]=all`,
  );
  return body.items;
};
const listDurations = async () => (await listShown()).map(({ duration }) => duration);

const stored = { stored: 1, unchanged: 0, ignored: 0 };
const unchanged = { stored: 0, unchanged: 1, ignored: 0 };

const run = {
  id: '4F1C3C3B-4D36-4E0E-8A30-4C4F2B0F6D11',
  name: 'Outdoor Run',
  start: `${date} 18:00:00 +0200`,
  end: `${date} 18:31:00 +0200`,
  duration: 1800,
  activeEnergyBurned: { qty: 300, units: 'kcal' },
  distance: { qty: 5, units: 'km' },
  heartRate: { avg: { qty: 150, units: 'bpm' }, max: { qty: 171, units: 'bpm' } },
};
const heartRateData = ['00', '10', '20'].map((minute) => ({
  date: `${date} 18:${minute}:00 +0200`,
  Avg: 140,
  source: 'Ann’s Watch',
}));
const route = ['00', '10', '20'].map((minute, index) => ({
  timestamp: `${date} 18:${minute}:00 +0200`,
  latitude: 52.5 + index / 100,
  longitude: 13.4,
}));
const sendWorkouts = (...workouts: object[]) => send({ data: { workouts } });

describe('a workout of Health Auto Export', () => {
  it('is an entry of the inbox, whose recorder only the person sees', async () => {
    expect(await sendWorkouts({ ...run, heartRateData, route })).toMatchObject({
      status: 200,
      body: stored,
    });
    const [inbox] = await inboxes.list(table(), person.user_id);
    expect(await listShown()).toMatchObject([
      {
        date,
        start_time: '2026-09-20T16:00:00Z',
        duration: 1800,
        distance: 5000,
        exercise: { id: getActivityTypeId('run') },
        source: {
          origin: 'inbox',
          inbox_id: made.inbox.id,
          remote_activity: 'Outdoor Run',
          data_source_id: inbox?.data_source_id,
        },
      },
    ]);
    const [entry] = await listStored();
    expect(entry?.source).toMatchObject({
      file_name: 'Phone',
      source_name: 'Ann’s Watch',
      data_source_id: expect.any(String),
    });
    expect(JSON.stringify(await listShown())).not.toMatch(/Ann|Phone|4F1C/);
    const batch = entry?.id.slice(0, 36) ?? '';
    expect(
      await table().get(seriesKeys.workoutSeries(person.user_id, batch)),
    ).toMatchObject({ outline: expect.anything() });
  });

  it('is written once, and again only if it changes', async () => {
    const writes: unknown[] = [];
    const call = callHandlerAs(person.user_id, (line) =>
      writes.push(JSON.parse(line).write_units),
    );
    const push = async (workout: object) => {
      const json = { data: { workouts: [workout] } };
      const headers = { 'Api-Key': made.secret };
      const { body } = await call('POST', '/v7.1/inbox/', { json, headers });
      return { ...(body as object), written: writes.at(-1) };
    };
    await push({ ...run, heartRateData, route });
    const { name, ...others } = run;
    const reordered = { route, ...others, name, heartRateData };
    expect(await push(reordered)).toEqual({ ...unchanged, written: 0 });
    expect(await push(run)).toEqual({ ...unchanged, written: 0 });
    expect(await push({ ...run, duration: 1700 })).toMatchObject(stored);
    expect(await listDurations()).toEqual([1700]);
    expect(await push({ ...run, duration: 1700, route })).toMatchObject(stored);
    expect(await listStored()).toHaveLength(1);
  });

  it('keeps what its samples told if a later message has none', async () => {
    const { heartRate: _, ...silent } = run;
    await sendWorkouts({ ...silent, heartRateData });
    await sendWorkouts({ ...silent, duration: 1700 });
    expect(await listShown()).toMatchObject([{ duration: 1700, avg_heart_rate: 140 }]);
    const [entry] = await listStored();
    expect(entry?.source).toMatchObject({ source_name: 'Ann’s Watch' });
  });

  it('moves to another day with its entry, and with its curves if it has no new ones', async () => {
    const findCurves = async () => {
      const own = { user_id: person.user_id, remote_connection_id: made.inbox.id };
      const [record] = await records.listByConnection(table(), own);
      const key = seriesKeys.workoutSeries(person.user_id, record?.batch ?? '');
      return (await table().get<StoredSeries>(key))?.series;
    };
    await sendWorkouts({ ...run, heartRateData });
    const curves = await findCurves();
    const moved = {
      start: '2026-09-21 18:00:00 +0200',
      end: '2026-09-21 18:31:00 +0200',
    };
    expect((await sendWorkouts({ ...run, ...moved })).body).toEqual(stored);
    expect(await listStored()).toEqual([]);
    expect(curves).toBeDefined();
    expect(await findCurves()).toEqual(curves);
  });

  it('stays as the person has edited it, and deleted if the person has deleted it', async () => {
    await sendWorkouts(run);
    const [entry] = await listShown();
    const path = `/v2/diary/${entry?.id}`;
    const { status } = await asPerson('PATCH', path, { duration: 60 });
    expect(status).toBe(200);
    expect((await sendWorkouts({ ...run, duration: 1500 })).body).toEqual(unchanged);
    expect(await listDurations()).toEqual([60]);
    await asPerson('DELETE', path);
    for (const duration of [1500, 1400]) await sendWorkouts({ ...run, duration });
    expect(await listShown()).toEqual([]);
  });

  it('is the same workout in version 1, and comes after that of a connection', async () => {
    const { id: _, ...first } = run;
    await sendWorkouts(run, first);
    const [shown, ...others] = await listShown();
    expect(others).toEqual([]);
    expect(shown?.source.duplicates).toMatchObject([{ origin: 'inbox' }]);
    await addConnection(person.user_id, 'polar');
    await importWorkout(person.user_id, 'polar', {
      remote_id: '1',
      start_time: '2026-09-20T16:00:05Z',
      utc_offset: 7200,
      duration: 1800,
      activity_type_id: getActivityTypeId('run'),
      remote_activity: 'RUNNING',
    });
    expect(await listShown()).toMatchObject([
      {
        source: {
          origin: 'connection',
          duplicates: [
            { origin: 'inbox', decided_by: 'recording_device' },
            { origin: 'inbox', decided_by: 'recording_device' },
          ],
        },
      },
    ]);
  });

  it('is not kept without a consent', async () => {
    const set = { health_consent: { version: '1' } };
    await table().update(identityKeys.user(person.user_id), { set }, exists);
    expect(await sendWorkouts(run)).toMatchObject({ status: 403 });
  });

  it('is one entry, however many messages with it arrive at once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        sendWorkouts(run, {
          ...run,
          id: `${index}`,
          start: `${date} 0${index}:00:00 +0200`,
          end: `${date} 0${index}:20:00 +0200`,
        }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(await listStored()).toHaveLength(9);
    const sources = new Set(
      (await listStored()).map(({ source }) => source?.data_source_id),
    );
    expect(sources.size).toBe(1);
  });

  it('is deleted with all that the inbox has brought', async () => {
    await sendWorkouts(run, {
      ...run,
      id: 'other',
      start: `${date} 08:00:00 +0200`,
      end: `${date} 09:00:00 +0200`,
    });
    const [entry] = await listShown();
    await asPerson('PATCH', `/v2/diary/${entry?.id}`, { duration: 60 });
    const own = { user_id: person.user_id, remote_connection_id: made.inbox.id };
    const subjects = await records.listByConnection(table(), own);
    await removeWorkouts(table(), person.user_id, { id: made.inbox.id, subjects });
    expect(await listDurations()).toEqual([60]);
    expect(await records.listByConnection(table(), own)).toHaveLength(1);
  });
});

describe('a workout of Life Dashboard Companion', () => {
  const exercise = (uuid: string, minutes: number) => ({
    uuid,
    type: '56',
    start_time: `${date}T07:00:00Z`,
    end_time: `${date}T07:${minutes}:00Z`,
    duration_seconds: minutes * 60,
    source: 'com.example.runner',
  });
  const message = (sequence: number | undefined, parts: object) =>
    send({ source: 'health_connect', sequence, ...parts });
  const deletion = (uuid: string) => ({ deleted_records: [{ type: 'exercise', uuid }] });

  it('follows the order of the messages, and not that of their arrival', async () => {
    await message(5, { exercise: [exercise('u', 40)] });
    expect((await message(4, { exercise: [exercise('u', 30)] })).body).toEqual(unchanged);
    expect(await listDurations()).toEqual([2400]);
    expect((await message(3, deletion('u'))).body).toEqual({ ...stored, stored: 0 });
    expect(await listDurations()).toEqual([2400]);
    await message(7, deletion('u'));
    expect(await listShown()).toEqual([]);
    expect((await message(6, { exercise: [exercise('u', 50)] })).body.ignored).toBe(1);
    expect(await listShown()).toEqual([]);
    await message(8, { exercise: [exercise('u', 40)] });
    expect(await listDurations()).toEqual([2400]);
  });

  it('does not come from before a deletion that was first', async () => {
    await message(7, deletion('u'));
    await message(6, { exercise: [exercise('u', 50)] });
    expect(await listShown()).toEqual([]);
    expect(await records.list(table(), person.user_id)).toEqual([]);
  });

  it('does not come back by a double once a window no longer has it', async () => {
    await message(8, { exercise: [exercise('u', 40)] });
    await message(9, {
      backfill: true,
      window_start: `${date}T00:00:00Z`,
      window_end: `${date}T20:00:00Z`,
      window_complete: true,
    });
    expect(await listShown()).toEqual([]);
    await message(8, { exercise: [exercise('u', 40)] });
    expect(await listShown()).toEqual([]);
    await message(10, { exercise: [exercise('u', 40)] });
    expect(await listDurations()).toEqual([2400]);
  });

  it('is edited on an iPhone by a deletion and a new id', async () => {
    await message(undefined, { exercise: [exercise('old', 40)] });
    const edit = { exercise: [exercise('new', 50)], ...deletion('old') };
    await message(undefined, edit);
    await message(undefined, edit);
    expect(await listDurations()).toEqual([3000]);
    await message(undefined, deletion('new'));
    expect(await listShown()).toEqual([]);
  });
});
