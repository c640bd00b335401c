import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';

/**
 * Creates an HMAC. For a key in a buffer, `createHmac` throws and catches two errors with stack
 * traces, which take 20 µs. For a key in a string, it does not.
 */
function createKeyedHash(secret: string | Uint8Array): Hmac {
  if (typeof secret === 'string') return createHmac('sha256', secret);

  const key = Buffer.from(secret).toString('latin1');
  return createHmac('sha256', key, { encoding: 'latin1' });
}

/** Replaces the SHA-256 of the SDK in the bundles. The SDK signs every call with it. */
export class Sha256Node {
  readonly #hash: Hash | Hmac;

  constructor(secret?: string | Uint8Array) {
    this.#hash = secret ? createKeyedHash(secret) : createHash('sha256');
  }

  update(data: Uint8Array): void {
    this.#hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}
