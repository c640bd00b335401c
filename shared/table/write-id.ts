import { randomBytes } from 'node:crypto';

/** Creates the id of a write. */
export function createWriteId(): string {
  return randomBytes(9).toString('base64url');
}
