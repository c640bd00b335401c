import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  type ListPartsCommandOutput,
} from '@aws-sdk/client-s3';
import { translateStoreErrors } from '../errors/store-failures.ts';
import { compact } from '../runtime/compact.ts';
import type { Meter } from '../runtime/log.ts';
import { keepS3Client } from './objects.ts';

/** A part that a client has uploaded, from number 1. */
export interface UploadedPart {
  number: number;
  etag: string;
  bytes: number;
}

/**
 * A bucket to which clients upload objects in parts, by signed URLs. An upload ends after a day by
 * a rule of the bucket. Until it is completed, the object does not exist.
 */
export interface ClientUploads {
  /** Begins an upload, and returns its id. */
  begin(key: string, type: string): Promise<string>;
  /** Lists the parts by number. Returns undefined if the upload has ended. */
  listParts(key: string, uploadId: string): Promise<UploadedPart[] | undefined>;
  /**
   * Creates the object from the parts. `gone`: the upload has ended, maybe because it was completed
   * by a call whose response was lost. `invalid`: a part is missing, was replaced, or is too small.
   */
  complete(
    key: string,
    uploadId: string,
    parts: readonly UploadedPart[],
  ): Promise<'completed' | 'gone' | 'invalid'>;
}

const getClient = keepS3Client('uploads');

const partErrors = new Set(['InvalidPart', 'InvalidPartOrder', 'EntityTooSmall']);

/** Opens a bucket for uploads of clients. Throws `unavailable` if the store cannot be reached. */
export function openClientUploads(bucket: string, meter: Meter): ClientUploads {
  const s3 = getClient();
  return {
    async begin(key, type) {
      meter.count('write');
      const input = { Bucket: bucket, Key: key, ContentType: type };
      const request = s3.send(new CreateMultipartUploadCommand(input));
      const { UploadId = '' } = await translateStoreErrors(request);
      return UploadId;
    },

    async listParts(key, uploadId) {
      const parts: UploadedPart[] = [];
      let page: ListPartsCommandOutput | undefined;
      do {
        meter.count('read');
        const marker = compact({ PartNumberMarker: page?.NextPartNumberMarker });
        const input = { Bucket: bucket, Key: key, UploadId: uploadId, ...marker };
        const request = translateStoreErrors(s3.send(new ListPartsCommand(input)));
        page = await request.catch(ignoreNoSuchUpload);
        if (!page) return undefined;
        for (const { PartNumber = 0, ETag = '', Size = 0 } of page.Parts ?? [])
          parts.push({ number: PartNumber, etag: ETag, bytes: Size });
      } while (page.IsTruncated);
      return parts;
    },

    async complete(key, uploadId, parts) {
      meter.count('write');
      const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }));
      const command = new CompleteMultipartUploadCommand({
        Bucket: bucket,
        Key: key,
        UploadId: uploadId,
        MultipartUpload: { Parts },
      });
      try {
        await translateStoreErrors(s3.send(command));
        return 'completed';
      } catch (error) {
        const name = error instanceof Error ? error.name : '';
        if (name === 'NoSuchUpload') return 'gone';
        if (partErrors.has(name)) return 'invalid';
        throw error;
      }
    },
  };
}

/** Returns undefined for the error of an upload that has ended. Throws every other error. */
function ignoreNoSuchUpload(error: unknown): undefined {
  if (!(error instanceof Error && error.name === 'NoSuchUpload')) throw error;
}
