import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
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
  return hash('sha256', content, 'base64url');
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

/** The polynomial of IEEE 802.3, the least significant bit first. */
const polynomial = 0xedb88320;

/** The remainder of each byte value after division by the polynomial. */
const byteRemainders = Uint32Array.from({ length: 256 }, (_, byte) =>
  computeByteRemainder(byte),
);

function computeByteRemainder(byte: number): number {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) {
    const lowestBit = remainder & 1;
    remainder = lowestBit ? (remainder >>> 1) ^ polynomial : remainder >>> 1;
  }
  return remainder;
}

/**
 * Computes the CRC-32 of a text in UTF-8, as `crc32` of `node:zlib` does. Loading that module would
 * add 3 ms to the cold start of every function that checks tokens.
 */
export function computeCrc32(text: string): number {
  let remainder = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    const byteRemainder = byteRemainders[(remainder ^ byte) & 0xff] ?? 0;
    remainder = byteRemainder ^ (remainder >>> 8);
  }
  return (remainder ^ 0xffffffff) >>> 0;
}

/** Returns JSON in which the members of every object are sorted by name. */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member) => {
    const isObject =
      typeof member === 'object' && member !== null && !Array.isArray(member);
    return isObject ? sortMembers(member) : member;
  });
}

function sortMembers(object: object): object {
  const members = Object.entries(object);
  members.sort(([name], [otherName]) => (name < otherName ? -1 : 1));
  return Object.fromEntries(members);
}
