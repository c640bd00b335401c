import type { Meter } from '../runtime/meter.ts';
import { getExportBucket } from './export-keys.ts';
import { type MultipartUploads, openMultipartUploads } from './multipart-uploads.ts';
import { type Objects, openObjects } from './objects.ts';

/** Opens the bucket of exports to read, write and delete single objects. */
export function openExportFiles(meter: Meter): Objects {
  return openObjects(getExportBucket(), meter);
}

/** Opens the bucket of exports for the multipart uploads of archives. */
export function openExportUploads(meter: Meter): MultipartUploads {
  return openMultipartUploads(getExportBucket(), meter);
}
