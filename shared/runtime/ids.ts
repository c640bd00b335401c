import { randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Crockford's base 32 in lower case, most significant bits first. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(held >> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text;
}

function timePart(at: Date): string {
  let text = '';
  for (let left = at.getTime(), i = 0; i < 10; i++, left = Math.floor(left / 32))
    text = alphabet[left % 32] + text;
  return text;
}

/**
 * A new id (decision M9): 36 lower-case characters, the first ten its time in milliseconds, so that ids sort in the
 * order in which they were made, the rest 128 random bits, so that none can be guessed.
 */
export function newId(at: Date): string {
  return timePart(at) + base32(randomBytes(16));
}

/** Whether a text has the form of an id of ours; what has not need not be looked for, and is no key. */
export function isId(text: string): boolean {
  return /^[0-9a-z]{36}$/.test(text);
}
