import { randomBytes } from 'node:crypto';

/** Creates the id of a write, 72 random bits. By it, a repeated write finds that it was done. */
export function createWriteId(): string {
  return randomBytes(9).toString('base64url');
}
