import type { ImageFile } from '#shared/image-format/image-format.ts';
import { originalKey } from '#shared/objects/image-buckets.ts';
import type { Objects } from '#shared/objects/objects.ts';
import { isNew } from '#shared/table/condition.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import type { Image } from './image.ts';

/**
 * Keeps the image as it was uploaded, to be called before `create`: an object without its row is
 * never found, a row without its object would be a broken link.
 */
export function storeOriginal(
  objects: Objects<'put'>,
  id: string,
  { bytes, type }: ImageFile,
): Promise<void> {
  return objects.put(originalKey(id), { bytes, type });
}

/** Stores a new image. */
export async function create(table: Table<'put'>, image: Image): Promise<void> {
  await table.put<Image>({ ...keys.image(image.id), ...image }, isNew);
}

/** Whoever may have uploaded it: an image is found by its unguessable id alone (decision I6). */
export function find(table: Table<'get'>, id: string): Promise<Image | undefined> {
  return table.get<Image>(keys.image(id));
}
