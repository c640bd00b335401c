import { randomBytes } from 'node:crypto';
import { computeSha256 } from './sha256.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const timeLength = 10;

/** Encodes bytes in Crockford's base 32, in lower case, most significant bits first. */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  /** The low `bitCount` bits of the buffer are not encoded yet. */
  let bitCount = 0;
  let buffer = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bitCount += 8;
    while (bitCount >= 5) {
      bitCount -= 5;
      text += alphabet[(buffer >> bitCount) & 31];
    }
    buffer &= (1 << bitCount) - 1;
  }
  if (bitCount === 0) return text;
  return text + alphabet[(buffer << (5 - bitCount)) & 31];
}

/** Encodes a time in milliseconds so that the strings sort as the times do. */
function encodeTime(at: Date): string {
  let text = '';
  let remaining = at.getTime();
  while (text.length < timeLength) {
    text = alphabet[remaining % 32] + text;
    remaining = Math.floor(remaining / 32);
  }
  return text;
}

/**
 * Creates an id of 36 lower-case characters, a ULID with more random bits. The time in milliseconds
 * sorts ids, and 128 random bits keep them from being guessed.
 */
export function newId(at: Date): string {
  return encodeTime(at) + toBase32(randomBytes(16));
}

/**
 * Returns the id that something with an id elsewhere gets here: always the same one for a seed, of
 * the same time, and as hard to guess.
 */
export function deriveId(id: string, seed: string): string {
  const random = computeSha256(`${seed} ${id}`).subarray(0, 16);
  return id.slice(0, timeLength) + toBase32(random);
}

/** Returns the time of an id. */
export function getIdTime(id: string): Date {
  let time = 0;
  for (const letter of id.slice(0, timeLength))
    time = time * 32 + alphabet.indexOf(letter);
  return new Date(time);
}

/** Returns whether a string has the form of an id. Other strings may exceed the limits of a key. */
export function isId(text: string): boolean {
  return /^[0-9a-z]{36}$/.test(text);
}

/** 96 bits, so no two ids of a service have the same hash. */
const hashBytes = 12;

/**
 * Returns the hash that log lines have instead of the id of a person or of their connection: the
 * first 96 bits of the SHA-256 of the id, in 20 characters. An id has 128 random bits, so its hash
 * leads to the person only as long as the id is stored (decision 0024).
 */
export function toLogHash(id: string): string {
  return toBase32(computeSha256(id).subarray(0, hashBytes));
}

/** Returns whether a string has the form of a hash in the log. */
export function isLogHash(text: string): boolean {
  return /^[0-9a-z]{20}$/.test(text);
}
