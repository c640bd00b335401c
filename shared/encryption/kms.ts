import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { getStoreClientOptions } from '../runtime/store-client.ts';
import type { DataKeyProvider } from './data-keys.ts';

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
