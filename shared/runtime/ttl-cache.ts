import { findEnvironment } from './environment.ts';

const maxEntries = 1000;

/** Returns a key that differs for each table of a process that works with several stores. */
function toEntryKey(key: string): string {
  return `${findEnvironment('AWS_ENDPOINT_URL_DYNAMODB') ?? ''} ${key}`;
}

/**
 * Creates an empty cache of values that a warm function has read a short time ago. They are used
 * for `ttlMillis` after they were read.
 */
export function createTtlCache<Value>(ttlMillis: number) {
  const entries = new Map<string, { value: Value; readAt: number }>();

  /** A map iterates in insertion order. */
  function deleteOldest(): void {
    const [oldest] = entries.keys();
    if (oldest !== undefined) entries.delete(oldest);
  }

  /**
   * Returns a value that is younger than the time to live, or undefined. A clock that was set back
   * keeps no value alive.
   */
  function get(key: string, now: Date): Value | undefined {
    const entry = entries.get(toEntryKey(key));
    if (!entry) return undefined;
    const age = now.getTime() - entry.readAt;
    return age >= 0 && age < ttlMillis ? entry.value : undefined;
  }

  /** Stores a value that has just been read. Evicts the oldest entry if the cache is full. */
  function set(key: string, value: Value, now: Date): void {
    const entryKey = toEntryKey(key);
    entries.delete(entryKey);
    if (entries.size >= maxEntries) deleteOldest();
    entries.set(entryKey, { value, readAt: now.getTime() });
  }

  /** Returns a value as `get` does, or else reads and stores it. */
  async function getOrRead(
    key: string,
    now: Date,
    read: () => Promise<Value>,
  ): Promise<Value> {
    const cached = get(key, now);
    if (cached !== undefined) return cached;
    const value = await read();
    set(key, value, now);
    return value;
  }

  /** Returns a value as `get` does, and forgets it. */
  function take(key: string, now: Date): Value | undefined {
    const value = get(key, now);
    entries.delete(toEntryKey(key));
    return value;
  }

  return { get, set, getOrRead, take };
}
