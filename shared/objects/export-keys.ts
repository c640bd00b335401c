import { requireEnvironment } from '../runtime/environment.ts';

/** Returns the name of the bucket with the exports. Uploaded originals are in the same bucket. */
export function getExportBucket(): string {
  return requireEnvironment('IMAGE_BUCKET_NAME');
}

/** The prefix of all exports of all users. */
export const exportPrefix = 'exports/';

/** Returns the prefix of all exports of a user. */
export function toExportPrefix(user_id: string): string {
  return `${exportPrefix}${user_id}/`;
}

/** Returns the key of the archive of an export. */
export function toArchiveKey(user_id: string, export_id: string): string {
  return `${toExportPrefix(user_id)}${export_id}.zip`;
}

/** Returns the key of the record of an uploaded part, which is needed until the upload ends. */
export function toPartRecordKey(
  user_id: string,
  export_id: string,
  number: number,
): string {
  const padded = String(number).padStart(5, '0');
  return `${toExportPrefix(user_id)}${export_id}/${padded}.json`;
}

/**
 * Returns the key of the record with the bytes that are in no uploaded part yet. `offset` is where
 * these bytes end in the archive. A later record has another key, so the earlier record stays until
 * the checkpoint names the later record.
 */
export function toPendingRecordKey(
  user_id: string,
  export_id: string,
  offset: number,
): string {
  return `${toExportPrefix(user_id)}${export_id}/pending-${offset}.json`;
}
