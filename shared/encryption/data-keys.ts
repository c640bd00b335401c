import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { decrypt, encrypt, keyBytes } from '../runtime/cipher.ts';
import { findEnvironment } from '../runtime/environment.ts';
import { getStoreClientOptions } from '../runtime/store-client.ts';
import { type DataKeyProvider, toAssociatedData } from './envelope.ts';

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

let opened: DataKeyProvider | undefined;

/** Returns the data keys of this process, which the first call opens. */
export function getDataKeys(): DataKeyProvider {
  opened ??= openDataKeys();
  return opened;
}

/** Returns a provider that wraps data keys with an AWS KMS key. `keyId` is its id, ARN or alias. */
export function openKmsDataKeys(keyId: string): DataKeyProvider {
  const client = new KMSClient(getStoreClientOptions('keys'));
  return {
    async generate(context) {
      const command = new GenerateDataKeyCommand({
        KeyId: keyId,
        KeySpec: 'AES_256',
        EncryptionContext: context,
      });
      const { Plaintext, CiphertextBlob } = await client.send(command);
      if (!Plaintext || !CiphertextBlob) throw new Error('KMS returned no data key.');
      return { plaintext: Plaintext, wrapped: CiphertextBlob };
    },
    async unwrap(wrapped, context) {
      const command = new DecryptCommand({
        KeyId: keyId,
        CiphertextBlob: wrapped,
        EncryptionContext: context,
      });
      const { Plaintext } = await client.send(command);
      if (!Plaintext) throw new Error('KMS returned no data key.');
      return Plaintext;
    },
  };
}

/**
 * Returns whether other users may access the file. Always false on Windows, which has no file
 * modes.
 */
async function isOpenToOthers(path: string): Promise<boolean> {
  const { mode } = await stat(path);
  return process.platform !== 'win32' && (mode & 0o077) !== 0;
}

/**
 * Reads the key of 32 bytes, stored as base64. Throws an error that says what to do if the file
 * contains no such key, or if other users can access it.
 */
export async function readKeyFile(path: string): Promise<Uint8Array> {
  if (await isOpenToOthers(path)) {
    throw new Error(
      `The key file ${path} must be readable only by its owner; run: chmod 600 ${path}`,
    );
  }
  const key = Buffer.from(await readFile(path, 'utf8'), 'base64');
  if (key.length !== keyBytes) {
    throw new Error(
      `The key file ${path} must contain ${keyBytes} bytes as base64, not ${key.length}; ` +
        'restore it from a backup',
    );
  }
  return key;
}

/** Returns a provider that wraps data keys with the key in a file, for a service on one machine. */
export function openKeyFileDataKeys(path: string): DataKeyProvider {
  return {
    async generate(context) {
      const plaintext = randomBytes(keyBytes);
      const key = await readKeyFile(path);
      return { plaintext, wrapped: encrypt(key, plaintext, toAssociatedData(context)) };
    },

    async unwrap(wrapped, context) {
      const key = await readKeyFile(path);
      return decrypt(key, wrapped, toAssociatedData(context));
    },
  };
}
