/** Values of a warm function that were read a short time ago. */
export interface TtlCache<Value> {
  /**
   * Returns a value that is younger than the time to live, or undefined. A clock that was set back
   * keeps no value alive.
   */
  get(key: string, now: Date): Value | undefined;
  /** Stores a value that has just been read. Evicts the oldest entry if the cache is full. */
  set(key: string, value: Value, now: Date): void;
  /** Returns a value as `get` does, or else reads and stores it. */
  getOrRead(key: string, now: Date, read: () => Promise<Value>): Promise<Value>;
}

const maxEntries = 1000;

/** Creates an empty cache. Its entries are used for `ttlMillis` after they were read. */
export function createTtlCache<Value>(ttlMillis: number): TtlCache<Value> {
  const entries = new Map<string, { value: Value; readAt: number }>();

  /** A map iterates in insertion order. */
  function deleteOldest(): void {
    const [oldest] = entries.keys();
    if (oldest !== undefined) entries.delete(oldest);
  }

  const cache: TtlCache<Value> = {
    get: (key, now) => {
      const entry = entries.get(key);
      if (!entry) return undefined;
      const age = now.getTime() - entry.readAt;
      return age >= 0 && age < ttlMillis ? entry.value : undefined;
    },
    set: (key, value, now) => {
      entries.delete(key);
      if (entries.size >= maxEntries) deleteOldest();
      entries.set(key, { value, readAt: now.getTime() });
    },
    getOrRead: async (key, now, read) => {
      const cached = cache.get(key, now);
      if (cached !== undefined) return cached;
      const value = await read();
      cache.set(key, value, now);
      return value;
    },
  };
  return cache;
}
