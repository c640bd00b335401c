import { type Objects, openObjects } from '#shared/objects/objects.ts';
import { openUploads, type Uploads } from '#shared/objects/uploads.ts';
import type { Meter } from '#shared/runtime/log.ts';
import { getExportBucket } from './export-keys.ts';

/** Opens the bucket of exports to read, write and delete single objects. */
export function openExportFiles(meter: Meter): Objects {
  return openObjects(getExportBucket(), meter);
}

/** Opens the bucket of exports to upload archives. */
export function openExportUploads(meter: Meter): Uploads {
  return openUploads(getExportBucket(), meter);
}
