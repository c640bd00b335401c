import type { ImageFile } from '#shared/image-format/image-format.ts';
import type { Objects } from '#shared/objects/objects.ts';
import { compact } from '#shared/runtime/compact.ts';
import { deriveId, getIdTime } from '#shared/runtime/ids.ts';
import { equals, exists, isNew } from '#shared/table/condition.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import { deleteImage } from './deleted-image.store.ts';
import { imageKeys } from './image.keys.ts';
import { find, listImages, storeFile, toImageCreation } from './image.store.ts';
import type { Image } from './image.ts';

/** An image of an export. */
export interface ExportedImage extends Pick<Image, 'href' | 'rel' | 'index'> {
  /** The id where it was exported, which has the time of its upload. */
  id: string;
  file: ImageFile;
}

interface ImageStores {
  table: Table<'get' | 'put' | 'update' | 'check' | 'transact'>;
  originals: Objects<'put'>;
}

/** The import that brings images. */
interface ImageImport {
  user_id: string;
  import_id: string;
  client_id: string | undefined;
  /** Conditions of each transaction, e.g. that the import was not undone. */
  checks: readonly TransactionChange<'check'>[];
}

/**
 * What became of an image. `deleted`: the files of those with its ids are still being deleted.
 * `too_many` were uploaded on this day.
 */
type ImageOutcome = 'created' | 'duplicate' | 'deleted' | 'too_many';

/**
 * Stores an image of an export as if it were uploaded, once, however many imports have it. It can
 * be repeated after an interruption at any point. One that was deleted comes back. Returns undefined
 * if a check has failed.
 */
export async function importImage(
  { table, originals }: ImageStores,
  by: ImageImport,
  image: ExportedImage,
  now: Date,
): Promise<ImageOutcome | undefined> {
  const { user_id, import_id, checks } = by;
  const ids = listIds(image, user_id);
  const found = await Promise.all(ids.map((id) => find(table, id)));
  const stored = found.find((each) => each !== undefined);
  if (!stored) {
    for (const id of ids) {
      const outcome = await create(table, by, { ...image, id }, now);
      if (outcome === 'created') await storeFile(originals, id, image.file);
      if (outcome !== 'deleted') return outcome;
    }
    return 'deleted';
  }
  if (stored.imports?.has(import_id)) {
    // An export that has two files with one id is forged: the first is stored.
    if (stored.bytes === image.file.bytes.length)
      await storeFile(originals, stored.id, image.file);
    return 'created';
  }
  const change = { include: { imports: import_id } };
  const update = { update: imageKeys.image(stored.id), change, condition: exists };
  const { done } = await table.transact([...checks, update]);
  return done ? 'duplicate' : undefined;
}

/**
 * Lists the ids that an image of an export can have here. It needs the second one if the files of
 * the first are still being deleted, e.g. because its import was undone.
 */
function listIds({ id }: ExportedImage, user_id: string): string[] {
  return [user_id, `${user_id} again`].map((seed) => deriveId(id, seed));
}

async function create(
  table: Table<'put' | 'update' | 'check' | 'transact'>,
  { user_id, import_id, client_id, checks }: ImageImport,
  { id, file, ...place }: ExportedImage,
  now: Date,
): Promise<ImageOutcome | undefined> {
  const { type, width, height, bytes } = file;
  const image: Image = {
    ...place,
    ...{ id, user_id, type, width, height, bytes: bytes.length },
    ...compact({ client_id }),
    imports: new Set([import_id]),
    created_datetime: getIdTime(id).toISOString(),
  };
  const isDeleted = { check: imageKeys.deletedImage(user_id, id), condition: isNew };
  const all = [...checks, isDeleted, ...toImageCreation(image, now)];
  const result = await table.transact(all);
  if (result.done) return 'created';
  const failed = Math.min(...result.failures.map(({ index }) => index));
  if (failed < checks.length) return undefined;
  return failed === checks.length ? 'deleted' : 'too_many';
}

/** The images of a user that are read at once. */
const pageSize = 100;

/** Deletes the images that an import has brought, unless another has had them, too. */
export async function deleteImportedImages(
  table: Table<'getEach' | 'query' | 'put' | 'update' | 'delete' | 'transact'>,
  { user_id, import_id }: Pick<ImageImport, 'user_id' | 'import_id'>,
  now: Date,
): Promise<void> {
  let from: string | undefined;
  do {
    const page = await listImages(table, user_id, { from, limit: pageSize });
    for (const { id, imports } of page.images) {
      if (!imports?.has(import_id)) continue;
      if (imports.size === 1) await deleteImage(table, { user_id, id }, now);
      else {
        const change = { exclude: { imports: import_id } };
        const isOwn = { user_id: equals(user_id) };
        await table.updateWithoutReturnValues(imageKeys.image(id), change, isOwn);
      }
    }
    from = page.next;
  } while (from !== undefined);
}
