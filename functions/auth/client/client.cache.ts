import type { Client } from './client.ts';

/** How long a warm function may use a client without reading it again (wire.md A9). */
const ttlMillis = 60_000;
const maxEntries = 1000;

interface CacheEntry {
  client: Client;
  readAt: number;
}

const entries = new Map<string, CacheEntry>();

/** Returns a client that was read within the last minute, or undefined. */
export function get(client_id: string, now: Date): Client | undefined {
  const entry = entries.get(client_id);
  if (!entry) return undefined;
  const age = now.getTime() - entry.readAt;
  return age < ttlMillis ? entry.client : undefined;
}

/** Stores a client that has just been read. Evicts the oldest entry if the cache is full. */
export function set(client: Client, now: Date): void {
  const { client_id } = client;
  entries.delete(client_id);
  if (entries.size >= maxEntries) deleteOldest();
  entries.set(client_id, { client, readAt: now.getTime() });
}

/** A map iterates in insertion order. */
function deleteOldest(): void {
  const [oldest] = entries.keys();
  if (oldest !== undefined) entries.delete(oldest);
}
