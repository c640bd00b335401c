import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const authTagLength = 16;

/** Bytes of a key. */
export const keyBytes = 32;

/**
 * Encrypts with AES-256-GCM (NIST SP 800-38D) under a random nonce: the nonce, the ciphertext and the tag in one piece.
 * `associated` is not in it, and must be the same when it is decrypted.
 */
export function encrypt(
  key: Uint8Array,
  plaintext: Uint8Array,
  associated: Uint8Array,
): Uint8Array {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength }).setAAD(associated);
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts what `encrypt` made. Throws where a bit of it, the key or `associated` is another. */
export function decrypt(
  key: Uint8Array,
  encrypted: Uint8Array,
  associated: Uint8Array,
): Uint8Array {
  const nonce = encrypted.subarray(0, nonceBytes);
  const ciphertext = encrypted.subarray(nonceBytes, -authTagLength);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength })
    .setAAD(associated)
    .setAuthTag(encrypted.subarray(-authTagLength));
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
}
