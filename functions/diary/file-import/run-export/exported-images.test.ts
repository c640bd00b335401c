import { beforeAll, beforeEach, expect, it } from 'vitest';
import { addDays } from '#functions/diary/entry/dates.ts';
import * as jobs from '#functions/diary/file-import/file-import.store.ts';
import { requestReread as queueReread } from '#functions/diary/file-import/queue-import.store.ts';
import { startImport } from '#functions/diary/file-import/start-import.ts';
import { imageKeys } from '#functions/main/image/image.keys.ts';
import {
  listImages,
  openOriginals,
  toOriginalKey,
} from '#functions/main/image/image.store.ts';
import { type Image, maxImagesPerDay } from '#functions/main/image/image.ts';
import { readArchive } from '#kit/archive.ts';
import { buildZip } from '#kit/archives/build-zip.ts';
import { callHandler } from '#kit/call-handler.ts';
import { failAt } from '#kit/failing-stores.ts';
import {
  finishImport,
  openImportStores,
  runNextImport,
  type SentFile,
  uploadFiles,
} from '#kit/file-imports.ts';
import { issueUserToken, newPerson, table } from '#kit/fixtures.ts';
import { cover, tinyImage, uploadImage } from '#kit/images.ts';
import {
  exportPerson,
  importFile,
  type OpenPerson,
  openPerson,
} from '#kit/own-exports.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { isNew } from '#shared/table/condition.ts';

let other: OpenPerson;
let archive: SentFile;

beforeAll(async () => {
  const owner = await openPerson(await newPerson());
  await uploadImage(owner.send, tinyImage);
  [archive = archive] = await exportPerson(owner.user_id);
});

beforeEach(async () => {
  other = await openPerson(await newPerson());
});

const list = async (): Promise<Image[]> => {
  const page = { from: undefined, limit: 100 };
  return (await listImages(table(), other.user_id, page)).images;
};

const readFiles = async () => {
  const originals = openOriginals(newMeter());
  const files = (await list()).map(({ id }) => originals.get(toOriginalKey(id)));
  return (await Promise.all(files)).map((file) => file?.bytes.toString('base64'));
};

const tinyBytes = Buffer.from(tinyImage).toString('base64');

async function undo(id: string): Promise<void> {
  await other.send('DELETE', `/v7.1/import/${id}/`);
  await finishImport(other.user_id, id);
}

/** Returns the archive with other members of what the manifest says of images, or other files. */
async function editImages(
  edit: (described: object, file: string) => readonly object[],
  bytes?: Buffer,
): Promise<SentFile> {
  const files = await readArchive(Buffer.from(archive.content));
  const manifest = JSON.parse(String(files.get('manifest.json')));
  const [described] = manifest.images;
  const images = edit(described, described.file);
  files.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, images })));
  if (bytes) files.set(described.file, bytes);
  return { name: archive.name, content: await buildZip(Object.fromEntries(files)) };
}

it('are there once, with what they belong to, until the last of their imports is undone', async () => {
  const first = await importFile(other, archive);
  expect(first).toMatchObject({ images: 1 });
  expect(first._embedded?.file).toMatchObject([
    { file_name: 'images/: 1–1', state: 'imported' },
  ]);
  expect(await list()).toMatchObject([{ ...cover, type: 'image/gif', width: 1 }]);
  expect(await readFiles()).toEqual([tinyBytes]);
  const second = await importFile(other, archive);
  expect(second._embedded?.file).toMatchObject([{ state: 'duplicate' }]);
  await undo(first.id);
  expect(await list()).toHaveLength(1);
  await undo(second.id);
  expect(await list()).toEqual([]);
});

it('have other ids than there, and can be read as any image', async () => {
  await importFile(other, archive);
  const [image] = await list();
  expect(JSON.stringify(archive.content)).not.toContain(image?.id);
  expect((await other.send('GET', `/v7.1/image/${image?.id}/`)).status).toBe(200);
});

it('come back after they were deleted, or their import was undone', async () => {
  const { id } = await importFile(other, archive);
  await undo(id);
  await importFile(other, archive);
  expect(await readFiles()).toEqual([tinyBytes]);
  const [image] = await list();
  expect((await other.send('DELETE', `/v7.1/image/${image?.id}/`)).status).toBe(204);
  const done = await importFile(other, archive);
  expect(done._embedded?.file).toMatchObject([
    { state: 'skipped', changes: [{ code: 'images_left_out', count: 1 }] },
  ]);
});

it('count as uploaded ones of the day', async () => {
  const today = new Date().toISOString().slice(0, 10);
  // The import can begin after midnight.
  for (const date of [today, addDays(today, 1)]) {
    const key = imageKeys.imagesOfDay(other.user_id, date);
    await table().put({ ...key, count: maxImagesPerDay }, isNew);
  }
  const done = await importFile(other, archive);
  expect(done._embedded?.file).toMatchObject([
    { state: 'skipped', changes: [{ code: 'images_left_out', count: 1 }] },
  ]);
});

it('need the scope to upload images', async () => {
  const token = await issueUserToken(other, undefined, 'diary.write diary.read');
  const send: typeof other.send = (method, path, options) =>
    callHandler(method, path, { token, ...options });
  const done = await importFile({ ...other, send }, archive);
  expect(done._embedded?.file).toMatchObject([
    { state: 'skipped', reason: 'no_images_scope' },
  ]);
  expect(await list()).toEqual([]);
});

it('are deleted with their import only with the scope to upload images', async () => {
  const { id } = await importFile(other, archive);
  const again = await importFile(other, archive);
  const scope = 'diary.write diary.read measurements.write';
  const token = await issueUserToken(other, undefined, scope);
  for (const each of [id, again.id]) {
    const refused = await other.send('DELETE', `/v7.1/import/${each}/`, { token });
    expect(refused).toMatchObject({
      status: 403,
      text: expect.stringContaining('images.write'),
    });
  }
  await undo(id);
  await undo(again.id);
  expect(await list()).toEqual([]);
});

/** Imports an export whose file is kept, and requests that it is read again. */
async function requestReread(): Promise<string> {
  const { user_id } = other;
  const now = new Date();
  const id = newId(now);
  const stores = { table: table(), imports: openImportStores().files };
  const files = [{ name: archive.name, bytes: Buffer.from(archive.content) }];
  await startImport(stores, user_id, { id, keeps_file: true, files }, now);
  await finishImport(user_id, id);
  const job = await jobs.find(table(), user_id, id, now);
  if (job) await queueReread(table(), user_id, job, now);
  return id;
}

it('are known if a kept file is read again', async () => {
  const { user_id } = other;
  const id = await requestReread();
  await finishImport(user_id, id);
  const reread = await jobs.find(table(), user_id, id, new Date());
  expect(reread).toMatchObject({ counts: { imported: 0, duplicate: 1 }, images: 1 });
});

it('need the scope to be deleted also until a kept file was read again', async () => {
  const id = await requestReread();
  const scope = 'diary.write diary.read measurements.write';
  const token = await issueUserToken(other, undefined, scope);
  const refused = await other.send('DELETE', `/v7.1/import/${id}/`, { token });
  expect(refused).toMatchObject({ status: 403 });
  await finishImport(other.user_id, id);
  expect(await list()).toHaveLength(1);
});

it('are not taken if they could not be uploaded', async () => {
  const forged = await editImages(
    (described) =>
      [
        { ...described, id: 'x' },
        { ...described, id: 'z'.repeat(36) },
        { ...described, id: `-${'0'.repeat(35)}` },
        { ...described, href: 'https://example.org' },
        { ...described, rel: 'attachments' },
        { ...described, index: -1 },
        { ...described, file: 'manifest.json' },
        { ...described, file: 'images/none.gif' },
        null,
        [],
      ] as object[],
  );
  const done = await importFile(other, forged);
  const [line] = done._embedded?.file ?? [];
  expect(line).toMatchObject({ state: 'skipped', reason: 'nothing_taken' });
  expect(line?.left_out?.map(({ first, last }) => [first, last])).toEqual([
    [1, 6],
    [7, 7],
    [8, 10],
  ]);
  const cutOff = Buffer.from(tinyImage).subarray(0, 20);
  const damaged = await importFile(other, await editImages((each) => [each], cutOff));
  expect(damaged._embedded?.file).toMatchObject([
    { state: 'skipped', left_out: [{ first: 1, last: 1, code: 'implausible' }] },
  ]);
  expect(await list()).toEqual([]);
});

it('are the same if a run is interrupted after any of its writes', async () => {
  let isInterrupted = true;
  for (let write = 1; isInterrupted; write += 1) {
    other = await openPerson(await newPerson());
    const { body } = await uploadFiles(other.send, [archive]);
    const [{ id }] = body._links.self;
    await runNextImport(other.user_id, id);
    const options = { onlyWrites: true, isWritten: true };
    const { stores, hasFailed } = failAt(openImportStores(), write, options);
    await runNextImport(other.user_id, id, stores).catch(() => undefined);
    isInterrupted = hasFailed();
    await finishImport(other.user_id, id);
    expect(await readFiles(), `write ${write}`).toEqual([tinyBytes]);
  }
});
