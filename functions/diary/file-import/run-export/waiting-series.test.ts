import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listDates } from '#functions/diary/entry/dates.ts';
import { seriesKeys } from '#functions/diary/series/series.keys.ts';
import { readArchive } from '#kit/archive.ts';
import { buildZip } from '#kit/archives/build-zip.ts';
import { failAt } from '#kit/failing-stores.ts';
import {
  finishImport,
  openImportStores,
  runNextImport,
  type SeenImport,
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
import { serviceError } from '#shared/errors/errors.ts';

const diary = { host: 'diary' } as const;
const date = '2026-11-20';
const heart_rate = [90, 140, null, 150];

let owner: OpenPerson;
let other: OpenPerson;
/** The archives of an export of the owner, of one document each, and those of a later one. */
let archives: SentFile[];
let laterArchives: SentFile[];
/** Those of them that have the workout, and its curves. */
let workouts: SentFile;
let curves: SentFile;

/** A person with a workout of a connection. */
async function newOwner(): Promise<OpenPerson> {
  const person = await openPerson(await newPerson());
  await addConnection(person.user_id, 'polar');
  await importWorkout(person.user_id, 'polar', importedRun);
  return person;
}

/** Exports the data of a person, some hours from now: a day has three exports. */
function exportAll({ user_id }: OpenPerson, hours = 0): Promise<SentFile[]> {
  const now = new Date(Date.now() - (48 - hours) * 3_600_000);
  const limits = { bytes: 1, files: 1000, isTimeUp: () => false };
  return exportPerson(user_id, now, { limits });
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

/** Returns the archive of the curves in the later export, with other heart rates. */
async function buildLaterCurves(): Promise<SentFile> {
  const later = await findArchive(laterArchives, 'workout_series.json');
  return editCurves(later, [1, 2, 3, 4]);
}

type Transact = ReturnType<typeof openImportStores>['table']['transact'];

/** Imports an archive, whose first transaction that puts an item with a prefix is replaced. */
async function importWith(
  archive: SentFile,
  prefix: string,
  replace: (write: () => ReturnType<Transact>) => ReturnType<Transact>,
) {
  const { table, ...stores } = openImportStores();
  let isFirst = true;
  const transact: Transact = (changes) => {
    const hasPut = changes.some(
      (each) => 'put' in each && each.put.sk.startsWith(prefix),
    );
    if (!isFirst || !hasPut) return table.transact(changes);
    isFirst = false;
    return replace(() => table.transact(changes));
  };
  const { body } = await uploadFiles(other.send, [archive]);
  const [{ id }] = body._links.self;
  await runNextImport(other.user_id, id);
  await runNextImport(other.user_id, id, { ...stores, table: { ...table, transact } });
  expect(isFirst).toBe(false);
  const done = (await other.send<SeenImport>('GET', `/v7.1/import/${id}/`)).body;
  expect(done).toMatchObject({ state: 'done', counts: { failed: 0 } });
  return done._embedded?.file ?? [];
}

/** Imports an archive while something else happens before or after one of its transactions. */
function importBeside(
  archive: SentFile,
  prefix: string,
  moment: 'before' | 'after',
  other: () => Promise<unknown>,
) {
  return importWith(archive, prefix, async (write) => {
    if (moment === 'before') await other();
    const result = await write();
    if (moment === 'after') await other();
    return result;
  });
}

beforeAll(async () => {
  owner = await newOwner();
  archives = await exportAll(owner);
  laterArchives = await exportAll(owner, 1);
  workouts = await findArchive(archives, 'diary.json');
  curves = await findArchive(archives, 'workout_series.json');
});

beforeEach(async () => {
  other = await openPerson(await newPerson());
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
    const latest = await buildLaterCurves();
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
    await importBeside(curves, 'WAITING_SERIES#', 'before', () => importAll([workouts]));
    expect(await listCurves()).toMatchObject([{ heart_rate }]);
    expect(await listWaiting()).toEqual([]);
  });

  it('do not wait on if later ones are stored as soon as the workout is', async () => {
    const latest = await buildLaterCurves();
    await importAll([curves]);
    await importBeside(workouts, 'FILE_WORKOUT#', 'after', () => importAll([latest]));
    expect(await listCurves()).toMatchObject([{ heart_rate: [1, 2, 3, 4] }]);
    expect(await listWaiting()).toEqual([]);
  });

  it('come to many workouts on as many days', async () => {
    const days = listDates({ first: '2026-09-01', last: '2026-10-30' });
    const active = await newOwner();
    for (const day of days) {
      const run = { remote_id: day, start_time: `${day}T17:00:00Z` };
      await importWorkout(active.user_id, 'polar', { ...importedRun, ...run });
    }
    // The diary and the series are in two archives each.
    await importAll((await exportAll(active)).toReversed());
    expect(await listWaiting()).toEqual([]);
    const prefix = seriesKeys.workoutSeries(other.user_id, '');
    expect(await table().query({ pk: prefix.pk, prefix: prefix.sk })).toHaveLength(
      days.length + 1,
    );
  });

  it('are not kept if their import is undone meanwhile', async () => {
    const { body } = await uploadFiles(other.send, [curves]);
    const [{ id }] = body._links.self;
    await runNextImport(other.user_id, id);
    const stores = openImportStores();
    const transact: Transact = async (changes) => {
      await undo(id);
      return stores.table.transact(changes);
    };
    const table = { ...stores.table, transact };
    const { outcome } = await runNextImport(other.user_id, id, { table });
    expect(outcome).toBe('superseded');
    expect(await listWaiting()).toEqual([]);
  });

  it('are stored once if a run is interrupted after any write', async () => {
    let isInterrupted = true;
    for (let write = 1; isInterrupted; write += 1) {
      other = await openPerson(await newPerson());
      isInterrupted = false;
      for (const archive of [curves, workouts]) {
        const { body } = await uploadFiles(other.send, [archive]);
        const [{ id }] = body._links.self;
        await runNextImport(other.user_id, id);
        const options = { onlyWrites: true, isWritten: true };
        const { stores, hasFailed } = failAt(openImportStores(), write, options);
        const run = runNextImport(other.user_id, id, stores);
        await run.catch(({ message }) => expect(message).toBe('The process ended.'));
        isInterrupted ||= hasFailed();
        await finishImport(other.user_id, id);
      }
      expect(await listCurves(), `write ${write}`).toMatchObject([{ heart_rate }]);
      expect(await listWaiting(), `write ${write}`).toEqual([]);
    }
  });
});

describe('curves whose workout is here', () => {
  beforeEach(() => importAll([workouts]));

  it('are stored beside an import of a later export that has the workout', async () => {
    const later = await findArchive(laterArchives, 'diary.json');
    const lines = await importBeside(curves, 'SERIES#', 'before', () =>
      importAll([later]),
    );
    expect(lines.map(({ changes }) => changes)).toEqual([undefined]);
    expect(await listCurves()).toMatchObject([{ heart_rate }]);
  });

  it('do not replace those that a later export brings at the same time', async () => {
    const latest = await buildLaterCurves();
    const lines = await importBeside(curves, 'SERIES#', 'before', () =>
      importAll([latest]),
    );
    expect(lines.map(({ state }) => state)).toEqual(['duplicate']);
    expect(await listCurves()).toMatchObject([{ heart_rate: [1, 2, 3, 4] }]);
  });

  it('are left out if the person deletes the workout meanwhile', async () => {
    const [entry] = await list();
    const lines = await importBeside(curves, 'SERIES#', 'before', () =>
      other.send('DELETE', `/v2/diary/${entry?.id}`, diary),
    );
    expect(lines).toMatchObject([{ changes: [{ code: 'series_left_out', count: 1 }] }]);
  });

  it('are stored by the same run when the store is no longer busy', async () => {
    const busy = serviceError('unavailable', { cause: 'throttling' });
    const lines = await importWith(curves, 'SERIES#', () => Promise.reject(busy));
    expect(lines).toMatchObject([{ state: 'imported' }]);
    expect(await listCurves()).toHaveLength(1);
  });

  it('are stored one by one if they are too large together', async () => {
    const run = { remote_id: 'other', start_time: '2026-11-20T20:00:00Z' };
    await importWorkout(owner.user_id, 'polar', { ...importedRun, ...run });
    const later = await exportAll(owner, 2);
    await importAll([await findArchive(later, 'diary.json')]);
    const both = await findArchive(later, 'workout_series.json');
    const failures = [0, 1, 2, 3].map((index) => ({
      index,
      cause: 'size' as const,
      existing: undefined,
    }));
    const lines = await importWith(both, 'SERIES#', () =>
      Promise.resolve({ done: false, failures }),
    );
    expect(lines).toMatchObject([{ state: 'imported' }]);
    expect(await listCurves()).toHaveLength(2);
  });
});
