import type { Client } from './client.ts';

/** How long a warm function may go by what it read of an application: the bound of decision A9. */
const keptMilliseconds = 60_000;
const most = 1000;

const kept = new Map<string, { client: Client; readAt: number }>();

/** The application as this function read it within the last minute; undefined where it has to be read. */
export function get(client_id: string, now: Date): Client | undefined {
  const entry = kept.get(client_id);
  return entry && now.getTime() - entry.readAt < keptMilliseconds ? entry.client : undefined;
}

/** Keeps an application that has just been read and authenticated. */
export function set(client: Client, now: Date): void {
  const { client_id } = client;
  kept.delete(client_id);
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size >= most) kept.delete(oldest);
  kept.set(client_id, { client, readAt: now.getTime() });
}
