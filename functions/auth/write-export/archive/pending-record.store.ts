import { toPendingRecordKey } from '#shared/objects/export-keys.ts';
import { UploadLost } from '#shared/objects/multipart-uploads.ts';
import type { ZipEntry } from '#shared/zip/zip-records.ts';
import type { ArchiveTarget } from './archive-stores.ts';

/** What follows the last part of an archive: bytes, and the files that they completed. */
interface PendingRecord {
  bytes: Buffer;
  entries: ZipEntry[];
}

/** Stores what is in no part yet, up to an offset in the archive. */
export async function savePendingRecord(
  { user_id, export_id, exportFiles }: ArchiveTarget,
  offset: number,
  { bytes, entries }: PendingRecord,
): Promise<void> {
  const key = toPendingRecordKey(user_id, export_id, offset);
  const text = JSON.stringify({ bytes: bytes.toString('base64'), entries });
  await exportFiles.put(key, { bytes: Buffer.from(text), type: 'application/json' });
}

/** Returns what is in no part yet. Throws `UploadLost` if the store has lost it. */
export async function requirePendingRecord(
  { user_id, export_id, exportFiles }: ArchiveTarget,
  offset: number,
): Promise<PendingRecord> {
  const key = toPendingRecordKey(user_id, export_id, offset);
  const object = await exportFiles.get(key);
  if (!object) throw new UploadLost(`The record of the bytes before ${offset} is lost.`);
  const { bytes, entries } = JSON.parse(object.bytes.toString());
  return { bytes: Buffer.from(bytes, 'base64'), entries };
}
