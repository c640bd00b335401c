import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import * as z from 'zod/mini';
import { toDigest } from '../auth/secrets.ts';
import { decrypt, encrypt } from '../runtime/cipher.ts';
import { toEpochSeconds } from '../runtime/time.ts';

/** The public key of a P-256 signature as a JSON Web Key (RFC 7517, RFC 7518 section 6.2.1). */
const PublicKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
});
export type PublicKey = z.output<typeof PublicKey>;

/** Returns the JSON Web Key of a public key. Throws if it has another kind. */
export function toPublicKey(key: KeyObject): PublicKey {
  return PublicKey.parse(key.export({ format: 'jwk' }));
}

/** A key of the file of a service on one machine. */
const StoredKey = z.object({
  kid: z.string(),
  /** Seconds since 1970. */
  created_at: z.int(),
  public_key: PublicKey,
  /** PKCS #8, encrypted with the key of the data folder, in base64. */
  private_key: z.string(),
});
export type StoredKey = z.output<typeof StoredKey>;

const KeySet = z.array(StoredKey).check(z.minLength(1));

/** Parses the content of the file. Throws if it is damaged. */
export function parseKeySet(text: string): StoredKey[] {
  return KeySet.parse(JSON.parse(text));
}

/** The context of the encryption: a key cannot be copied to another id. */
const toAssociatedData = (kid: string) => Buffer.from(`signing key ${kid}`);

/** Creates a key. Its id is its thumbprint (RFC 7638). */
export function createKey(encryptionKey: Uint8Array, now: Date): StoredKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = toPublicKey(publicKey);
  const kid = toDigest(JSON.stringify({ crv, kty, x, y }));
  const der = privateKey.export({ format: 'der', type: 'pkcs8' });
  const encrypted = encrypt(encryptionKey, der, toAssociatedData(kid));
  return {
    kid,
    created_at: toEpochSeconds(now),
    public_key: { kty, crv, x, y },
    private_key: Buffer.from(encrypted).toString('base64'),
  };
}

/** Signs a text with a stored key (RFC 7518 section 3.4). */
export function signWith(
  { kid, private_key }: StoredKey,
  encryptionKey: Uint8Array,
  text: string,
): Buffer {
  const encrypted = Buffer.from(private_key, 'base64');
  const der = decrypt(encryptionKey, encrypted, toAssociatedData(kid));
  const key = createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' });
  return sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
}

/** Seconds for which an id_token proves the sign-in. Clients check it when they get it. */
export const idTokenLifetime = 60 * 60;

/** Seconds for which a new key is published before it signs, so that every client knows it. */
export const publicationTime = 24 * 60 * 60;

/**
 * Returns the key that signs: the newest that was published for long enough, or else the oldest.
 */
export function selectKey(keys: readonly StoredKey[], now: Date): StoredKey | undefined {
  const known = keys.filter(
    ({ created_at }) => created_at + publicationTime <= toEpochSeconds(now),
  );
  const byAge = (one: StoredKey, other: StoredKey) => one.created_at - other.created_at;
  return known.toSorted(byAge).at(-1) ?? keys.toSorted(byAge)[0];
}
