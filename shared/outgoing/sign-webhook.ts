import { createHmac, randomBytes } from 'node:crypto';

// Standard Webhooks 1.0.0: https://github.com/standard-webhooks/standard-webhooks
const secretPrefix = 'whsec_';

/** Returns a new secret of a webhook: `whsec_` and the base64 text of 32 random bytes. */
export function createWebhookSecret(): string {
  return secretPrefix + randomBytes(32).toString('base64');
}

/**
 * Returns the headers that identify and sign a delivery. `id` is the same for all tries, `now` is
 * the time of this try. During a rotation each secret makes a signature.
 */
export function signWebhook(
  id: string,
  now: Date,
  body: string,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000).toString();
  const content = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => `v1,${signContent(content, secret)}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

function signContent(content: string, secret: string): string {
  const key = Buffer.from(secret.replace(secretPrefix, ''), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}
