import { decrypt, encrypt } from './aes-gcm.ts';
import {
  type DataKeyProvider,
  type EncryptionContext,
  toAssociatedData,
} from './data-keys.ts';

/** An encrypted text with its data key, which is encrypted as well (envelope encryption). */
export interface Envelope {
  wrapped_key: Uint8Array;
  ciphertext: Uint8Array;
}

/** Encrypts a text with a new data key. Decryption needs the same context. */
export async function encryptEnvelope(
  text: string,
  context: EncryptionContext,
  dataKeys: DataKeyProvider,
): Promise<Envelope> {
  const { plaintext: key, wrapped } = await dataKeys.generate(context);
  try {
    const ciphertext = encrypt(key, Buffer.from(text), toAssociatedData(context));
    return { wrapped_key: wrapped, ciphertext };
  } finally {
    key.fill(0);
  }
}

/**
 * Decrypts an envelope. Throws if it was changed, or encrypted for another context or by another
 * provider.
 */
export async function decryptEnvelope(
  { wrapped_key, ciphertext }: Envelope,
  context: EncryptionContext,
  dataKeys: DataKeyProvider,
): Promise<string> {
  const key = await dataKeys.unwrap(wrapped_key, context);
  try {
    const plaintext = decrypt(key, ciphertext, toAssociatedData(context));
    return Buffer.from(plaintext).toString();
  } finally {
    key.fill(0);
  }
}
