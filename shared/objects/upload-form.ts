import { compact } from '../runtime/compact.ts';
import { signText } from './signature.ts';
import {
  createSigningClient,
  getEnvironmentSigner,
  type UrlSigner,
} from './signed-urls.ts';

/** An object that one form of a page uploads. */
export interface FormUpload {
  bucket: string;
  key: string;
  /** The sizes that the store accepts, in bytes. */
  size: { min: number; max: number };
  /** The page to which the store redirects the browser afterwards. */
  redirectUrl?: string;
  /** The form cannot be sent at or after this time. */
  endsAt: Date;
}

/** A form with the method POST and `multipart/form-data`. */
export interface UploadForm {
  /** The address of the bucket, which `form-action` of the page must allow. */
  action: string;
  /** The hidden fields. They come before the field `file`. */
  fields: Readonly<Record<string, string>>;
}

/**
 * Signs a form that uploads one file straight to a bucket (a POST policy of S3, signed with SigV4).
 * The form has the rights of the function that signed it. By hand, because the SDK's package has
 * its own version of the client.
 */
export async function createUploadForm(
  { bucket, key, size, redirectUrl, endsAt }: FormUpload,
  now: Date,
  signer: UrlSigner = getEnvironmentSigner(),
): Promise<UploadForm> {
  const client = createSigningClient(signer);
  const credentials = await client.config.credentials();
  const date = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const scope = [date.slice(0, 8), await client.config.region(), 's3', 'aws4_request'];
  const signed = compact({
    key,
    success_action_redirect: redirectUrl,
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': [credentials.accessKeyId, ...scope].join('/'),
    'x-amz-date': date,
    'x-amz-security-token': credentials.sessionToken,
  });
  const policy = encodePolicy(endsAt, [
    { bucket },
    ['content-length-range', size.min, size.max],
    ...Object.entries(signed).map(([name, value]) => ({ [name]: value })),
  ]);
  const signature = signText(policy, credentials.secretAccessKey, scope);
  return {
    action: await getBucketUrl(bucket, signer),
    fields: { ...signed, policy, 'x-amz-signature': signature },
  };
}

function encodePolicy(endsAt: Date, conditions: readonly unknown[]): string {
  const policy = { expiration: endsAt.toISOString(), conditions };
  return Buffer.from(JSON.stringify(policy)).toString('base64');
}

/** Returns the address of a bucket, to which forms are sent. */
async function getBucketUrl(bucket: string, signer: UrlSigner): Promise<string> {
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
