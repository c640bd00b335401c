import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import {
  createSigningClient,
  getEnvironmentSigner,
  getUrlLifetime,
  type UrlSigner,
} from './url-signer.ts';

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
const maxLifetime = 60;

/**
 * Returns a URL that downloads an object without further credentials for a minute at most (SigV4
 * query parameters). The URL has the rights of the function that signed it.
 */
export function createDownloadUrl(
  { bucket, key, fileName, type, endsAt }: Download,
  now: Date,
  signer: UrlSigner = getEnvironmentSigner(),
): Promise<string> {
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    ResponseContentType: type,
    ResponseContentDisposition: `attachment; filename="${fileName}"`,
    ResponseCacheControl: 'no-store',
  });
  const expiresIn = getUrlLifetime(endsAt, now, maxLifetime);
  return getSignedUrl(createSigningClient(signer), command, {
    expiresIn,
    signingDate: now,
  });
}
