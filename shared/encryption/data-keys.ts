import { randomBytes } from 'node:crypto';
import { DecryptCommand, GenerateDataKeyCommand } from '@aws-sdk/client-kms';
import { translateStoreErrors } from '../errors/store-failures.ts';
import { decrypt, encrypt, keyBytes } from '../runtime/cipher.ts';
import { findEnvironment } from '../runtime/environment.ts';
import { readKeyFile } from '../runtime/key-file.ts';
import { type DataKeyProvider, toAssociatedData } from './envelope.ts';
import { announceKeyUse } from './key-use.ts';
import { getKmsClient } from './kms-client.ts';

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
    'Set ENCRYPTION_KMS_KEY_ID or ENCRYPTION_KEY_FILE to encrypt secrets of others.',
  );
}

/**
 * Returns a provider that wraps data keys with an AWS KMS key. `keyId` is its id, ARN or alias. Its
 * operations throw `unavailable` if KMS is busy or cannot be reached.
 */
export function openKmsDataKeys(keyId: string): DataKeyProvider {
  const client = getKmsClient();
  return {
    async generate(context) {
      const command = new GenerateDataKeyCommand({
        KeyId: keyId,
        KeySpec: 'AES_256',
        EncryptionContext: context,
      });
      const { Plaintext, CiphertextBlob } = await translateStoreErrors(
        client.send(command),
      );
      if (!Plaintext || !CiphertextBlob) throw new Error('KMS returned no data key.');
      return { plaintext: Plaintext, wrapped: CiphertextBlob };
    },
    async unwrap(wrapped, context) {
      const command = new DecryptCommand({
        KeyId: keyId,
        CiphertextBlob: wrapped,
        EncryptionContext: context,
      });
      const { Plaintext } = await translateStoreErrors(client.send(command));
      if (!Plaintext) throw new Error('KMS returned no data key.');
      return Plaintext;
    },
  };
}

/** Returns a provider that wraps data keys with the key in a file, for a service on one machine. */
export function openKeyFileDataKeys(path: string): DataKeyProvider {
  return {
    async generate(context) {
      announceKeyUse('kms:GenerateDataKey', context);
      const plaintext = randomBytes(keyBytes);
      const key = await readKeyFile(path);
      return { plaintext, wrapped: encrypt(key, plaintext, toAssociatedData(context)) };
    },

    async unwrap(wrapped, context) {
      announceKeyUse('kms:Decrypt', context);
      const key = await readKeyFile(path);
      return decrypt(key, wrapped, toAssociatedData(context));
    },
  };
}
