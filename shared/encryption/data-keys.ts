/**
 * What an encrypted thing belongs to, by names and ids that are no secret: KMS writes them into its log. Whoever
 * decrypts must state the same, so that a thing is of no use in another's place.
 */
export type EncryptionContext = Readonly<Record<string, string>>;

/** A key for one thing: as it encrypts, and as it is stored. */
export interface DataKey {
  plaintext: Uint8Array;
  wrapped: Uint8Array;
}

/** Makes data keys, and unwraps them again; the key that wraps them never leaves its keeper. */
export interface DataKeyProvider {
  generate(context: EncryptionContext): Promise<DataKey>;
  /** Throws where the key was wrapped by another provider or for another context. */
  unwrap(wrapped: Uint8Array, context: EncryptionContext): Promise<Uint8Array>;
}

/** A context as bytes that AES-GCM authenticates: the same ones in whichever order its members are stated. */
export function associatedData(context: EncryptionContext): Uint8Array {
  const members = Object.keys(context)
    .sort()
    .map((name) => [name, context[name]]);
  return Buffer.from(JSON.stringify(members));
}
