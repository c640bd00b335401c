import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { findEnvironment } from './environment.ts';
import { createRequestHandler } from './store-request.ts';

/** The most times that an SDK client sends a request that fails or times out. */
const maxAttempts = 3;

/**
 * The time limit of one attempt in ms, by store. Images take longer than items. Nobody waits for
 * mail, because a queue sends it.
 */
const attemptTimeoutMs = {
  table: 1000,
  objects: 1600,
  /** Parts of several megabytes, which only consumers upload. */
  uploads: 20_000,
  keys: 1000,
  queues: 1000,
  mail: 5000,
} as const;

/**
 * Returns the options of an SDK client whose service responds with one small body. A request that
 * times out is aborted and sent again.
 */
export function getStoreClientOptions(store: 'table' | 'keys' | 'queues') {
  const requestHandler = createRequestHandler(attemptTimeoutMs[store]);
  return { maxAttempts, sha256: SdkSha256, requestHandler };
}

/**
 * Returns the same for a service with streams, which needs the request handler of the SDK. Without
 * `throwOnRequestTimeout`, that would only log a warning and go on waiting.
 */
export function getStreamingClientOptions(store: 'objects' | 'uploads' | 'mail') {
  const timeoutMs = attemptTimeoutMs[store];
  const requestHandler = {
    connectionTimeout: timeoutMs,
    requestTimeout: timeoutMs,
    throwOnRequestTimeout: true,
  };
  return { maxAttempts, sha256: SdkSha256, requestHandler };
}

/**
 * Returns a function that returns the SDK client of this process, so later requests reuse its
 * connections. A process that works with several stores has a client for each value of
 * `endpointVariable`.
 */
export function keepClient<Client>(
  endpointVariable: string,
  create: (endpoint: string | undefined) => Client,
): () => Client {
  const clients = new Map<string | undefined, Client>();
  return () => {
    const endpoint = findEnvironment(endpointVariable);
    const client = clients.get(endpoint) ?? create(endpoint);
    clients.set(endpoint, client);
    return client;
  };
}

type Key = string | ArrayBuffer | ArrayBufferView;

function toBuffer(key: Exclude<Key, string>): Buffer {
  if (!ArrayBuffer.isView(key)) return Buffer.from(key);
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength);
}

/**
 * Creates an HMAC. For a key in a buffer, `createHmac` of Node 24 throws and catches two errors
 * with stack traces. For a key in a string, it does not.
 */
function createKeyedHash(key: Key): Hmac {
  if (typeof key === 'string') return createHmac('sha256', key);
  return createHmac('sha256', toBuffer(key).toString('latin1'), { encoding: 'latin1' });
}

function startHash(key: Key | undefined): Hash | Hmac {
  return key ? createKeyedHash(key) : createHash('sha256');
}

/**
 * The SHA-256 with which the clients of the SDK sign every call, an option of each client. With the
 * SDK's own, a request takes 6 to 12 percent more CPU time (docs/performance.md).
 */
export class SdkSha256 {
  readonly #key: Key | undefined;
  #hash: Hash | Hmac;

  constructor(key?: Key) {
    this.#key = key;
    this.#hash = startHash(key);
  }

  update(data: Uint8Array): void {
    this.#hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {
    this.#hash = startHash(this.#key);
  }
}
