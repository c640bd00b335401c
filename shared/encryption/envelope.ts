import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { isId, toLogHash } from '../runtime/ids.ts';

/**
 * The owner of encrypted data, e.g. a user and a connection. Decryption needs the same context, so
 * data that is copied to another item cannot be decrypted there. CloudTrail logs the context of
 * each data key, so envelopes replace the ids by hashes.
 */
export type EncryptionContext = Readonly<Record<string, string>>;

/** A data key, in plain text for encrypting and wrapped for storing. */
export interface DataKey {
  plaintext: Uint8Array;
  wrapped: Uint8Array;
}

/** Creates and unwraps data keys. The wrapping key never leaves the provider. */
export interface DataKeyProvider {
  generate(context: EncryptionContext): Promise<DataKey>;
  /** Throws if the key was wrapped by another provider or for another context. */
  unwrap(wrapped: Uint8Array, context: EncryptionContext): Promise<Uint8Array>;
}

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
  const hashedContext = hashIds(context);
  const { plaintext: key, wrapped } = await dataKeys.generate(hashedContext);
  try {
    const ciphertext = encrypt(key, Buffer.from(text), toAssociatedData(hashedContext));
    return { wrapped_key: wrapped, ciphertext };
  } finally {
    key.fill(0);
  }
}

/**
 * Decrypts an envelope. Throws if it was changed, or encrypted for another context or with a key of
 * another data key provider.
 */
export async function decryptEnvelope(
  { wrapped_key, ciphertext }: Envelope,
  context: EncryptionContext,
  dataKeys: DataKeyProvider,
): Promise<string> {
  const hashedContext = hashIds(context);
  const key = await dataKeys.unwrap(wrapped_key, hashedContext);
  try {
    const plaintext = decrypt(key, ciphertext, toAssociatedData(hashedContext));
    return Buffer.from(plaintext).toString();
  } finally {
    key.fill(0);
  }
}

/** Returns an envelope from its JSON, in which bytes are base64. */
export function parseEnvelope({
  wrapped_key,
  ciphertext,
}: Record<keyof Envelope, string>): Envelope {
  return { wrapped_key: parseBytes(wrapped_key), ciphertext: parseBytes(ciphertext) };
}

function parseBytes(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

/**
 * Returns the context with hashes instead of ids, because CloudTrail logs the context and its log
 * outlives the data of an erased user (decision 0024).
 */
function hashIds(context: EncryptionContext): EncryptionContext {
  const members = Object.entries(context);
  const hashed = members.map(([name, value]) => [
    name,
    isId(value) ? toLogHash(value) : value,
  ]);
  return Object.fromEntries(hashed);
}

/**
 * Serializes a context as additional authenticated data. The order of its members does not matter.
 */
export function toAssociatedData(context: EncryptionContext): Uint8Array {
  const names = Object.keys(context).sort();
  const members = names.map((name) => [name, context[name]]);
  return Buffer.from(JSON.stringify(members));
}

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
