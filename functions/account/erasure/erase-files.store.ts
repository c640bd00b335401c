import { toExportPrefix } from '#functions/account/export/export-keys.ts';
import { listImportPrefixes } from '#functions/diary/file-import/import-file-keys.ts';
import { imageKeys } from '#functions/main/image/image.keys.ts';
import { toOriginalKey, toVariantKey } from '#functions/main/image/image.store.ts';
import type { Objects } from '#shared/objects/objects.ts';
import { equals, exists } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';

/** The stores of images and their items. */
export interface ImageStores {
  table: Table<'get' | 'query' | 'update' | 'delete' | 'transact'>;
  originals: Objects<'delete'>;
  variants: Objects<'delete'>;
}

/** The item of an image during its erasure. */
interface ErasedImage {
  user_id: string;
  /** The beginning of the run that first deleted the files. */
  erased_datetime?: string;
}

interface VariantSizes {
  /** The sizes of the variants as their keys contain them, e.g. `w_320,h_`. */
  sizes?: ReadonlySet<string>;
}

/**
 * Deletes the files of an image of a user. A rendering that has read the original can still store a
 * variant, so the items that name the variants stay. A later call deletes these items, if the run
 * that first deleted the files began before `settledBefore`.
 */
export async function eraseImage(
  stores: ImageStores,
  { user_id, id }: { user_id: string; id: string },
  { now, settledBefore }: { now: Date; settledBefore: Date },
): Promise<void> {
  const { table } = stores;
  const key = imageKeys.image(id);
  const image = await table.get<ErasedImage>(key);
  if (image?.user_id !== user_id) return;

  await deleteFiles(stores, id);
  const { erased_datetime } = image;
  const isSettled =
    erased_datetime !== undefined && erased_datetime <= settledBefore.toISOString();
  if (!isSettled) {
    const change = { setIfAbsent: { erased_datetime: now.toISOString() } };
    await table.update(key, change, exists);
    return;
  }

  for await (const page of table.listKeys({ pk: key.pk })) {
    const otherKeys = page.filter(({ sk }) => sk !== key.sk);
    for (const { pk, sk } of otherKeys) await table.delete({ pk, sk }, exists);
  }
  await table.delete(key, { user_id: equals(user_id) });
}

/** Deletes the original first, so no further variant is rendered, and then the variants. */
async function deleteFiles(
  { table, originals, variants }: ImageStores,
  id: string,
): Promise<void> {
  await originals.delete(toOriginalKey(id));
  const variantSizes = await table.get<VariantSizes>(imageKeys.imageVariants(id));
  // One after the other: several images are erased at once, and further parallel calls would wait
  // for a connection until they fail.
  for (const size of variantSizes?.sizes ?? [])
    await variants.delete(toVariantKey(id, size));
}

/** The files of users whose keys begin with a prefix and the id of the user. */
export interface UserFiles {
  exportFiles: Objects<'list' | 'delete' | 'abort'>;
  importFiles: Objects<'list' | 'delete' | 'abort'>;
}

/** Deletes the exports of a user and the files to import, including unfinished uploads. */
export async function eraseUserFiles(
  { exportFiles, importFiles }: UserFiles,
  user_id: string,
): Promise<void> {
  await eraseFolder(exportFiles, toExportPrefix(user_id));
  for (const prefix of listImportPrefixes(user_id))
    await eraseFolder(importFiles, prefix);
}

async function eraseFolder(
  files: Objects<'list' | 'delete' | 'abort'>,
  prefix: string,
): Promise<void> {
  // An upload that is completed before it can be aborted becomes an object, and is deleted below.
  await files.abort(prefix);
  for await (const page of files.list(prefix))
    for (const key of page) await files.delete(key);
}
