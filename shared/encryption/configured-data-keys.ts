import { findEnvironment } from '../runtime/environment.ts';
import type { DataKeyProvider } from './data-keys.ts';
import { openKeyFileDataKeys } from './key-file.ts';
import { openKmsDataKeys } from './kms.ts';

/**
 * Returns the configured provider of data keys: the KMS key `ENCRYPTION_KMS_KEY_ID`, or the key in
 * the file `ENCRYPTION_KEY_FILE`. Throws if neither variable is set.
 */
export function openDataKeys(): DataKeyProvider {
  const kmsKeyId = findEnvironment('ENCRYPTION_KMS_KEY_ID');
  const keyFile = findEnvironment('ENCRYPTION_KEY_FILE');
  if (kmsKeyId) return openKmsDataKeys(kmsKeyId);
  if (keyFile) return openKeyFileDataKeys(keyFile);
  throw new Error(
    'Set ENCRYPTION_KMS_KEY_ID or ENCRYPTION_KEY_FILE to encrypt provider tokens.',
  );
}

let opened: DataKeyProvider | undefined;

/** Returns the data keys of this process, which the first call opens. */
export function getDataKeys(): DataKeyProvider {
  opened ??= openDataKeys();
  return opened;
}
