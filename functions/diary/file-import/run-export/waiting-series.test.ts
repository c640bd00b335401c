import { beforeEach, describe, expect, it } from 'vitest';
import { seriesKeys } from '#functions/diary/series/series.keys.ts';
import { readArchive } from '#kit/archive.ts';
import { buildZip } from '#kit/archives/build-zip.ts';
import { failAt } from '#kit/failing-stores.ts';
import {
  finishImport,
  openImportStores,
  runNextImport,
  type SentFile,
  uploadFiles,
} from '#kit/file-imports.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { addConnection, importedRun, importWorkout } from '#kit/imported-workouts.ts';
import {
  exportPerson,
  importFile,
  listEntriesOf,
  type OpenPerson,
  openPerson,
} from '#kit/own-exports.ts';

const diary = { host: 'diary' } as const;
const date = '2026-11-20';
const heart_rate = [90, 140, null, 150];

let owner: OpenPerson;
let other: OpenPerson;
/** The archives of an export of the owner, of one document each. */
let archives: SentFile[];
/** Those of them that have the workout, and its curves. */
let workouts: SentFile;
let curves: SentFile;

/** Exports the data of the owner, some hours from now: a day has three exports. */
function exportOwner(hours = 0): Promise<SentFile[]> {
  const now = new Date(Date.now() - (48 - hours) * 3_600_000);
  const limits = { bytes: 1, files: 1000, isTimeUp: () => false };
  return exportPerson(owner.user_id, now, { limits });
}

/** Returns the archive that has a document. */
async function findArchive(all: readonly SentFile[], name: string): Promise<SentFile> {
  for (const archive of all)
    if ((await readArchive(Buffer.from(archive.content))).has(name)) return archive;
  throw new Error(`No archive has ${name}.`);
}

/** Returns an archive with other heart rates. */
async function editCurves({ name, content }: SentFile, heart_rate: number[]) {
  const files = await readArchive(Buffer.from(content));
  const [series] = JSON.parse(String(files.get('workout_series.json')));
  const text = `[\n${JSON.stringify({ ...series, heart_rate })}\n]\n`;
  files.set('workout_series.json', Buffer.from(text));
  return { name, content: await buildZip(Object.fromEntries(files)) };
}

async function importAll(all: readonly SentFile[]) {
  const seen = [];
  for (const archive of all) seen.push(await importFile(other, archive));
  for (const done of seen)
    expect(done).toMatchObject({ state: 'done', counts: { failed: 0 } });
  return seen;
}

const list = () => listEntriesOf(other, { first: date, last: date });

/** Lists the series of the workouts of the other person. */
async function listCurves(): Promise<object[]> {
  const paths = (await list()).map(({ id }) => `/v2/diary/${id}/series`);
  const read = paths.map((path) => other.send<{ series?: object }>('GET', path, diary));
  return (await Promise.all(read)).flatMap(({ body }) => body.series ?? []);
}

const listWaiting = () => table().query(seriesKeys.allWaitingSeries(other.user_id));

async function undo(id: string): Promise<void> {
  await other.send('DELETE', `/v7.1/import/${id}/`);
  await finishImport(other.user_id, id);
}

beforeEach(async () => {
  owner = await openPerson(await newPerson());
  other = await openPerson(await newPerson());
  await addConnection(owner.user_id, 'polar');
  await importWorkout(owner.user_id, 'polar', importedRun);
  archives = await exportOwner();
  workouts = await findArchive(archives, 'diary.json');
  curves = await findArchive(archives, 'workout_series.json');
});

describe('curves whose archive comes before that of their workouts', () => {
  it('wait for them', async () => {
    const [done] = await importAll([curves]);
    const lines = done?._embedded?.file.flatMap((file) => file.changes ?? []);
    expect(lines).toMatchObject([{ code: 'series_waiting', count: 1 }]);
    expect(await listWaiting()).toHaveLength(1);
    await importAll(archives.toReversed());
    expect(await listCurves()).toMatchObject([{ heart_rate }]);
    expect(await listWaiting()).toEqual([]);
  });

  it('wait once, those of the latest export', async () => {
    const later = await findArchive(await exportOwner(1), 'workout_series.json');
    const latest = await editCurves(later, [1, 2, 3, 4]);
    const seen = await importAll([curves, latest, curves, latest]);
    const lines = seen.flatMap(({ _embedded }) => _embedded?.file ?? []);
    expect(lines.map(({ state }) => state)).toEqual([
      'imported',
      'imported',
      'duplicate',
      'imported',
    ]);
    await importAll([workouts]);
    expect(await listCurves()).toMatchObject([{ heart_rate: [1, 2, 3, 4] }]);
    expect(await listWaiting()).toEqual([]);
  });

  it('are gone if their import is undone', async () => {
    const [done] = await importAll([curves]);
    await undo(done?.id ?? '');
    expect(await listWaiting()).toEqual([]);
    await importAll([workouts]);
    expect(await listCurves()).toEqual([]);
    await importAll([curves]);
    expect(await listCurves()).toHaveLength(1);
  });

  it('are left out if the person has deleted the workout', async () => {
    await importAll([workouts]);
    for (const { id } of await list())
      await other.send('DELETE', `/v2/diary/${id}`, diary);
    const [done] = await importAll([curves]);
    const lines = done?._embedded?.file.flatMap((file) => file.changes ?? []);
    expect(lines).toMatchObject([{ code: 'series_left_out', count: 1 }]);
    expect(await listWaiting()).toEqual([]);
  });

  it('come to a workout that another import brings at the same time', async () => {
    const stores = openImportStores();
    let isFirst = true;
    const transact: typeof stores.table.transact = async (changes) => {
      const isWaiting = changes.some(
        (each) => 'put' in each && each.put.sk.startsWith('WAITING_SERIES#'),
      );
      if (isWaiting && isFirst) {
        isFirst = false;
        await importAll([workouts]);
      }
      return stores.table.transact(changes);
    };
    const { body } = await uploadFiles(other.send, [curves]);
    const [{ id }] = body._links.self;
    await runNextImport(other.user_id, id);
    await runNextImport(other.user_id, id, { table: { ...stores.table, transact } });
    expect(isFirst).toBe(false);
    expect(await listCurves()).toMatchObject([{ heart_rate }]);
    expect(await listWaiting()).toEqual([]);
  });

  it.each([false, true])(
    'are stored once if a run is interrupted at a write that is made: %s',
    async (isWritten) => {
      let isInterrupted = true;
      for (let write = 1; isInterrupted; write += 1) {
        other = await openPerson(await newPerson());
        isInterrupted = false;
        for (const archive of [curves, workouts]) {
          const { body } = await uploadFiles(other.send, [archive]);
          const [{ id }] = body._links.self;
          await runNextImport(other.user_id, id);
          const options = { onlyWrites: true, isWritten };
          const { stores, hasFailed } = failAt(openImportStores(), write, options);
          const run = runNextImport(other.user_id, id, stores);
          await run.catch(({ message }) => expect(message).toBe('The process ended.'));
          isInterrupted ||= hasFailed();
          await finishImport(other.user_id, id);
        }
        expect(await listCurves(), `write ${write}`).toMatchObject([{ heart_rate }]);
        expect(await listWaiting(), `write ${write}`).toEqual([]);
      }
    },
  );
});
