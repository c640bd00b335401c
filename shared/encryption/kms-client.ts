import { KMSClient } from '@aws-sdk/client-kms';
import { getStoreClientOptions, keepClient } from '../runtime/store-client.ts';

/** Returns the client of KMS of this process. */
export const getKmsClient = keepClient(
  'AWS_ENDPOINT_URL_KMS',
  () => new KMSClient(getStoreClientOptions('keys')),
);
