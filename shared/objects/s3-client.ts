import { S3Client } from '@aws-sdk/client-s3';
import { getStoreClientOptions, keepClient } from '../runtime/store-client.ts';

/** Returns a function that returns the S3 client of this process with the limits of a store. */
export function keepS3Client(store: 'objects' | 'uploads'): () => S3Client {
  return keepClient(
    'AWS_ENDPOINT_URL_S3',
    (endpoint) =>
      new S3Client({
        ...getStoreClientOptions(store),
        // A local server has no host name for each bucket.
        forcePathStyle: endpoint !== undefined,
      }),
  );
}
