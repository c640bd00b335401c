import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { accountKeys } from '#functions/account/account.keys.ts';
import * as clients from '#functions/auth/client/client.store.ts';
import { grantKeys } from '#functions/auth/grant/grant.keys.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { setOptedInTypes } from '#functions/auth/grant/opted-in-types.store.ts';
import * as revocations from '#functions/auth/grant/revocation.store.ts';
import {
  disableUser,
  setPasswordAsOperator,
} from '#functions/auth/identity/change-access.ts';
import * as erasures from '#functions/auth/identity/erasure.store.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { restrict } from '#functions/auth/identity/processing.store.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import { fileImportKeys } from '#functions/diary/file-import/file-import.keys.ts';
import { buildImport } from '#functions/diary/file-import/file-import.ts';
import { toImportFileKey } from '#functions/diary/file-import/import-file-keys.ts';
import { openImportFiles } from '#functions/diary/file-import/import-files.ts';
import { imageKeys } from '#functions/main/image/image.keys.ts';
import { toOriginalKey } from '#functions/main/image/image.store.ts';
import {
  findStoredExport,
  newTableWithoutData,
  openExportStores,
  openFailingUploads,
  readArchives,
  startTestExport,
  type TestExport,
  writeAllArchives,
  writeNextArchive,
} from '#kit/data-exports.ts';
import { runNextErasure } from '#kit/erasure.ts';
import { failAt } from '#kit/failing-stores.ts';
import { newClient, newPerson, newUser, table } from '#kit/fixtures.ts';
import { putItems } from '#kit/put-items.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import type { Uploads } from '#shared/objects/uploads.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { exists } from '#shared/table/condition.ts';
import { toOwnedAttributes } from '#shared/table/keys.ts';
import { listDownloadPaths, opensDownload } from '../download-link.ts';
import { toExportPrefix } from '../export-keys.ts';
import { documentNames } from './documents.ts';
import { type ExportDeps, maxStarts } from './run-export.ts';

/** So late that the schedule of a deployed stack does not erase the users itself. */
const start = new Date('2100-11-20T12:00:00Z');
const getNow = () => start;

const smallImage = randomBytes(5000);
/** So large that two of them need several parts. */
const largeImage = randomBytes(2.7 * 1024 * 1024);

async function addImage(user_id: string, image: Buffer): Promise<void> {
  const id = newId(start);
  const key = imageKeys.image(id);
  const created_datetime = start.toISOString();
  const members = { id, user_id, type: 'image/png', created_datetime, ...place };
  const original = { bytes: image, type: 'image/png' };
  await openExportStores().originals.put(toOriginalKey(id), original);
  await putItems([{ ...key, ...toOwnedAttributes(user_id, key), ...members }]);
}

const foodEntry = {
  type: 'food_entry',
  date: '2026-11-20',
  diary_meal: 'Lunch',
  servings: 1,
  nutritional_contents: {},
};

/** Where the images of the tests belong. */
const place = { href: '/v7.1/page/1', rel: 'cover_photo', index: 0 };

/** The number of days in the diary. The first page that is read does not have them all. */
const days = 51;

/** The documents, README.txt, diary.csv and two images. */
const fileCount = documentNames.length + 4;

/** Starts the export of a person with a diary and two images. */
async function newExport(image = smallImage): Promise<TestExport> {
  const { user_id } = await newPerson();
  const items = Array.from({ length: days }, (_, day) => {
    const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
    const entry = { ...foodEntry, date };
    return { ...dayKeys.diaryDay(user_id, date), [newId(start)]: { 0: entry } };
  });
  await putItems(items);
  for (let count = 0; count < 2; count++) await addImage(user_id, image);
  return startTestExport(user_id, undefined, start);
}

/** Returns the manifest that an archive must have, with the images among its files. */
function toExpectedManifest({ files }: { files: Map<string, Buffer> }, index: number) {
  const name = index === 0 ? 'manifest.json' : `manifest-${index + 1}.json`;
  const images = [...files.keys()].flatMap((file) => {
    const [, id] = /^images\/(.+)\.png$/.exec(file) ?? [];
    return id ? [{ id, file, ...place }] : [];
  });
  const format = 'fitness-data-export';
  const created_datetime = expect.any(String);
  const stated = { format, version: 1, user_id: expect.any(String), archive: index + 1 };
  return { name, content: { ...stated, created_datetime, images } };
}

/** Lists the objects of all archives of a user, whether they are linked or not. */
async function listObjects({ user_id }: TestExport): Promise<string[]> {
  const { exportFiles } = openExportStores();
  const pages = await Array.fromAsync(exportFiles.list(toExportPrefix(user_id)));
  return pages.flat();
}

/** Checks that an export is done, and that its one archive has everything. */
async function expectWhole(dataExport: TestExport, image = smallImage): Promise<void> {
  expect((await findStoredExport(dataExport)).dataExport.state).toBe('done');
  const [archive, ...others] = await readArchives(dataExport);
  const files = archive?.files ?? new Map<string, Buffer>();
  expect(others).toEqual([]);
  expect(files.size).toBe(fileCount);
  expect(JSON.parse(String(files.get('diary.json')))).toHaveLength(days);
  const images = [...files].filter(([name]) => name.startsWith('images/'));
  expect(images.map(([, content]) => content.equals(image))).toEqual([true, true]);
}

/**
 * Runs an export, and checks that nothing of it shows if the run was interrupted. Returns whether
 * it was.
 */
async function interrupt(
  dataExport: TestExport,
  interruption: Partial<ExportDeps>,
): Promise<boolean> {
  const run = writeNextArchive(dataExport, { getNow, ...interruption });
  const isInterrupted = await run.then(
    () => false,
    (error: Error) => error.message === 'The process ended.',
  );
  const { dataExport: interrupted } = await findStoredExport(dataExport);
  if (isInterrupted) expect(['queued', 'running']).toContain(interrupted.state);
  if (isInterrupted) expect(interrupted.archives).toEqual([]);
  return isInterrupted;
}

/** Interrupts an export, and runs it again. Returns whether it was interrupted. */
async function interruptOnce(interruption: Partial<ExportDeps>): Promise<boolean> {
  const dataExport = await newExport();
  const isInterrupted = await interrupt(dataExport, interruption);
  await writeAllArchives(dataExport, { getNow });
  await expectWhole(dataExport);
  return isInterrupted;
}

/** Stores an import whose original is kept. */
async function addKeptImport(user_id: string, bytes: Buffer): Promise<void> {
  const file = { file_name: 'all.zip', bytes: bytes.length, keeps_file: true };
  const job = buildImport({ id: newId(start), ...file }, start);
  const object = { bytes, type: 'application/octet-stream' };
  const importFiles = openImportFiles(newMeter());
  await importFiles.put(toImportFileKey(user_id, job), object);
  await putItems([{ ...fileImportKeys.importJob(user_id, job.id), ...job }]);
}

describe('an imported file that is kept', () => {
  it('is written a MB at a time, no sooner than the archive is uploaded', async () => {
    const original = randomBytes(9 * 1024 * 1024 + 1);
    const dataExport = await newExport();
    await addKeptImport(dataExport.user_id, original);

    const { importFiles, uploads } = openExportStores();
    const lengths: number[] = [];
    let sent = 0;
    let ahead = 0;
    const read: typeof importFiles.read = (key, range) => {
      lengths.push(range.length);
      ahead = Math.max(ahead, range.offset - sent);
      return importFiles.read(key, range);
    };
    const upload: Uploads['upload'] = (key, type, content) => {
      content.on('data', (chunk: Buffer) => {
        sent += chunk.length;
      });
      return uploads.upload(key, type, content);
    };
    const counted = { importFiles: { read }, uploads: { upload } };
    await writeNextArchive(dataExport, { getNow, ...counted });

    expect(lengths).toEqual(Array.from({ length: 10 }, () => 1024 * 1024));
    expect(ahead).toBeLessThan(8 * 1024 * 1024);
    const [archive] = await readArchives(dataExport);
    const [, written] =
      [...(archive?.files ?? [])].find(([name]) => name.endsWith('all.zip')) ?? [];
    expect(written?.equals(original)).toBe(true);
  });
});

describe('an export', () => {
  it('is done with a link that works for exactly 24 hours, and announced at the confirmed address', async () => {
    const started = await newExport();
    const change = { set: { email: 'confirmed@example.com' } };
    await table().update(identityKeys.user(started.user_id), change, exists);
    expect(await writeNextArchive(started, { getNow })).toEqual({ outcome: 'done' });
    await expectWhole(started);

    const { item, dataExport } = await findStoredExport(started);
    expect(item.run).toBeUndefined();
    expect(item).toMatchObject({
      mail: { template: 'export_ready', to: 'confirmed@example.com' },
    });
    expect(dataExport).toMatchObject({ files_done: fileCount, files_total: fileCount });

    const listPaths = (now: Date) =>
      listDownloadPaths(
        started.user_id,
        { dataExport, isAccessEnded: false },
        { version: 'v7.1', dataKeys: openDataKeys, now },
      );
    const [path = ''] = await listPaths(start);
    const secret = path.split('secret=')[1] ?? '';
    const end = start.getTime() + 24 * 60 * 60 * 1000;
    expect(opensDownload(dataExport, secret, new Date(end - 1))).toBe(true);
    expect(opensDownload(dataExport, secret, new Date(end))).toBe(false);
    expect(opensDownload(dataExport, `${secret}a`, start)).toBe(false);
    expect(await listPaths(new Date(end))).toEqual([]);
    expect(JSON.stringify(item)).not.toContain(secret);
  });

  it('is written again from the beginning if its process ends before any write', async () => {
    const onlyWrites = { onlyWrites: true };
    let failingWrite = 1;
    while (
      await interruptOnce(failAt(openExportStores(), failingWrite, onlyWrites).stores)
    )
      failingWrite += 1;
    // The begin of a run, its progress, the archive and the end of the export.
    expect(failingWrite).toBeGreaterThan(3);
  });

  // The requests are the start of the upload, two parts, and the end of the upload. They are shared
  // out, because an export is given up after four runs.
  it.each([[[1, 2]], [[3, 4]]])(
    'is written again if its process ends before a request of a large upload: %j',
    async (requests) => {
      const dataExport = await newExport(largeImage);
      for (const failing of requests) {
        const uploads = openFailingUploads(failing);
        expect(await interrupt(dataExport, { uploads })).toBe(true);
      }
      await writeAllArchives(dataExport, { getNow });
      await expectWhole(dataExport, largeImage);
    },
  );

  it('fails after three restarts that were interrupted too, and can be started again', async () => {
    const dataExport = await newExport();
    const { user_id } = dataExport;
    const interrupted = { getNow, uploads: openFailingUploads(1) };
    for (let run = 1; run <= maxStarts; run++)
      await expect(writeNextArchive(dataExport, interrupted)).rejects.toThrow();
    expect(await writeNextArchive(dataExport, { getNow })).toEqual({
      outcome: 'failed',
      failure: 'interrupted',
    });
    const { dataExport: failed, item } = await findStoredExport(dataExport);
    expect(failed).toMatchObject({ state: 'failed', archives: [] });
    expect(item.run).toBeUndefined();
    expect(item).toMatchObject({ mail: { template: 'export_failed', language: 'en' } });

    const next = await startTestExport(user_id, undefined, start);
    await writeNextArchive(next, { getNow });
    await expectWhole(next);
  });

  it('links the result of one run, even if another begins while it works', async () => {
    const dataExport = await newExport();
    const { uploads } = openExportStores();
    const upload: Uploads['upload'] = async (...args) => {
      const bytes = await uploads.upload(...args);
      expect(await writeNextArchive(dataExport, { getNow })).toEqual({ outcome: 'done' });
      return bytes;
    };
    const first = await writeNextArchive(dataExport, { getNow, uploads: { upload } });
    expect(first).toEqual({ outcome: 'superseded' });
    await expectWhole(dataExport);
    // The object of the first run is deleted.
    expect(await listObjects(dataExport)).toHaveLength(1);
  });

  it('is begun by one of several runs at the same moment', async () => {
    const dataExport = await newExport();
    const runs = Array.from({ length: 3 }, () =>
      writeNextArchive(dataExport, { getNow }),
    );
    const outcomes = (await Promise.all(runs)).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(await listObjects(dataExport)).toHaveLength(1);
    await expectWhole(dataExport);
  });

  it('is not written for an outdated message', async () => {
    const dataExport = await newExport();
    await writeNextArchive(dataExport, { getNow });
    const objects = await listObjects(dataExport);
    expect(await writeNextArchive(dataExport, { getNow })).toEqual({
      outcome: 'outdated',
    });
    expect(await listObjects(dataExport)).toEqual(objects);
  });

  it.each([
    ['time', { bytes: 1e9, files: 1000, isTimeUp: () => true }],
    // The first page of the diary fills an archive, and so does each image.
    ['size', { bytes: smallImage.length, files: 1000, isTimeUp: () => false }],
  ])(
    'has numbered archives if it exceeds the %s of a run, even if each run is interrupted',
    async (_, limits) => {
      const dataExport = await newExport();
      const outcomes: string[] = [];
      while ((await findStoredExport(dataExport)).item.run) {
        const interrupted = { getNow, limits, uploads: openFailingUploads(1) };
        await expect(writeNextArchive(dataExport, interrupted)).rejects.toThrow();
        const { outcome } = await writeNextArchive(dataExport, { getNow, limits });
        outcomes.push(outcome);
      }
      // An export is given up after so many runs of one archive.
      expect(outcomes.length).toBeGreaterThan(maxStarts);
      expect(new Set(outcomes.slice(0, -1))).toEqual(new Set(['continued']));
      expect(outcomes.at(-1)).toBe('done');

      const archives = await readArchives(dataExport);
      expect(archives).toHaveLength(outcomes.length);
      const files = archives.flatMap((archive) => [...archive.files]);
      const find = (pattern: RegExp) => files.filter(([name]) => pattern.test(name));
      const diary = find(/^diary(-\d+)?\.json$/);
      const names = diary.map(([name]) => name);
      expect(names).toEqual(['diary.json', expect.stringMatching(/^diary-\d+\.json$/)]);
      const entries = diary.flatMap(([, content]) => JSON.parse(content.toString()));
      expect(entries).toHaveLength(days);
      const images = find(/^images\//).map(([, content]) => content);
      expect(images).toEqual([smallImage, smallImage]);
      const manifests = archives.map(({ manifest }) => manifest);
      expect(manifests).toEqual(archives.map(toExpectedManifest));
      const all = [...files.map(([name]) => name), ...manifests.map(({ name }) => name)];
      expect(new Set(all).size).toBe(all.length);

      const { dataExport: done } = await findStoredExport(dataExport);
      expect(done).toMatchObject({ files_done: fileCount, files_total: fileCount });
      const shown = { dataExport: done, isAccessEnded: false };
      const context = { version: 'v7.1', dataKeys: openDataKeys, now: start };
      const paths = await listDownloadPaths(dataExport.user_id, shown, context);
      expect(paths).toHaveLength(archives.length);
      expect(paths[1]).toBe(`${paths[0]}&archive=2`);
    },
  );

  it('has a limited number of files in each archive', async () => {
    const dataExport = await newExport();
    const limits = { bytes: 1e9, files: fileCount - 1, isTimeUp: () => false };
    await writeAllArchives(dataExport, { getNow, limits });
    const sizes = (await readArchives(dataExport)).map(({ files }) => files.size);
    expect(sizes).toEqual([fileCount - 1, 1]);
  });

  it('leaves no archive of a user who is erased before it is complete', async () => {
    const dataExport = await newExport();
    const { user_id } = dataExport;
    const request = { user_id, reason: 'operator', language: 'en' } as const;
    const immediate = { ...request, isImmediate: true };
    await erasures.schedule(table(), immediate, () => ({}), start);
    const { uploads } = openExportStores();
    const upload: Uploads['upload'] = async (...args) => {
      await runNextErasure(user_id);
      return uploads.upload(...args);
    };
    const outcome = await writeNextArchive(dataExport, { getNow, uploads: { upload } });
    expect(outcome).toEqual({ outcome: 'superseded' });
    expect(await listObjects(dataExport)).toEqual([]);
  });
});

/** A user who can sign in, with a session, and a grant of the user. */
async function newAsker() {
  const { user_id, username, email } = await newUser();
  const { client_id } = await newClient();
  const sessionToken = await sessions.start(table(), { user_id }, start);
  const grantedAccess = {
    user_id,
    username,
    client_id,
    application_name: 'Test',
    token_use: 'user',
    scope: 'read',
  } as const;
  const { grant } = await grants.issue(table(), grantedAccess, start);
  await setOptedInTypes(table(), { user_id, client_id }, ['polar'], start);
  const [session] = await sessions.listActive(table(), user_id, start);
  const asked_by = {
    'a session': { session_id: session?.id ?? '', access_generation: 0 },
    'a grant': { grant_id: grant.id, client_id },
  } as const;
  return { user_id, email, client_id, grant_id: grant.id, sessionToken, asked_by };
}

type Asker = Awaited<ReturnType<typeof newAsker>>;

const newPassword = 'another horse entirely';

/** The measures that end the access with which an export was asked for. */
const endings = {
  'user disable': ({ user_id }: Asker) => disableUser(table(), user_id, start),
  'user password': ({ email }: Asker) =>
    setPasswordAsOperator(table(), email, newPassword, start),
  'grant revoke': ({ user_id, grant_id }: Asker) =>
    revocations.revoke(table(), grantKeys.grant(user_id, grant_id), start),
  'application disable': ({ client_id }: Asker) =>
    clients.disable(table(), client_id, start),
  restriction: ({ user_id }: Asker) => restrict(table(), user_id, start),
  'choice withdrawn': ({ user_id, client_id }: Asker) =>
    setOptedInTypes(table(), { user_id, client_id }, [], start),
  'sign-out': ({ sessionToken }: Asker) => sessions.end(table(), sessionToken),
};

/** Expects that an export stops if its access ends before its archive is uploaded. */
async function expectStopped(
  asker: Asker,
  kind: keyof Asker['asked_by'],
  ending: keyof typeof endings,
  store = newTableWithoutData(),
): Promise<void> {
  const { user_id, asked_by } = asker;
  const dataExport = await startTestExport(user_id, asked_by[kind], start);
  const { uploads } = openExportStores();
  const upload: Uploads['upload'] = async (...args) => {
    await endings[ending](asker);
    return uploads.upload(...args);
  };
  const deps = { getNow, table: store, uploads: { upload } };
  expect(await writeNextArchive(dataExport, deps)).toEqual({
    outcome: 'failed',
    failure: 'access_ended',
  });
  expect(await listObjects(dataExport)).toEqual([]);
  const { dataExport: failed, item } = await findStoredExport(dataExport);
  expect(failed).toMatchObject({ state: 'failed', failure: 'access_ended' });
  expect(item.run).toBeUndefined();
  expect(item).not.toHaveProperty('mail');
}

describe('an export whose access ends', () => {
  it.each([
    ['a session', 'user disable'],
    ['a session', 'user password'],
    ['a grant', 'user disable'],
    ['a grant', 'user password'],
    ['a grant', 'grant revoke'],
    ['a grant', 'application disable'],
    ['a grant', 'choice withdrawn'],
    ['a grant', 'restriction'],
  ] as const)('stops and leaves no archive: %s, %s', async (kind, ending) =>
    expectStopped(await newAsker(), kind, ending),
  );

  it('stops and leaves no archive, not even a large one: a session, sign-out', async () => {
    const asker = await newAsker();
    for (let count = 0; count < 2; count++) await addImage(asker.user_id, largeImage);
    await expectStopped(asker, 'a session', 'sign-out', table());
  });

  it('is not begun', async () => {
    const asker = await newAsker();
    const { user_id, asked_by } = asker;
    const dataExport = await startTestExport(user_id, asked_by['a grant'], start);
    await endings['grant revoke'](asker);
    const upload = () => Promise.reject(new Error('An archive was uploaded.'));
    expect(await writeNextArchive(dataExport, { getNow, uploads: { upload } })).toEqual({
      outcome: 'failed',
      failure: 'access_ended',
    });
  });
});

it('ends an export of an application that an earlier version has left in the images', async () => {
  const { user_id, asked_by } = await newAsker();
  await addImage(user_id, smallImage);
  const dataExport = await startTestExport(user_id, asked_by['a grant'], start);
  const position = { section: 'images', files: 20 };
  const key = accountKeys.dataExports(user_id);
  await table().update(key, { set: { 'run.position': position } }, exists);
  expect(await writeAllArchives(dataExport, { getNow })).toEqual(['done']);
  const [archive] = await readArchives(dataExport);
  expect(archive?.files.size).toBe(0);
});
