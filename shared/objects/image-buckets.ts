import { requireEnvironment } from '../runtime/environment.ts';
import type { Meter } from '../runtime/meter.ts';
import { type Objects, openObjects } from './objects.ts';

/** Opens the private bucket of uploaded originals. */
export function openOriginals(meter: Meter): Objects {
  return openObjects(requireEnvironment('IMAGE_BUCKET_NAME'), meter);
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
 * How long the sizes of an image's variants stay recorded after the last variant was rendered, in
 * seconds. That is longer than a variant exists: the bucket deletes it soon after a year.
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
