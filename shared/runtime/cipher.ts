import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const authTagLength = 16;

/** The length of a key in bytes. */
export const keyBytes = 32;

/**
 * Encrypts with AES-256-GCM (NIST SP 800-38D) and a random nonce. Returns nonce, ciphertext and tag
 * as one value. The associated data is authenticated, but not included in the value.
 */
export function encrypt(
  key: Uint8Array,
  plaintext: Uint8Array,
  associatedData: Uint8Array,
): Uint8Array {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength });
  cipher.setAAD(associatedData);
  const ciphertext = [cipher.update(plaintext), cipher.final()];
  return Buffer.concat([nonce, ...ciphertext, cipher.getAuthTag()]);
}

/** Decrypts a value of `encrypt`. Throws if the value, the key or the associated data differs. */
export function decrypt(
  key: Uint8Array,
  encrypted: Uint8Array,
  associatedData: Uint8Array,
): Uint8Array {
  const nonce = encrypted.subarray(0, nonceBytes);
  const ciphertext = encrypted.subarray(nonceBytes, -authTagLength);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength });
  decipher.setAAD(associatedData);
  decipher.setAuthTag(encrypted.subarray(-authTagLength));
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
}
