import { expect, it } from 'vitest';
import { callHandlerAs } from '#kit/call-handler.ts';
import { newDiary, porridge } from '#kit/diary.ts';
import { importFiles, newFile, recordedRun } from '#kit/imported-files.ts';
import { addConnection, importedRun, importWorkout } from '#kit/imported-workouts.ts';
import { listSeriesProblems, newCurves } from '#kit/workout-series.ts';

const host = 'diary';
const day = '2026-11-20';
const { series } = newCurves();
const ride = { ...importedRun, start_time: '2026-11-20T10:00:00Z' };

/** A person with a run of a file, and one of a provider. */
async function arrange() {
  const diary = await newDiary();
  const { user_id } = diary;
  await addConnection(user_id, 'strava');
  await importWorkout(user_id, 'strava', ride);
  const [{ entry_id: id = '' } = {}] = await importFiles(user_id, '1', [
    newFile('run.fit'),
  ]);
  const listed = await diary.listDay(day);
  const synced = listed.find((entry) => entry.id !== id)?.id ?? '';
  const own = callHandlerAs(user_id);
  const read = (entry: string, send = own) =>
    send('GET', `/v2/diary/${entry}/series`, { host });
  return { ...diary, id, synced, read };
}

it('an imported workout has its series, without positions, also after it was moved', async () => {
  const { id, synced, read, change } = await arrange();
  const response = await read(id);
  expect(response).toMatchObject({ status: 200, body: { id, series } });
  expect(JSON.stringify(response.body)).not.toContain('48.1');
  expect((await read(synced)).body).toEqual({ id: synced, series });
  await change(id, { type: 'exercise', date: '2026-11-22' });
  expect((await read(id)).body).toEqual({ id, series });
});

it('an entry that nobody has imported has none', async () => {
  const { add, read } = await arrange();
  const { id } = await add(porridge);
  expect(await read(id)).toMatchObject({ status: 200, body: { id, series: null } });
});

it('the series of an entry that does not exist for the caller is not found', async () => {
  const { user_id, id, synced, read } = await arrange();
  const other = callHandlerAs((await newDiary()).user_id);
  const restricted = callHandlerAs(user_id, undefined, ['strava']);
  expect((await read(id, other)).status).toBe(404);
  expect((await read('unknown', other)).status).toBe(404);
  expect((await read(synced, restricted)).status).toBe(404);
  expect((await read(id, restricted)).status).toBe(200);
});

/** Imports a run of a provider, and a file, here without curves, that is shown instead of it. */
async function arrangeJoined(
  type: string,
  ofFile: Pick<typeof recordedRun, 'curves'> = {},
) {
  const diary = await newDiary();
  const { user_id } = diary;
  await addConnection(user_id, type);
  await importWorkout(user_id, type, importedRun);
  const { curves: _, ...run } = recordedRun;
  const file = { ...newFile('run.fit'), workouts: [{ ...run, ...ofFile }] };
  const [{ entry_id: id = '' } = {}] = await importFiles(user_id, '1', [file]);
  await diary.change(id, { type: 'exercise', distance: 5100 });
  const read = (...hidden: string[]) =>
    callHandlerAs(user_id, undefined, hidden)('GET', `/v2/diary/${id}/series`, { host });
  return { listed: await diary.listDay(day), id, read };
}

it('an entry without a series has that of a duplicate that the caller may see', async () => {
  const { listed, id, read } = await arrangeJoined('polar');
  expect(listed.map((entry) => entry.id)).toEqual([id]);
  expect(await read()).toMatchObject({ status: 200, body: { id, series } });
  expect(await read('polar')).toMatchObject({ status: 200, body: { id, series: null } });
});

it('an entry with laps only has the curves of a duplicate', async () => {
  const laps = [{ start: 0, duration: 1800, distance: 5000 }];
  const { id, read } = await arrangeJoined('polar', {
    curves: { series: { seconds: [], laps } },
  });
  expect((await read()).body).toEqual({ id, series: { ...series, laps } });
  expect((await read('polar')).body).toEqual({ id, series: { seconds: [], laps } });
});

it('a recording of a part is no series of the whole', async () => {
  const diary = await newDiary();
  const { curves: _, ...run } = recordedRun;
  const [later, minutes] = ['2026-11-20T17:20:00Z', 60];
  const parts = [
    { ...recordedRun, duration: 19 * minutes },
    { ...recordedRun, start_time: later, duration: 10 * minutes },
  ].map((part, index) => newFile(`part-${index}.gpx`, part));
  await importFiles(diary.user_id, '1', [
    ...parts,
    { ...newFile('a.gpx'), workouts: [run] },
  ]);
  const [shown, ...others] = await diary.listDay(day);
  expect(others).toEqual([]);
  const part = { matched_by: 'part' };
  expect(shown).toMatchObject({ source: { duplicates: [part, part] } });
  const own = callHandlerAs(diary.user_id);
  const { body } = await own('GET', `/v2/diary/${shown?.id}/series`, { host });
  expect(body).toMatchObject({ series: null });
});

it('a series of a provider completes no other entry if its terms forbid that', async () => {
  const { listed, id, read } = await arrangeJoined('strava');
  expect(listed.map((entry) => entry.id)).toEqual([id]);
  expect(await read()).toMatchObject({ status: 200, body: { id, series: null } });
});

it('a series completes no entry of a provider whose terms forbid that', async () => {
  const diary = await newDiary();
  const { user_id } = diary;
  const { curves: _, ...run } = importedRun;
  for (const type of ['polar', 'strava']) await addConnection(user_id, type);
  await importWorkout(user_id, 'strava', run);
  const [{ id = '' } = {}] = await diary.listDay(day);
  await diary.change(id, { type: 'exercise', distance: 5100 });
  await importWorkout(user_id, 'polar', importedRun);
  expect((await diary.listDay(day)).map((entry) => entry.id)).toEqual([id]);
  const read = callHandlerAs(user_id);
  const { body } = await read('GET', `/v2/diary/${id}/series`, { host });
  expect(body).toEqual({ id, series: null });
});

it('an entry that is deleted takes its series along, wherever it is', async () => {
  const { user_id, id, synced, read, change, remove } = await arrange();
  await change(id, { type: 'exercise', date: '2026-11-22' });
  for (const entry of [id, synced]) {
    expect((await remove(entry)).status).toBe(204);
    expect((await read(entry)).status).toBe(404);
  }
  expect(await listSeriesProblems(user_id)).toEqual([]);
});
