/** The names in an encryption context, e.g. `['user_id', 'type']`. */
export type ContextNames = readonly [string, ...string[]];

/**
 * What a function may do with the encryption key. It may use only contexts that have exactly these
 * names, so a function that opens tokens cannot open secrets of another kind.
 */
export interface EncryptionUse {
  encrypts?: readonly ContextNames[];
  decrypts?: readonly ContextNames[];
}

/** The names in the encryption context of a remote connection's credentials. */
export const credentialsContext = ['user_id', 'remote_connection_id', 'type'] as const;

/** The names in the encryption context of the secrets of our client at a provider. */
export const providerClientContext = ['provider'] as const;
