import { toPendingRecordKey } from '#shared/objects/export-keys.ts';
import { UploadLost } from '#shared/objects/multipart-uploads.ts';
import type { ZipEntry } from '#shared/zip/zip-records.ts';
import type { ArchiveTarget } from './archive-stores.ts';

/** The end of an unfinished archive, which is too short for a part of the upload. */
interface PendingRecord {
  bytes: Buffer;
  /** The files that these bytes complete. */
  entries: ZipEntry[];
}

/** Stores the pending bytes of an archive. `offset` is the size of the archive with them. */
export async function savePendingRecord(
  { user_id, export_id, exportFiles }: ArchiveTarget,
  offset: number,
  { bytes, entries }: PendingRecord,
): Promise<void> {
  const key = toPendingRecordKey(user_id, export_id, offset);
  const text = JSON.stringify({ bytes: bytes.toString('base64'), entries });
  await exportFiles.put(key, { bytes: Buffer.from(text), type: 'application/json' });
}

/** Returns the pending bytes of an archive. Throws `UploadLost` if the store has lost them. */
export async function requirePendingRecord(
  { user_id, export_id, exportFiles }: ArchiveTarget,
  offset: number,
): Promise<PendingRecord> {
  const key = toPendingRecordKey(user_id, export_id, offset);
  const object = await exportFiles.get(key);
  if (!object)
    throw new UploadLost(`The pending bytes before offset ${offset} are lost.`);
  const { bytes, entries } = JSON.parse(object.bytes.toString());
  return { bytes: Buffer.from(bytes, 'base64'), entries };
}
