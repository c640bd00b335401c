import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { translateStoreErrors } from '../errors/store-failures.ts';
import type { Meter } from '../runtime/log.ts';
import { keepS3Client } from './objects.ts';

/** A bucket to which objects of unknown size are uploaded. */
export interface Uploads {
  /**
   * Uploads a stream as an object, which exists only when it is complete. Returns its size in
   * bytes. An upload that fails leaves its parts to a rule of the bucket, which deletes them.
   */
  upload(key: string, type: string, content: Readable): Promise<number>;
}

const getClient = keepS3Client('uploads');

/**
 * Opens a bucket for uploads in parts of 5 MB, one after the other, so that memory holds only one
 * part. Throws `unavailable` if the store is busy or cannot be reached.
 */
export function openUploads(
  bucket: string,
  meter: Meter,
  client: S3Client = getClient(),
): Uploads {
  return {
    async upload(key, type, content) {
      const upload = new Upload({
        client,
        params: { Bucket: bucket, Key: key, ContentType: type, Body: content },
        queueSize: 1,
        leavePartsOnError: true,
      });
      let bytes = 0;
      upload.on('httpUploadProgress', ({ loaded = 0 }) => {
        meter.count('write');
        bytes = loaded;
      });
      await translateStoreErrors(upload.done());
      return bytes;
    },
  };
}
