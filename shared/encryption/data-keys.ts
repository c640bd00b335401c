/**
 * What encrypted data belongs to, e.g. a user and a connection. Decryption needs the same context,
 * so data that is copied to another item cannot be decrypted there. CloudTrail logs the context of
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

/**
 * Serializes a context as additional authenticated data. The order of its members does not matter.
 */
export function toAssociatedData(context: EncryptionContext): Uint8Array {
  const names = Object.keys(context).sort();
  const members = names.map((name) => [name, context[name]]);
  return Buffer.from(JSON.stringify(members));
}
