import { describe, expect, it } from 'vitest';
import { type ErasureStores, openErasureStores } from '#kit/erasure.ts';
import { failAt } from '#kit/failing-stores.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { createTableOfAttempts } from '#kit/table-attempts.ts';
import { newId } from '#shared/runtime/ids.ts';
import { exists, isNew } from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';
import { deleteFiles, deleteImage, type UserImage } from './deleted-image.store.ts';
import { imageKeys } from './image.keys.ts';
import { toOriginalKey, toVariantKey } from './image.store.ts';

const at = new Date('2100-11-20T12:00:00Z');
const later = new Date('2100-11-20T12:05:00Z');
const sizes = ['w_320,h_'];
const file = { bytes: Buffer.from('bytes'), type: 'image/png' };

const first = { now: at, settledBefore: new Date(at.getTime() - 1) };
const second = { now: later, settledBefore: at };

/** Stores an image with its variants. */
async function storeImage(): Promise<UserImage> {
  const { user_id } = await newPerson();
  const id = newId(at);
  const { originals, variants } = openErasureStores();
  await table().put({ ...imageKeys.image(id), id, user_id, client_id: 'app' }, isNew);
  await table().put({ ...imageKeys.imageVariants(id), sizes: new Set(sizes) }, isNew);
  await originals.put(toOriginalKey(id), file);
  for (const size of sizes) await variants.put(toVariantKey(id, size), file);
  return { user_id, id };
}

/** Returns the keys of the items and files of an image that exist. */
async function listLeft({ user_id, id }: UserImage): Promise<string[]> {
  const { originals, variants } = openErasureStores();
  const items = await table().query<Key>({ pk: imageKeys.image(id).pk });
  const deleted = await table().get<Key>(imageKeys.deletedImage(user_id, id));
  const keys = [...items, ...(deleted ? [deleted] : [])].map(({ sk }) => sk);
  if (await originals.get(toOriginalKey(id))) keys.push('the original');
  for (const size of [...sizes, 'w_640,h_'])
    if (await variants.get(toVariantKey(id, size))) keys.push(size);
  return keys;
}

async function deleteAll(stores: ErasureStores, image: UserImage): Promise<void> {
  await deleteImage(stores.table, image, at);
  await deleteFiles(stores, image, first);
  await deleteFiles(stores, image, second);
}

describe('the deletion of an image', () => {
  it.each([false, true])(
    'ends if it is repeated, whichever write was the last one, also if it was made: %s',
    async (isWritten) => {
      for (let write = 1, isWhole = false; !isWhole; write += 1) {
        const image = await storeImage();
        const { stores, hasFailed } = failAt(openErasureStores(), write, {
          onlyWrites: true,
          isWritten,
        });
        await deleteAll(stores, image).catch(() => undefined);
        isWhole = !hasFailed();
        if (!isWhole) await deleteAll(openErasureStores(), image);
        expect(await listLeft(image), `write ${write}`).toEqual([]);
      }
    },
  );

  it('deletes what a rendering and an upload have stored meanwhile', async () => {
    const image = await storeImage();
    const { id } = image;
    const stores = openErasureStores();
    await deleteImage(table(), image, at);
    expect(await deleteFiles(stores, image, first)).toBe(false);
    await table().update(
      imageKeys.imageVariants(id),
      { include: { sizes: 'w_640,h_' } },
      exists,
    );
    await stores.variants.put(toVariantKey(id, 'w_640,h_'), file);
    await stores.originals.put(toOriginalKey(id), file);
    expect(await deleteFiles(stores, image, { ...first, now: later })).toBe(false);
    expect(await deleteFiles(stores, image, second)).toBe(true);
    expect(await listLeft(image)).toEqual([]);
  });

  it('is done if the response of its transaction is lost', async () => {
    const image = await storeImage();
    expect(await deleteImage(createTableOfAttempts(['lost']), image, at)).toBe(true);
    expect(await deleteImage(table(), image, at)).toBe(false);
  });

  it('leaves the image of another user or application as it is', async () => {
    const image = await storeImage();
    const { user_id } = await newPerson();
    expect(await deleteImage(table(), { ...image, user_id }, at)).toBe(false);
    expect(await deleteImage(table(), { ...image, client_id: 'other' }, at)).toBe(false);
    expect(await deleteFiles(openErasureStores(), image, second)).toBe(true);
    expect(await listLeft(image)).toHaveLength(2 + 1 + sizes.length);
    expect(await deleteImage(table(), { ...image, client_id: 'app' }, at)).toBe(true);
  });
});
