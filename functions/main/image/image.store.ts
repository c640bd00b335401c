import type { ImageFile } from '#shared/image-format/image-format.ts';
import { toOriginalKey } from '#shared/objects/image-buckets.ts';
import type { Objects } from '#shared/objects/objects.ts';
import { isNew } from '#shared/table/condition.ts';
import { keys, toOwnedAttributes } from '#shared/table/keys.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import type { Image } from './image.ts';

/** Returns the change that stores the item of a new image. The file is stored after it. */
export function toImageCreation(image: Image): TransactionChange<'put'>[] {
  const key = keys.image(image.id);
  const owned = toOwnedAttributes(image.user_id, key);
  return [{ put: { ...key, ...owned, ...image }, condition: isNew }];
}

/**
 * Stores the file of an image, whose item is stored already. If the process ends in between, an
 * erasure can still find the file by the item, and nobody knows the id yet (decision 0024).
 */
export function storeFile(
  originals: Objects<'put'>,
  id: string,
  { bytes, type }: ImageFile,
): Promise<void> {
  return originals.put(toOriginalKey(id), { bytes, type });
}

/**
 * Returns an image of any user, or undefined if the id is unknown. An id cannot be guessed, so the
 * caller need not be the owner (wire.md I6).
 */
export function find(table: Table<'get'>, id: string): Promise<Image | undefined> {
  return table.get<Image>(keys.image(id));
}
