import { randomBytes } from 'node:crypto';

/**
 * Creates the id of a write, 72 random bits. A repeated write that finds its own id in the item was
 * already done.
 */
export function createWriteId(): string {
  return randomBytes(9).toString('base64url');
}
