import { optionalEnvironment } from '../runtime/environment.ts';
import type { DataKeyProvider } from './data-keys.ts';
import { keyFileDataKeys } from './key-file.ts';

/**
 * The data keys that the environment configures: wrapped by the KMS key `ENCRYPTION_KMS_KEY_ID`, or by the key in the
 * file `ENCRYPTION_KEY_FILE`. Throws where it names neither.
 */
export async function configuredDataKeys(): Promise<DataKeyProvider> {
  const kmsKeyId = optionalEnvironment('ENCRYPTION_KMS_KEY_ID');
  const keyFile = optionalEnvironment('ENCRYPTION_KEY_FILE');
  // One machine has no use for the client of KMS, and need not wait until it is loaded.
  if (kmsKeyId) return (await import('./kms.ts')).kmsDataKeys(kmsKeyId);
  if (keyFile) return keyFileDataKeys(keyFile);
  throw new Error(
    'There is no key to encrypt with: set ENCRYPTION_KMS_KEY_ID or ENCRYPTION_KEY_FILE.',
  );
}
