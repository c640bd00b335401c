import { UploadPartCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import {
  createSigningClient,
  getEnvironmentSigner,
  getUrlLifetime,
  type UrlSigner,
} from './url-signer.ts';

/** An unfinished upload of an object in parts. */
export interface PartUpload {
  bucket: string;
  key: string;
  uploadId: string;
  /** No part can be uploaded at or after this time. */
  endsAt: Date;
}

/** A part of an upload, from number 1, and its exact size. */
export interface SignedPart {
  number: number;
  bytes: number;
}

/** The longest life of the URL of a part, in seconds. An upload that has started continues. */
const maxLifetime = 3600;

/**
 * Returns for each part a URL to which a client sends it by PUT, without further credentials, for
 * an hour at most. The store accepts only a body of the exact size. The response has an ETag.
 */
export function createPartUrls(
  { bucket, key, uploadId, endsAt }: PartUpload,
  parts: readonly SignedPart[],
  now: Date,
  signer: UrlSigner = getEnvironmentSigner(),
): Promise<string[]> {
  const client = createSigningClient(signer);
  const expiresIn = getUrlLifetime(endsAt, now, maxLifetime);
  const urls = parts.map(({ number, bytes }) => {
    const command = new UploadPartCommand({
      Bucket: bucket,
      Key: key,
      UploadId: uploadId,
      PartNumber: number,
      ContentLength: bytes,
    });
    return getSignedUrl(client, command, { expiresIn, signingDate: now });
  });
  return Promise.all(urls);
}
