import { createHash } from 'node:crypto';
import { toBase32 } from './ids.ts';

/** 96 bits, so no two ids of a service have the same hash. */
const hashBytes = 12;

/**
 * Returns the hash that log lines have instead of the id of a person or of their connection: the
 * first 96 bits of the SHA-256 of the id, in 20 characters. An id has 128 random bits, so its hash
 * leads to the person only as long as the id is stored (decision 0024).
 */
export function toLogHash(id: string): string {
  const digest = createHash('sha256').update(id).digest();
  return toBase32(digest.subarray(0, hashBytes));
}

/** Returns whether a string has the form of a hash in the log. */
export function isLogHash(text: string): boolean {
  return /^[0-9a-z]{20}$/.test(text);
}
