import type { ImageFile } from '#shared/image-format/image-format.ts';
import { toOriginalKey } from '#shared/objects/image-buckets.ts';
import type { Objects } from '#shared/objects/objects.ts';
import { isNew } from '#shared/table/condition.ts';
import { keys, toOwnedAttributes } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import type { Image } from './image.ts';

/** The stores that an upload writes to. */
export interface UploadStores {
  table: Table<'put'>;
  originals: Objects<'put'>;
}

/**
 * Stores a new image: its item, and then its file. If the process ends in between, an erasure can
 * still find the file by the item, and nobody knows the id yet (decision 0024).
 */
export async function create(
  { table, originals }: UploadStores,
  image: Image,
  { bytes, type }: ImageFile,
): Promise<void> {
  const key = keys.image(image.id);
  const owned = toOwnedAttributes(image.user_id, key);
  await table.put<Image>({ ...key, ...owned, ...image }, isNew);
  await originals.put(toOriginalKey(image.id), { bytes, type });
}

/**
 * Returns an image of any user, or undefined if the id is unknown. An id cannot be guessed, so the
 * caller need not be the owner (wire.md I6).
 */
export function find(table: Table<'get'>, id: string): Promise<Image | undefined> {
  return table.get<Image>(keys.image(id));
}
