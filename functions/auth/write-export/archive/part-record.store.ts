import { toPartRecordKey } from '#shared/objects/export-keys.ts';
import type { UploadedPart } from '#shared/objects/multipart-uploads.ts';
import type { Objects } from '#shared/objects/objects.ts';
import type { ZipEntry } from '#shared/zip/zip-records.ts';
import type { ArchiveTarget } from './archive-stores.ts';

/** A part that was uploaded, and the files that it completed. */
export interface PartRecord {
  part: UploadedPart;
  entries: readonly ZipEntry[];
}

type RecordTarget<O extends 'get' | 'put'> = Pick<
  ArchiveTarget,
  'user_id' | 'export_id'
> & {
  exportFiles: Objects<O>;
};

/** Stores the record of a part as an object, because a record can be larger than a table item. */
export async function savePartRecord(
  { user_id, export_id, exportFiles }: RecordTarget<'put'>,
  record: PartRecord,
): Promise<void> {
  const key = toPartRecordKey(user_id, export_id, record.part.number);
  const bytes = Buffer.from(JSON.stringify(record));
  await exportFiles.put(key, { bytes, type: 'application/json' });
}

/** Returns the record of a part, or undefined if the store has lost it. */
export async function find(
  { user_id, export_id, exportFiles }: RecordTarget<'get'>,
  number: number,
): Promise<PartRecord | undefined> {
  const key = toPartRecordKey(user_id, export_id, number);
  const object = await exportFiles.get(key);
  return object && (JSON.parse(object.bytes.toString()) as PartRecord);
}
