import { decrypt, encrypt } from './aes-gcm.ts';
import { associatedData, type DataKeyProvider, type EncryptionContext } from './data-keys.ts';

/** An encrypted text with the key that decrypts it, which is itself encrypted. */
export interface Envelope {
  wrapped_key: Uint8Array;
  ciphertext: Uint8Array;
}

/** Encrypts a text under a data key of its own, for one context. */
export async function seal(
  text: string,
  context: EncryptionContext,
  dataKeys: DataKeyProvider,
): Promise<Envelope> {
  const { plaintext: key, wrapped: wrapped_key } = await dataKeys.generate(context);
  try {
    return { wrapped_key, ciphertext: encrypt(key, Buffer.from(text), associatedData(context)) };
  } finally {
    key.fill(0);
  }
}

/** Decrypts what `seal` made. Throws where it was made for another context or by another provider, or was changed. */
export async function open(
  { wrapped_key, ciphertext }: Envelope,
  context: EncryptionContext,
  dataKeys: DataKeyProvider,
): Promise<string> {
  const key = await dataKeys.unwrap(wrapped_key, context);
  try {
    return Buffer.from(decrypt(key, ciphertext, associatedData(context))).toString();
  } finally {
    key.fill(0);
  }
}
