/** Values of a warm function that were read a short time ago. */
export interface TtlCache<Value> {
  /**
   * Returns a value that is younger than the time to live, or undefined. A clock that was set back
   * keeps no value alive.
   */
  get(key: string, now: Date): Value | undefined;
  /** Stores a value that has just been read. Evicts the oldest entry if the cache is full. */
  set(key: string, value: Value, now: Date): void;
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

  return {
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
  };
}
