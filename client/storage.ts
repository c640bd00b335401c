/**
 * Stores the tokens and a pending sign-in as text. `localStorage`, `sessionStorage` and React
 * Native's AsyncStorage have this shape.
 */
export interface TokenStorage {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): unknown;
  removeItem(key: string): unknown;
}

/** Creates a storage that lives as long as the page or the process. */
export function createMemoryStorage(): TokenStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  };
}

/** One JSON value in a storage. */
export interface StoredValue<Value> {
  get(): Promise<Value | undefined>;
  set(value: Value): Promise<void>;
  remove(): Promise<void>;
}

/** Opens the JSON value at a key. Its `get` returns undefined if there is no value. */
export function openStoredValue<Value>(
  storage: TokenStorage,
  key: string,
): StoredValue<Value> {
  return {
    async get() {
      const text = await storage.getItem(key);
      return text === null ? undefined : JSON.parse(text);
    },
    async set(value) {
      await storage.setItem(key, JSON.stringify(value));
    },
    async remove() {
      await storage.removeItem(key);
    },
  };
}
