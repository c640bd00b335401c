import { decrypt, encrypt } from './aes-gcm.ts';
import {
  associatedData,
  type DataKeyProvider,
  type EncryptionContext,
} from './data-keys.ts';

/** An encrypted text with its data key, which is encrypted as well (envelope encryption). */
export interface Envelope {
  wrapped_key: Uint8Array;
  ciphertext: Uint8Array;
}

/** Encrypts a text with a new data key, for one context. */
export async function seal(
  text: string,
  context: EncryptionContext,
  dataKeys: DataKeyProvider,
): Promise<Envelope> {
  const { plaintext: key, wrapped } = await dataKeys.generate(context);
  try {
    const ciphertext = encrypt(key, Buffer.from(text), associatedData(context));
    return { wrapped_key: wrapped, ciphertext };
  } finally {
    key.fill(0);
  }
}

/**
 * Decrypts an envelope. Throws if it was changed, or sealed for another context or by another
 * provider.
 */
export async function open(
  { wrapped_key, ciphertext }: Envelope,
  context: EncryptionContext,
  dataKeys: DataKeyProvider,
): Promise<string> {
  const key = await dataKeys.unwrap(wrapped_key, context);
  try {
    const plaintext = decrypt(key, ciphertext, associatedData(context));
    return Buffer.from(plaintext).toString();
  } finally {
    key.fill(0);
  }
}
