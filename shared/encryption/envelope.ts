import { decrypt, encrypt } from '../runtime/cipher.ts';
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
