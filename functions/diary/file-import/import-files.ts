import { type ClientUploads, openClientUploads } from '#shared/objects/client-uploads.ts';
import { type Objects, openObjects } from '#shared/objects/objects.ts';
import type { Meter } from '#shared/runtime/log.ts';
import { getImportBucket } from './import-file-keys.ts';

/** Opens the private bucket with the files that people import. */
export function openImportFiles(meter: Meter): Objects {
  return openObjects(getImportBucket(), meter);
}

/** Opens the bucket to which clients upload large files in parts. */
export function openImportUploads(meter: Meter): ClientUploads {
  return openClientUploads(getImportBucket(), meter);
}
