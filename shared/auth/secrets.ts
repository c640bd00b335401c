import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base32 } from '../runtime/ids.ts';

/** A new secret of 256 random bits, as 52 characters of base 32. */
export function newSecret(): string {
  return base32(randomBytes(32));
}

/**
 * A secret that whoever holds `secret` can be given again, and nobody else can compute: the stored salt alone yields
 * nothing. Distinct purposes yield unrelated secrets.
 */
export function deriveSecret(secret: string, salt: string, purpose: string): string {
  return base32(createHmac('sha256', secret).update(`${salt} ${purpose}`).digest());
}

/** What is stored of a secret: its SHA-256, which for 256 random bits needs neither salt nor stretching. */
export function toDigest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Whether two texts are equal, in a time that does not depend on where they differ. */
export function isEqualInConstantTime(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether `digest` is the digest of `secret`; false where there is none. */
export function matchesDigest(secret: string, digest: string | undefined): boolean {
  return digest !== undefined && isEqualInConstantTime(toDigest(secret), digest);
}

/** The CRC-32 of a text as 7 characters of base 32: it tells a mistyped credential without a look at the store. */
export function toChecksum(text: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(text));
  return base32(bytes);
}
