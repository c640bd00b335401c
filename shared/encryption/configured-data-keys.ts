import { findEnvironment } from '../runtime/environment.ts';
import type { DataKeyProvider } from './data-keys.ts';
import { openKeyFileDataKeys } from './key-file.ts';

/**
 * Returns the configured provider of data keys: the KMS key `ENCRYPTION_KMS_KEY_ID`, or the key in
 * the file `ENCRYPTION_KEY_FILE`. Throws if neither variable is set.
 */
export async function openDataKeys(): Promise<DataKeyProvider> {
  const kmsKeyId = findEnvironment('ENCRYPTION_KMS_KEY_ID');
  const keyFile = findEnvironment('ENCRYPTION_KEY_FILE');
  if (kmsKeyId) {
    // Loaded only if needed: the KMS client takes a while to load.
    const { openKmsDataKeys } = await import('./kms.ts');
    return openKmsDataKeys(kmsKeyId);
  }
  if (keyFile) return openKeyFileDataKeys(keyFile);
  throw new Error(
    'Set ENCRYPTION_KMS_KEY_ID or ENCRYPTION_KEY_FILE to encrypt provider tokens.',
  );
}

let opened: Promise<DataKeyProvider> | undefined;

/** Like `openDataKeys`, but later invocations of the function reuse its connection. */
export function openDataKeysOnce(): Promise<DataKeyProvider> {
  opened ??= openDataKeys();
  return opened;
}
