import type { Objects } from '#shared/objects/objects.ts';
import { compact } from '#shared/runtime/compact.ts';
import { equals, exists, isNew, unchangedSince } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/writes.ts';
import { imageKeys } from './image.keys.ts';
import { toOriginalKey, toVariantKey } from './image.store.ts';

/** An image of a user. */
export interface UserImage {
  user_id: string;
  id: string;
}

/** The item of a deleted image, which leads to its files until they are deleted for good. */
export interface DeletedImage {
  id: string;
  /** When the image was deleted. */
  deleted_datetime: string;
  /** When all files were deleted for the first time. */
  files_deleted_datetime?: string;
}

/** The stores of the files of images, and of the items that lead to them. */
export interface ImageFileStores {
  table: Table<'get' | 'query' | 'update' | 'delete'>;
  originals: Objects<'delete'>;
  variants: Objects<'delete'>;
}

/** An image to delete. */
interface Deletion extends UserImage {
  /** The client that has uploaded it. Absent if any image of the user can be deleted. */
  client_id?: string;
  /** The image as it was read, if only one that has not changed since can be deleted. */
  read?: object;
}

/**
 * Deletes an image of a user. The same transaction stores the item by which its files are deleted.
 * Returns false if there is no such image.
 */
export async function deleteImage(
  table: Table<'put' | 'delete' | 'transact'>,
  { user_id, id, client_id, read }: Deletion,
  now: Date,
): Promise<boolean> {
  const isOwn = {
    user_id: equals(user_id),
    ...compact({ client_id: client_id === undefined ? undefined : equals(client_id) }),
    ...(read && unchangedSince(read)),
  };
  const deleted: DeletedImage = { id, deleted_datetime: now.toISOString() };
  const result = await table.transact([
    { delete: imageKeys.image(id), condition: isOwn },
    { put: { ...imageKeys.deletedImage(user_id, id), ...deleted }, condition: isNew },
  ]);
  return meetsConditions(result);
}

/** The time of a run that deletes files. */
export interface FileDeletion {
  now: Date;
  /** If files were deleted before this time, what was reading or writing them then has ended. */
  settledBefore: Date;
}

/**
 * Deletes the files of a deleted image. A rendering or an upload that has begun before can still
 * store one, so the items that lead to the files stay. A later call deletes the files again and
 * then these items, if the first call was before `settledBefore`. Returns whether nothing is left.
 */
export async function deleteFiles(
  stores: ImageFileStores,
  { user_id, id }: UserImage,
  { now, settledBefore }: FileDeletion,
): Promise<boolean> {
  const { table } = stores;
  const key = imageKeys.deletedImage(user_id, id);
  const image = await table.get<DeletedImage>(key);
  if (!image) return true;

  await deleteObjects(stores, id);
  const { files_deleted_datetime } = image;
  if (files_deleted_datetime === undefined) {
    const change = { set: { files_deleted_datetime: now.toISOString() } };
    await table.update(key, change, exists);
    return false;
  }
  if (files_deleted_datetime > settledBefore.toISOString()) return false;

  for await (const page of table.listKeys({ pk: imageKeys.image(id).pk }))
    for (const { pk, sk } of page) await table.delete({ pk, sk }, exists);
  await table.delete(key, exists);
  return true;
}

/** Deletes the original first, so no further variant is rendered, and then the variants. */
async function deleteObjects(
  { table, originals, variants }: ImageFileStores,
  id: string,
): Promise<void> {
  await originals.delete(toOriginalKey(id));
  const stored = await table.get<{ sizes?: ReadonlySet<string> }>(
    imageKeys.imageVariants(id),
  );
  // One after the other: several images are deleted at once, and further parallel calls would wait
  // for a connection until they fail.
  for (const size of stored?.sizes ?? []) await variants.delete(toVariantKey(id, size));
}
