import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readArchive } from '#kit/archive.ts';
import { runNextErasure } from '#kit/erasure.ts';
import { failAt } from '#kit/failing-stores.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import * as dataExports from '#shared/data-export/data-export.store.ts';
import { findDownloadPath, opensDownload } from '#shared/data-export/download-link.ts';
import { openDataKeys } from '#shared/encryption/configured-data-keys.ts';
import { openExportFiles, openExportUploads } from '#shared/objects/export-files.ts';
import { toArchiveKey } from '#shared/objects/export-keys.ts';
import { openOriginals, toOriginalKey } from '#shared/objects/image-buckets.ts';
import { minPartSize, UploadLost } from '#shared/objects/multipart-uploads.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newMeter } from '#shared/runtime/meter.ts';
import { exists, isNew } from '#shared/table/condition.ts';
import { keys, toOwnedAttributes } from '#shared/table/keys.ts';
import * as erasures from '../erasure/erasure.store.ts';
import { documentNames } from './documents/documents.ts';
import { runLeaseSeconds } from './export-run.store.ts';
import { partSize } from './part-size.ts';
import { type ExportDeps, type ExportOutcome, runExport } from './run-export.ts';

/** So late that the schedule of a deployed stack does not erase the users itself. */
const start = new Date('2100-11-20T12:00:00Z');
const afterLease = new Date(start.getTime() + (runLeaseSeconds + 1) * 1000);
const afterLeases = new Date(start.getTime() + 2 * (runLeaseSeconds + 1) * 1000);

const exportStore = () => ({ table: table(), dataKeys: openDataKeys });

function openStores() {
  return {
    table: table(),
    originals: openOriginals(newMeter()),
    exportFiles: openExportFiles(newMeter()),
    uploads: openExportUploads(newMeter()),
  };
}

/** The export of a person. */
interface TestExport {
  user_id: string;
  id: string;
}

/** Works on an export, with parts of 6000 bytes, so the archive has several. */
function run(
  { user_id, id }: TestExport,
  options: Partial<ExportDeps> = {},
  step = 0,
): Promise<ExportOutcome> {
  const deps = {
    ...openStores(),
    partSize: 6000,
    getNow: () => start,
    isOutOfTime: () => false,
    ...options,
  };
  return runExport(deps, user_id, { id, step });
}

/** Works on an export as often as it requests, as the queue does. */
async function runToEnd(
  started: TestExport,
  options: Partial<ExportDeps>,
): Promise<ExportOutcome['result'][]> {
  const results: ExportOutcome['result'][] = [];
  for (;;) {
    const { item, dataExport } = await find(started);
    if (dataExport.state === 'done') return results;
    const { result } = await run(started, options, item.run?.step);
    results.push(result);
  }
}

const image = randomBytes(5000);

async function addImage(user_id: string): Promise<void> {
  const id = newId(start);
  const key = keys.image(id);
  const created_datetime = start.toISOString();
  const members = { id, user_id, type: 'image/png', created_datetime };
  const original = { bytes: image, type: 'image/png' };
  await openOriginals(newMeter()).put(toOriginalKey(id), original);
  await table().put<object>(
    { ...key, ...toOwnedAttributes(user_id, key), ...members },
    isNew,
  );
}

const foodEntry = {
  type: 'food_entry',
  date: '2026-11-20',
  diary_meal: 'Lunch',
  servings: 1,
  nutritional_contents: {},
};

/** How many files the archive has: the documents, README.txt, diary.csv and two images. */
const fileCount = documentNames.length + 4;

/** Starts the export of a person with a diary and two images. */
async function newExport(): Promise<TestExport> {
  const { user_id } = await newPerson();
  const id = newId(start);
  const day = keys.diaryDay(user_id, '2026-11-20');
  await table().put<object>({ ...day, [newId(start)]: { 0: foodEntry } }, isNew);
  for (let count = 0; count < 2; count++) await addImage(user_id);
  await dataExports.startExport(exportStore(), user_id, { id, language: 'en' }, start);
  return { user_id, id };
}

async function findArchive({ user_id, id }: TestExport): Promise<Buffer | undefined> {
  return (await openStores().exportFiles.get(toArchiveKey(user_id, id)))?.bytes;
}

async function find({ user_id, id }: TestExport) {
  const item = await dataExports.find(table(), user_id);
  const dataExport = item?.exports[id];
  if (!item || !dataExport) throw new Error('The export is not stored.');
  return { item, dataExport };
}

describe('an export', () => {
  it('has parts that Amazon S3 accepts', () => {
    expect(partSize).toBeGreaterThanOrEqual(minPartSize);
  });

  it('is done with a link that works for exactly 24 hours, and announced at the confirmed address', async () => {
    const started = await newExport();
    const change = { set: { email: 'confirmed@example.com' } };
    await table().update(keys.user(started.user_id), change, exists);
    expect(await run(started)).toEqual({ result: 'done' });

    const { item, dataExport } = await find(started);
    const archive = await findArchive(started);
    expect(item.run).toBeUndefined();
    expect(item).toMatchObject({
      mail: { template: 'export_ready', to: 'confirmed@example.com' },
    });
    expect(dataExport).toMatchObject({
      state: 'done',
      bytes: archive?.length,
      files_done: fileCount,
      files_total: fileCount,
    });

    const findPath = (now: Date) =>
      findDownloadPath(started.user_id, dataExport, {
        version: 'v7.1',
        dataKeys: openDataKeys,
        now,
      });
    const secret = (await findPath(start))?.split('secret=')[1] ?? '';
    const end = start.getTime() + 24 * 60 * 60 * 1000;
    expect(opensDownload(dataExport, secret, new Date(end - 1))).toBe(true);
    expect(opensDownload(dataExport, secret, new Date(end))).toBe(false);
    expect(opensDownload(dataExport, `${secret}a`, start)).toBe(false);
    expect(await findPath(new Date(end))).toBeUndefined();
    expect(JSON.stringify(item)).not.toContain(secret);
  });

  it('has the same files if its process ends before any write, and a later one continues', async () => {
    const started = await newExport();
    let now = start.getTime();
    const getNow = () => new Date(now);
    let failingWrite = 1;
    let { dataExport, item } = await find(started);
    // If the upload is complete and the export is not, the export starts again.
    while (dataExport.state !== 'done' && !item.run?.restarts) {
      const { step, checkpoint } = item.run ?? {};
      const { stores } = failAt(openStores(), failingWrite, { onlyWrites: true });
      await run(started, { ...stores, getNow }, step).catch(() => undefined);

      // Each run ends one write later than the one before, or at the first one after a checkpoint.
      ({ dataExport, item } = await find(started));
      const hasAdvanced = !isDeepStrictEqual(item.run?.checkpoint, checkpoint);
      failingWrite = hasAdvanced ? 1 : failingWrite + 1;
      now += (runLeaseSeconds + 1) * 1000;
    }
    expect(await findArchive(started)).toBeDefined();
    await runToEnd(started, { getNow });
    const files = await readArchive((await findArchive(started)) as Buffer);
    const images = [...files].filter(([name]) => name.startsWith('images/'));
    expect(files.size).toBe(fileCount);
    expect(images.map(([, content]) => content)).toEqual([image, image]);
  });

  it('continues in as many invocations as it takes, one step each, even after a lost checkpoint', async () => {
    const started = await newExport();
    const options = { isOutOfTime: () => true };
    await run(started, options);
    // The writes are the lease, the record of the pending bytes, and the checkpoint.
    const { stores } = failAt(openStores(), 3, { onlyWrites: true });
    const takeOver = () =>
      run(started, { ...stores, ...options, getNow: () => afterLease }, 1);
    const { exportFiles } = openStores();
    const put: typeof exportFiles.put = async (...file) => {
      await expect(takeOver()).rejects.toThrow('ended');
      await exportFiles.put(...file);
    };
    // An invocation takes longer than its lease. The one that takes over ends.
    const late = { ...options, exportFiles: { ...exportFiles, put } };
    expect(await run(started, late, 1)).toEqual({ result: 'lease_lost' });

    const results = await runToEnd(started, { ...options, getNow: () => afterLeases });
    expect(new Set(results.slice(0, -1))).toEqual(new Set(['continued']));
    expect(results.at(-1)).toBe('done');
    const files = await readArchive((await findArchive(started)) as Buffer);
    expect(files.size).toBe(fileCount);
  });

  it('is worked on by one invocation at a time, and not for an outdated message', async () => {
    const started = await newExport();
    const isOutOfTime = () => true;
    const outcomes = await Promise.all(
      Array.from({ length: 3 }, () => run(started, { isOutOfTime })),
    );
    const results = outcomes.map(({ result }) => result).sort();
    expect(results.filter((result) => result === 'continued')).toHaveLength(1);
    expect(results).not.toContain('lease_lost');
    expect(await run(started, { isOutOfTime })).toEqual({ result: 'outdated' });
    expect(await run({ ...started, id: newId(start) })).toEqual({ result: 'outdated' });
    // An outdated message takes no lease.
    expect(await run(started, { isOutOfTime }, 1)).toEqual({ result: 'continued' });
  });

  it('leaves no archive of a user who is erased before it is complete', async () => {
    const started = await newExport();
    const { user_id } = started;
    const request = { user_id, reason: 'operator', language: 'en' } as const;
    const immediate = { ...request, isImmediate: true };
    await erasures.schedule(table(), immediate, () => ({}), start);
    const { uploads } = openStores();
    const complete: typeof uploads.complete = async (...upload) => {
      await runNextErasure(user_id);
      await uploads.complete(...upload);
    };
    const outcome = await run(started, { uploads: { ...uploads, complete } });
    // The erasure has aborted the upload, and deleted the export.
    expect(outcome).toEqual({ result: 'lease_lost' });
    expect(await findArchive(started)).toBeUndefined();
  });

  it('starts again if the store loses the upload, at most three times', async () => {
    const started = await newExport();
    const stores = openStores();
    const lose = () => Promise.reject(new UploadLost('lost'));
    const uploads = { ...stores.uploads, uploadPart: lose };
    const options = { uploads, partSize: 1 };
    for (let step = 0; step < 3; step++)
      expect(await run(started, options, step)).toEqual({ result: 'restarted' });
    expect(await run(started, options, 3)).toEqual({
      result: 'failed',
      failure: 'storage',
    });
    const { dataExport, item } = await find(started);
    expect([dataExport.state, item.run]).toEqual(['failed', undefined]);
    expect(item).toMatchObject({ mail: { template: 'export_failed', language: 'en' } });
  });
});
