import { createHash } from 'node:crypto';

/** Returns the digest of inline content for a Content-Security-Policy (CSP 3, section 2.3). */
export function toContentDigest(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}
