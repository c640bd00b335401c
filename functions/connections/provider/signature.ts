import { createHmac } from 'node:crypto';
import { isEqualInConstantTime } from '#shared/auth/secrets.ts';

/** How a provider signs its webhooks with HMAC-SHA-256. */
export interface Signature {
  secret: string;
  /** What is signed: the raw body, often after a timestamp. */
  content: string;
  encoding: 'hex' | 'base64';
  /** The signature that was sent. */
  sent: string | undefined;
}

/** Returns whether a webhook has a valid signature. Hexadecimal digits may be upper case. */
export function isSigned({ secret, content, encoding, sent }: Signature): boolean {
  if (!secret || !sent) return false;
  const expected = createHmac('sha256', secret).update(content).digest(encoding);
  return isEqualInConstantTime(expected, encoding === 'hex' ? sent.toLowerCase() : sent);
}
