import { isId } from '../runtime/ids.ts';
import { toLogHash } from '../runtime/log-hash.ts';
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

/** Returns an envelope from its JSON, in which bytes are base64. */
export function parseEnvelope({
  wrapped_key,
  ciphertext,
  ...others
}: {
  wrapped_key: string;
  ciphertext: string;
  has_hashed_ids?: true;
}): Envelope {
  return {
    wrapped_key: parseBytes(wrapped_key),
    ciphertext: parseBytes(ciphertext),
    ...others,
  };
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
