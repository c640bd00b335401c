import { beforeEach, describe, expect, it } from 'vitest';
import { newPerson, table } from '#kit/fixtures.ts';
import { cover, tinyImage } from '#kit/images.ts';
import { newId } from '#shared/runtime/ids.ts';
import { newMeter } from '#shared/runtime/log.ts';
import { exists } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import { deleteImage } from './deleted-image.store.ts';
import { imageKeys } from './image.keys.ts';
import { listImages, openOriginals, toOriginalKey } from './image.store.ts';
import type { Image } from './image.ts';
import {
  deleteImportedImages,
  type ExportedImage,
  importImage,
} from './imported-image.store.ts';

const now = new Date('2100-11-20T12:00:00Z');
const size = { width: 1, height: 1, frames: 1 };
const file = { ...size, bytes: Buffer.from(tinyImage), type: 'image/gif' } as const;
let user_id: string;
let image: ExportedImage;

beforeEach(async () => {
  ({ user_id } = await newPerson());
  image = { ...cover, rel: 'cover_photo', id: newId(now), file };
});

const originals = openOriginals(newMeter());

function importBy(import_id: string, from: Table = table(), put = originals.put) {
  const stores = { table: from, originals: { put } };
  return importImage(
    stores,
    { user_id, import_id, client_id: 'app', isReread: false, checks: [] },
    image,
    now,
  );
}

const undo = (import_id: string, from: Table = table()) =>
  deleteImportedImages(from, { user_id, import_id }, now);

const list = async (): Promise<Image[]> =>
  (await listImages(table(), user_id, { from: undefined, limit: 100 })).images;

/** Returns the table, in which something else happens before the first write. */
function tableAfter(meanwhile: () => Promise<unknown>): Table {
  let first: Promise<unknown> | undefined;
  const wait = () => {
    first ??= meanwhile();
    return first;
  };
  const all = table();
  return {
    ...all,
    transact: (changes) => wait().then(() => all.transact(changes)),
    updateWithoutReturnValues: (key, change, condition) =>
      wait().then(() => all.updateWithoutReturnValues(key, change, condition)),
  };
}

describe('of two imports at once', () => {
  it('both have an image that both are the first to bring', async () => {
    const from = tableAfter(() => importBy('1'));
    expect(await importBy('2', from)).toBe('duplicate');
    expect(await list()).toMatchObject([{ imports: new Set(['1', '2']) }]);
  });

  it('one brings an image again that is deleted meanwhile', async () => {
    await importBy('1');
    const [stored] = await list();
    const from = tableAfter(() =>
      deleteImage(table(), { user_id, id: stored?.id ?? '' }, now),
    );
    expect(await importBy('2', from)).toBe('created');
    expect(await list()).toMatchObject([{ imports: new Set(['2']) }]);
  });

  it('one keeps an image while the other one is undone', async () => {
    await importBy('1');
    await undo(
      '1',
      tableAfter(() => importBy('2')),
    );
    expect(await list()).toMatchObject([{ imports: new Set(['2']) }]);
  });

  it('no image is left if both are undone', async () => {
    for (const id of ['1', '2']) await importBy(id);
    await undo(
      '1',
      tableAfter(() => undo('2')),
    );
    expect(await list()).toEqual([]);
  });
});

it('an image has its file if the import that was the first to bring it has ended before', async () => {
  const end = () => Promise.reject(new Error('The process ended.'));
  await expect(importBy('1', table(), end)).rejects.toThrow('ended');
  expect(await importBy('2')).toBe('duplicate');
  await undo('1');
  const [{ id } = { id: '' }] = await list();
  expect((await originals.get(toOriginalKey(id)))?.bytes).toEqual(file.bytes);
});

it('an image stays as it is if its item has no room for a further import', async () => {
  await importBy('1');
  const [{ id, imports = new Set() } = {}] = await list();
  const key = imageKeys.image(id ?? '');
  const others = Array.from({ length: 408 }, (_, index) => `${index}`.padEnd(1000, '-'));
  const change = { set: { imports: new Set([...imports, ...others]) } };
  await table().update(key, change, exists);
  expect(await importBy('2'.repeat(2000))).toBe('duplicate');
  await undo('1');
  const [left] = await list();
  expect(left?.imports?.size).toBe(others.length);
});
