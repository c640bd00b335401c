import type { ImageFile } from '#shared/image-format/image-format.ts';
import { type Objects, openObjects } from '#shared/objects/objects.ts';
import { requireEnvironment } from '#shared/runtime/environment.ts';
import type { Meter } from '#shared/runtime/log.ts';
import { daySeconds, toEpochSeconds } from '#shared/runtime/time.ts';
import { belowOrAbsent, isNew } from '#shared/table/condition.ts';
import { getExisting } from '#shared/table/each.ts';
import { toOwnedAttributes, toOwnedCollection } from '#shared/table/keys.ts';
import type { ListedEntry, Table, TransactionChange } from '#shared/table/table.ts';
import { imageKeys } from './image.keys.ts';
import { type Image, maxImagesPerDay } from './image.ts';

/**
 * Returns the changes that store the item of a new image, and count it as one of the day (UTC). The
 * file is stored after them.
 */
export function toImageCreation(
  image: Image,
  now: Date,
): TransactionChange<'put' | 'update'>[] {
  const { id, user_id } = image;
  const key = imageKeys.image(id);
  const owned = toOwnedAttributes(user_id, key);
  const ttl = toEpochSeconds(now) + 2 * daySeconds;
  return [
    { put: { ...key, ...owned, ...image }, condition: isNew },
    {
      update: imageKeys.imagesOfDay(user_id, now.toISOString().slice(0, 10)),
      change: { increment: { count: 1 }, set: { ttl } },
      condition: { count: belowOrAbsent(maxImagesPerDay) },
    },
  ];
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
  return table.get<Image>(imageKeys.image(id));
}

/** A page of a user's images, the newest first. */
export interface ImagePage {
  images: Image[];
  /** The id with which the next page begins. */
  next: string | undefined;
}

/** Lists images of a user, the newest first, from an id on or from the newest one. */
export async function listImages(
  table: Table<'getEach' | 'query'>,
  user_id: string,
  { from = '~', limit }: { from: string | undefined; limit: number },
): Promise<ImagePage> {
  const collection = toOwnedCollection(user_id);
  const prefix = imageKeys.image('').pk;
  const range = { collection, from: prefix, to: imageKeys.image(from).pk };
  const page = { ...range, limit: limit + 1, isDescending: true } as const;
  const entries = await table.queryPage<ListedEntry>(page);
  const images = await getExisting<Image>(table, entries.slice(0, limit));
  return { images, next: entries[limit]?.pk.slice(prefix.length) };
}

/** Opens the private bucket of uploaded originals. */
export function openOriginals(meter: Meter): Objects {
  return openObjects(requireEnvironment('FILES_BUCKET_NAME'), meter);
}

/** Opens the bucket of rendered variants, which the CDN serves. */
export function openVariants(meter: Meter): Objects {
  return openObjects(requireEnvironment('VARIANT_BUCKET_NAME'), meter);
}

/** Returns the key of an uploaded original. */
export function toOriginalKey(id: string): string {
  return `images/${id}`;
}

/**
 * The seconds that the sizes of an image's variants stay recorded after the last one was rendered.
 * That is longer than a variant exists: the bucket deletes it soon after a year.
 */
export const recordedSizesLifetime = 380 * 24 * 60 * 60;

/** Stands for the original size of an image among the sizes of its variants. */
const originalSize = 'original';

/** Returns the name of a variant's size from its key, e.g. `w_320,h_240` or `original`. */
export function getSizeName(key: string): string {
  const [, ...segments] = key.split('/');
  return segments.length > 1 ? (segments[0] as string) : originalSize;
}

/** Returns the key of a variant in its bucket, which is also the path of the variant on the CDN. */
export function toVariantKey(id: string, size: string): string {
  return size === originalSize ? `images/${id}` : `images/${size}/${id}`;
}
