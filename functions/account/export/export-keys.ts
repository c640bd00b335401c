import { temporaryObjects } from '#shared/contract/resources.ts';
import { requireEnvironment } from '#shared/runtime/environment.ts';

/** Returns the name of the bucket with the exports. Uploaded originals are in the same bucket. */
export function getExportBucket(): string {
  return requireEnvironment('FILES_BUCKET_NAME');
}

export function toExportPrefix(user_id: string): string {
  return `${temporaryObjects.exports.prefix}${user_id}/`;
}

/** Returns the key of an archive. Each run that writes one has its own key, by the run's id. */
export function toArchiveKey(user_id: string, export_id: string, id: string): string {
  return `${toExportPrefix(user_id)}${export_id}/${id}.zip`;
}
