import type { Objects } from '#shared/objects/objects.ts';
import { createUploadForm, type UploadForm } from '#shared/objects/upload-form.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { Table } from '#shared/table/table.ts';
import { type FormImport, importLimits } from '../file-import.ts';
import { getImportBucket, toImportFileKey } from '../import-file-keys.ts';
import { type QueueOutcome, queueUploaded } from '../queue-import.store.ts';

/** The longest time in which a form can be sent, in seconds: the credentials that sign it end. */
const formDuration = 3600;

/** Returns when the form of an import ends, if it is made now. */
export function getFormEnd({ ttl }: FormImport, now: Date): Date {
  return new Date(Math.min(ttl * 1000, now.getTime() + formDuration * 1000));
}

/**
 * Signs the form that uploads the file of an import straight to the bucket, which then redirects to
 * a page.
 */
export function signImportForm(
  user_id: string,
  job: FormImport,
  redirectUrl: string,
  now: Date,
): Promise<UploadForm> {
  const upload = {
    bucket: getImportBucket(),
    key: toImportFileKey(user_id, job),
    size: { min: 1, max: importLimits.maxUploadBytes },
    redirectUrl,
    endsAt: getFormEnd(job, now),
  };
  return createUploadForm(upload, now);
}

/** Starts an import whose file a form has uploaded. `missing`: it was not uploaded yet. */
export async function startUploaded(
  { table, imports }: { table: Table<'update' | 'transact'>; imports: Objects<'read'> },
  user_id: string,
  job: FormImport,
): Promise<QueueOutcome | 'missing'> {
  const range = { offset: 0, length: 1 };
  const file = await imports.read(toImportFileKey(user_id, job), range);
  if (!file) return 'missing';
  const { size: bytes, etag } = file;
  return queueUploaded(table, user_id, job, compact({ bytes, etag }));
}
