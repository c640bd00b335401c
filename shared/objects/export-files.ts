import type { Meter } from '../runtime/meter.ts';
import { getExportBucket } from './export-keys.ts';
import { type Objects, openObjects } from './objects.ts';
import { openUploads, type Uploads } from './uploads.ts';

/** Opens the bucket of exports to read, write and delete single objects. */
export function openExportFiles(meter: Meter): Objects {
  return openObjects(getExportBucket(), meter);
}

/** Opens the bucket of exports to upload archives. */
export function openExportUploads(meter: Meter): Uploads {
  return openUploads(getExportBucket(), meter);
}
