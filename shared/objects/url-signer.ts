import { S3Client } from '@aws-sdk/client-s3';
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

/** Returns the address of a bucket, to which forms are sent. */
export async function getBucketUrl(bucket: string, signer: UrlSigner): Promise<string> {
  const { config } = createSigningClient(signer);
  const { url } = config.endpointProvider(
    compact({
      Bucket: bucket,
      Region: await config.region(),
      ForcePathStyle: signer.endpoint !== undefined,
      Endpoint: signer.endpoint,
    }),
  );
  return url.href;
}

/**
 * Returns the longest life of a URL in seconds that ends at a time, at most `max` and at least 1.
 */
export function getUrlLifetime(endsAt: Date, now: Date, max: number): number {
  const remainingSeconds = Math.floor((endsAt.getTime() - now.getTime()) / 1000);
  return Math.max(1, Math.min(max, remainingSeconds));
}
