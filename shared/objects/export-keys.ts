import { requireEnvironment } from '../runtime/environment.ts';

/** The private bucket of uploaded originals has the exports, too, below a prefix of their own. */
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

/** Returns the key of the record of an uploaded part, which is needed until the last part. */
export function toPartRecordKey(
  user_id: string,
  export_id: string,
  number: number,
): string {
  const padded = String(number).padStart(5, '0');
  return `${toExportPrefix(user_id)}${export_id}/${padded}.json`;
}
