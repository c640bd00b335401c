import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { compact } from '../runtime/compact.ts';
import { findEnvironment } from '../runtime/environment.ts';

/** An object to download, as the browser saves it. */
export interface Download {
  bucket: string;
  key: string;
  fileName: string;
  type: string;
  /** A download cannot start at or after this time. */
  endsAt: Date;
}

/** The longest life of a signed URL, in seconds. A download that has started continues. */
const maxUrlLifetime = 60;

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
function getEnvironmentSigner(): UrlSigner {
  return { endpoint: findEnvironment('OBJECT_DOWNLOAD_URL') };
}

/**
 * Returns a URL that downloads an object without further credentials for a minute at most (SigV4
 * query parameters). The URL has the rights of the function that signed it.
 */
export function createDownloadUrl(
  { bucket, key, fileName, type, endsAt }: Download,
  now: Date,
  { endpoint, credentials, region }: UrlSigner = getEnvironmentSigner(),
): Promise<string> {
  const s3 = new S3Client({
    ...compact({ endpoint, credentials, region }),
    forcePathStyle: endpoint !== undefined,
  });
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    ResponseContentType: type,
    ResponseContentDisposition: `attachment; filename="${fileName}"`,
    ResponseCacheControl: 'no-store',
  });
  const remainingSeconds = Math.floor((endsAt.getTime() - now.getTime()) / 1000);
  const expiresIn = Math.max(1, Math.min(maxUrlLifetime, remainingSeconds));
  return getSignedUrl(s3, command, { expiresIn, signingDate: now });
}
