import type { ImageFile } from '#shared/image-format/image-format.ts';
import type { Objects } from '#shared/objects/objects.ts';
import { compact } from '#shared/runtime/compact.ts';
import { deriveId, getIdTime } from '#shared/runtime/ids.ts';
import { exists, isNew, unchangedSince } from '#shared/table/condition.ts';
import type { FailedChange, Table, TransactionChange } from '#shared/table/table.ts';
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
  /** Whether the kept file is read again, of which its own images are known. */
  isReread: boolean;
  /** Conditions of each transaction, e.g. that the import was not undone. */
  checks: readonly TransactionChange<'check'>[];
}

/**
 * What became of an image. `deleted`: the files of those with its ids are still being deleted.
 * `too_many` were uploaded on this day.
 */
type ImageOutcome = 'created' | 'duplicate' | 'deleted' | 'too_many';

/** Another import or the person has stored or deleted the image meanwhile. */
type Conflict = 'conflict';

/**
 * Stores an image of an export as if it were uploaded, once, however many imports have it. It can
 * be repeated after an interruption at any point. One that was deleted comes back. Returns
 * undefined if a check has failed.
 */
export async function importImage(
  stores: ImageStores,
  by: ImageImport,
  image: ExportedImage,
  now: Date,
): Promise<ImageOutcome | undefined> {
  const ids = listIds(image, by.user_id);
  const found = await Promise.all(ids.map((id) => find(stores.table, id)));
  const stored = found.find((each) => each !== undefined);
  const outcome = stored
    ? await addImport(stores, by, { stored, file: image.file })
    : await createFirst(stores, by, { image, ids }, now);
  return outcome === 'conflict' ? importImage(stores, by, image, now) : outcome;
}

/** Stores an image with the first of its ids that has no files which are being deleted. */
async function createFirst(
  { table, originals }: ImageStores,
  by: ImageImport,
  { image, ids }: { image: ExportedImage; ids: readonly string[] },
  now: Date,
): Promise<ImageOutcome | Conflict | undefined> {
  for (const id of ids) {
    const outcome = await create(table, by, { ...image, id }, now);
    if (outcome === 'created') await storeFile(originals, id, image.file);
    if (outcome !== 'deleted') return outcome;
  }
  return 'deleted';
}

/** Notes at a stored image that an import has it, too. */
async function addImport(
  { table, originals }: ImageStores,
  { import_id, isReread, checks }: ImageImport,
  { stored, file }: { stored: Image; file: ImageFile },
): Promise<ImageOutcome | Conflict | undefined> {
  const isKnown = stored.imports?.has(import_id) ?? false;
  if (!isKnown) {
    const change = { include: { imports: import_id } };
    const update = { update: imageKeys.image(stored.id), change, condition: exists };
    const result = await table.transact([...checks, update]);
    if (!result.done && findFirst(result.failures) < checks.length) return undefined;
    // An image that thousands of imports have had stays, whatever is undone.
    const isFull = !result.done && result.failures.some(({ cause }) => cause === 'size');
    if (!result.done && !isFull) return 'conflict';
  }
  // The import that has created it may have ended before it stored the file. An export that has two
  // files with one id is forged: one of another length than the first is not stored.
  if (stored.bytes === file.bytes.length) await storeFile(originals, stored.id, file);
  return isKnown && !isReread ? 'created' : 'duplicate';
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
): Promise<ImageOutcome | Conflict | undefined> {
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
  const failed = findFirst(result.failures) - checks.length;
  if (failed < 0) return undefined;
  return (['deleted', 'conflict'] as const)[failed] ?? 'too_many';
}

function findFirst(failures: readonly FailedChange[]): number {
  return Math.min(...failures.map(({ index }) => index));
}

/** The images of a user that are read at once. */
const pageSize = 100;

type UndoTable = Table<
  'get' | 'getEach' | 'query' | 'put' | 'update' | 'delete' | 'transact'
>;

/** Deletes the images that an import has brought, unless another has had them, too. */
export async function deleteImportedImages(
  table: UndoTable,
  { user_id, import_id }: Pick<ImageImport, 'user_id' | 'import_id'>,
  now: Date,
): Promise<void> {
  let from: string | undefined;
  do {
    const page = await listImages(table, user_id, { from, limit: pageSize });
    for (const image of page.images) await removeImport(table, image, import_id, now);
    from = page.next;
  } while (from !== undefined);
}

/** Takes an import off an image as it was read, and deletes the image if no other one has it. */
async function removeImport(
  table: UndoTable,
  read: Image,
  import_id: string,
  now: Date,
): Promise<void> {
  const { user_id, id, imports } = read;
  if (!imports?.has(import_id)) return;
  const [key, condition] = [imageKeys.image(id), unchangedSince(read)];
  const change = { exclude: { imports: import_id } };
  const isDone =
    imports.size === 1
      ? await deleteImage(table, { user_id, id, read }, now)
      : (await table.updateWithoutReturnValues(key, change, condition)).done;
  const changed = isDone ? undefined : await find(table, id);
  if (changed) await removeImport(table, changed, import_id, now);
}
