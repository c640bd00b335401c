import type { Principal } from '#shared/auth/principal.ts';
import { coversScope } from '#shared/contract/scopes.ts';
import type { ClientUploads, UploadedPart } from '#shared/objects/client-uploads.ts';
import { createPartUrls, type SignedPart } from '#shared/objects/signed-urls.ts';
import { formatOffsetTime } from '#shared/runtime/time.ts';
import type { ImportJob } from '../file-import.ts';
import type { ImportUpload } from '../file-import-representation.ts';
import { getImportBucket, toImportFileKey } from '../import-file-keys.ts';

/** The size of a part of a small file, in bytes. The store accepts no less than 5 MB. */
const minPartBytes = 8_388_608;

/** More parts would make the list long. A part of 5 GB has 54 MB then. */
const maxParts = 100;

/** Lists the parts of a file. All but the last have the same size. */
export function listFileParts(bytes: number): SignedPart[] {
  const size = Math.max(minPartBytes, Math.ceil(bytes / maxParts));
  return Array.from({ length: Math.ceil(bytes / size) }, (_, index) => ({
    number: index + 1,
    bytes: Math.min(size, bytes - index * size),
  }));
}

/** An import whose file is uploaded in parts. */
export type UploadingImport = ImportJob & Required<Pick<ImportJob, 'upload_id' | 'ttl'>>;

/** Returns whether the file of an import is uploaded in parts. */
export function isUploading(job: ImportJob): job is UploadingImport {
  return (
    job.state === 'uploading' && job.upload_id !== undefined && job.ttl !== undefined
  );
}

/** Lists the parts of a file that were not uploaded. */
export function listMissingParts(
  { bytes }: Pick<ImportJob, 'bytes'>,
  uploaded: readonly UploadedPart[],
): SignedPart[] {
  const sizes = new Map(uploaded.map((part) => [part.number, part.bytes]));
  return listFileParts(bytes).filter((part) => sizes.get(part.number) !== part.bytes);
}

/**
 * Returns the parts of a file as clients see them. Only a caller that may change the diary gets the
 * URLs. Returns undefined if the upload has ended.
 */
export async function presentUpload(
  uploads: Pick<ClientUploads, 'listParts'>,
  { user_id, scope }: Pick<Principal, 'user_id' | 'scope'>,
  job: UploadingImport,
  now: Date,
): Promise<ImportUpload | undefined> {
  const key = toImportFileKey(user_id, job);
  const uploaded = await uploads.listParts(key, job.upload_id);
  if (!uploaded) return undefined;
  const missing = listMissingParts(job, uploaded);
  const endsAt = new Date(job.ttl * 1000);
  const bucket = getImportBucket();
  const upload = { bucket, key, uploadId: job.upload_id, endsAt };
  const isSigned = coversScope(scope, 'diary.write');
  const urls = isSigned ? await createPartUrls(upload, missing, now) : [];
  const urlsByNumber = new Map(missing.map(({ number }, index) => [number, urls[index]]));
  return {
    ends_datetime: formatOffsetTime(endsAt.toISOString()),
    parts: listFileParts(job.bytes).map(({ number, bytes }) => ({
      number,
      bytes,
      is_uploaded: !urlsByNumber.has(number),
      url: urlsByNumber.get(number) ?? null,
    })),
  };
}
