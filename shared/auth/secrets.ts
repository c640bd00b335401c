import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { computeCrc32 } from '../runtime/crc32.ts';
import { toBase32 } from '../runtime/ids.ts';

/** Returns 256 random bits as 52 characters of base 32. */
export function newSecret(): string {
  return toBase32(randomBytes(32));
}

/**
 * Derives a secret with HMAC-SHA-256. The same arguments always give the same result, and the
 * stored salt alone reveals nothing. Different purposes give independent secrets.
 */
export function deriveSecret(secret: string, salt: string, purpose: string): string {
  const hmac = createHmac('sha256', secret);
  return toBase32(hmac.update(`${salt} ${purpose}`).digest());
}

/** Returns the SHA-256 digest in base64url. Secrets of 256 random bits need no salt. */
export function toDigest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url');
}

/** Compares two strings in constant time. */
export function isEqualInConstantTime(one: string, other: string): boolean {
  const bytes = Buffer.from(one);
  const otherBytes = Buffer.from(other);
  return bytes.length === otherBytes.length && timingSafeEqual(bytes, otherBytes);
}

/** Returns whether `digest` is the digest of `secret`. An undefined digest never matches. */
export function matchesDigest(secret: string, digest: string | undefined): boolean {
  if (digest === undefined) return false;
  return isEqualInConstantTime(toDigest(secret), digest);
}

/**
 * Returns the CRC-32 of a text as 7 characters of base 32. It detects a mistyped token without a
 * store call.
 */
export function toChecksum(text: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(computeCrc32(text));
  return toBase32(bytes);
}
