import type { ImageFile } from '#shared/image-format/image-format.ts';
import { toOriginalKey } from '#shared/objects/image-buckets.ts';
import type { Objects } from '#shared/objects/objects.ts';
import { isNew } from '#shared/table/condition.ts';
import { keys, toOwnedAttributes } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import type { Image } from './image.ts';

/**
 * Stores the uploaded file. Call it before `create`: an object without an item is never found, but
 * an item without an object would be a broken link.
 */
export function storeOriginal(
  originals: Objects<'put'>,
  id: string,
  { bytes, type }: ImageFile,
): Promise<void> {
  return originals.put(toOriginalKey(id), { bytes, type });
}

/** Stores the item of a new image. */
export async function create(table: Table<'put'>, image: Image): Promise<void> {
  const key = keys.image(image.id);
  const owned = toOwnedAttributes(image.user_id, key);
  await table.put<Image>({ ...key, ...owned, ...image }, isNew);
}

/**
 * Returns an image, or undefined if the id is unknown. The id cannot be guessed, so it is enough to
 * read the image of any user (wire.md I6).
 */
export function find(table: Table<'get'>, id: string): Promise<Image | undefined> {
  return table.get<Image>(keys.image(id));
}
