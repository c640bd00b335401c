import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { scaleTimeLimit } from '../runtime/time-limit.ts';
import type { DataKeyProvider } from './data-keys.ts';

/** Data keys that are wrapped by an AWS KMS key. `keyId` is its id, ARN or alias. */
export function kmsDataKeys(keyId: string): DataKeyProvider {
  const client = new KMSClient({
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: scaleTimeLimit(1000),
      requestTimeout: scaleTimeLimit(3000),
    },
  });
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
