import { randomUUID } from 'node:crypto';

/**
 * Creates up to 32 random hexadecimal digits, for ids that need not be secret. Node buffers the
 * random numbers of UUIDs, so this takes a tenth of the time of `randomBytes`.
 */
export function createRandomHex(length: number): string {
  return randomUUID().replaceAll('-', '').slice(0, length);
}
