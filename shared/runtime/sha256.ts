/**
 * Returns the SHA-256 of a text. Loads `node:crypto` at the first use, which takes 8 ms of CPU: the
 * functions without a store need no hash for most requests.
 */
export function computeSha256(text: string): Buffer {
  return process.getBuiltinModule('node:crypto').hash('sha256', text, 'buffer');
}
