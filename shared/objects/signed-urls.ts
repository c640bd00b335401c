import { GetObjectCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { compact } from '../runtime/compact.ts';
import { findEnvironment } from '../runtime/environment.ts';

/** The store of the signed URLs, and the credentials that sign them, by default the function's. */
export interface UrlSigner {
  /** The address of the store for clients, without a trailing slash. Undefined for Amazon S3. */
  endpoint: string | undefined;
  credentials?: { accessKeyId: string; secretAccessKey: string };
  region?: string;
}

/**
 * Returns a signer for the address of the store from the environment. On one machine, clients reach
 * the store at another address than functions do.
 */
export function getEnvironmentSigner(): UrlSigner {
  return { endpoint: findEnvironment('OBJECT_DOWNLOAD_URL') };
}

/** Creates the client that signs URLs. It sends nothing. */
export function createSigningClient({ endpoint, credentials, region }: UrlSigner) {
  return new S3Client({
    ...compact({ endpoint, credentials, region }),
    forcePathStyle: endpoint !== undefined,
    // Otherwise the SDK signs the checksum of an empty body, and no other could be uploaded.
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
}

/**
 * Returns the longest life of a URL in seconds that ends at a time, at most `max` and at least 1.
 */
function getUrlLifetime(endsAt: Date, now: Date, max: number): number {
  const remainingSeconds = Math.floor((endsAt.getTime() - now.getTime()) / 1000);
  return Math.max(1, Math.min(max, remainingSeconds));
}

/** An object to download, as the browser saves it. */
export interface Download {
  bucket: string;
  key: string;
  fileName: string;
  type: string;
  /** A download cannot start at or after this time. */
  endsAt: Date;
}

/** The longest life of the URL of a download, in seconds. A download that has started continues. */
const maxDownloadLifetime = 60;

/**
 * Returns a URL that downloads an object without further credentials for a minute at most (SigV4
 * query parameters). The URL has the rights of the function that signed it.
 */
export function createDownloadUrl(
  { bucket, key, fileName, type, endsAt }: Download,
  now: Date,
): Promise<string> {
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    ResponseContentType: type,
    ResponseContentDisposition: `attachment; filename="${fileName}"`,
    ResponseCacheControl: 'no-store',
  });
  const expiresIn = getUrlLifetime(endsAt, now, maxDownloadLifetime);
  const client = createSigningClient(getEnvironmentSigner());
  return getSignedUrl(client, command, { expiresIn, signingDate: now });
}

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
const maxPartLifetime = 3600;

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
  const expiresIn = getUrlLifetime(endsAt, now, maxPartLifetime);
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
