import type { DataKeyProvider } from '#shared/encryption/envelope.ts';
import { createTtlCache } from '#shared/runtime/ttl-cache.ts';

/** The time for which a warm function keeps the data key of a secret, in milliseconds. */
const ttlMillis = 5 * 60_000;

/**
 * Returns a function that opens data keys and keeps those that it has unwrapped for some minutes:
 * otherwise each event of a webhook would be a call to KMS.
 */
export function keepDataKeys(open: () => DataKeyProvider): () => DataKeyProvider {
  const cache = createTtlCache<Uint8Array>(ttlMillis);
  return () => {
    const { generate, unwrap } = open();
    return {
      generate,
      unwrap: async (wrapped, context) => {
        const now = new Date();
        const name = JSON.stringify([Buffer.from(wrapped).toString('base64'), context]);
        const kept = cache.get(name, now);
        const key = kept ?? (await unwrap(wrapped, context));
        if (!kept) cache.set(name, key, now);
        // Whoever uses a key overwrites it, so it gets a copy. The slice of a buffer is none.
        return Uint8Array.from(key);
      },
    };
  };
}
