import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { translateStoreErrors } from '../errors/store-failures.ts';
import { compact } from '../runtime/compact.ts';
import type { Meter } from '../runtime/meter.ts';
import { keepS3Client } from './s3-client.ts';

/** The minimum size of a part of an upload, except the last one, in bytes. */
export const minPartSize = 5 * 1024 * 1024;
/** The largest number of parts of an upload. */
export const maxParts = 10_000;

/** A new object that is uploaded in parts. It exists when the upload is complete. */
export interface MultipartUpload {
  key: string;
  upload_id: string;
}

/** A part that was uploaded. A part that is uploaded again replaces the earlier one. */
export interface UploadedPart {
  /** From 1. */
  number: number;
  etag: string;
  /** The CRC-32 of the part in base64, if the store computes it. */
  crc32?: string;
}

/** A bucket to which large objects are uploaded. */
export interface MultipartUploads {
  /** Starts an upload, which the store removes if it is not completed in a day. */
  start(key: string, type: string): Promise<MultipartUpload>;
  uploadPart(
    upload: MultipartUpload,
    number: number,
    bytes: Buffer,
  ): Promise<UploadedPart>;
  /** Creates the object from its parts, in their order. */
  complete(upload: MultipartUpload, parts: readonly UploadedPart[]): Promise<void>;
}

/**
 * The error for an upload that cannot be continued, e.g. because the store no longer has it or one
 * of its parts. The object must be uploaded again.
 */
export class UploadLost extends Error {
  override name = 'UploadLost';
}

/** The errors of S3 for an upload that cannot be completed. */
const lostUploadErrors = new Set(['NoSuchUpload', 'InvalidPart', 'InvalidPartOrder']);

const getClient = keepS3Client('uploads');

/**
 * Opens a bucket for uploads in parts. Its operations throw `unavailable` if the store is busy or
 * cannot be reached, and `UploadLost` if the upload cannot be continued.
 */
export function openMultipartUploads(Bucket: string, meter: Meter): MultipartUploads {
  const s3 = getClient();
  return {
    async start(key, type) {
      meter.count('write');
      const command = new CreateMultipartUploadCommand({
        Bucket,
        Key: key,
        ContentType: type,
      });
      const { UploadId = '' } = await translateStoreErrors(s3.send(command));
      return { key, upload_id: UploadId };
    },

    async uploadPart({ key, upload_id }, number, bytes) {
      meter.count('write');
      const command = new UploadPartCommand({
        Bucket,
        Key: key,
        UploadId: upload_id,
        PartNumber: number,
        Body: bytes,
      });
      const { ETag = '', ChecksumCRC32 } = await translateUploadErrors(s3.send(command));
      return compact({ number, etag: ETag, crc32: ChecksumCRC32 });
    },

    async complete({ key, upload_id }, parts) {
      meter.count('write');
      const command = new CompleteMultipartUploadCommand({
        Bucket,
        Key: key,
        UploadId: upload_id,
        MultipartUpload: { Parts: parts.map(toCompletedPart) },
      });
      await translateUploadErrors(s3.send(command));
    },
  };
}

function toCompletedPart({ number, etag, crc32 }: UploadedPart) {
  return compact({ PartNumber: number, ETag: etag, ChecksumCRC32: crc32 });
}

/** Returns the result of a call. Throws `UploadLost` if the store has lost the upload. */
async function translateUploadErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await translateStoreErrors(call);
  } catch (error) {
    const isLost = error instanceof Error && lostUploadErrors.has(error.name);
    throw isLost ? new UploadLost(error.message) : error;
  }
}
