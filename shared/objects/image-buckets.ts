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
