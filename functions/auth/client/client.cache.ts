import type { Application } from './client.ts';

/** How long a warm function may go by what it read of an application: the bound of decision A9. */
const keptMilliseconds = 60_000;
const most = 1000;

const kept = new Map<string, { application: Application; readAt: number }>();

/** The application as this function read it within the last minute; undefined where it has to be read. */
export function recall(client_id: string, now: Date): Application | undefined {
  const entry = kept.get(client_id);
  return entry && now.getTime() - entry.readAt < keptMilliseconds ? entry.application : undefined;
}

/** Keeps an application that has just been read and authenticated. */
export function remember(application: Application, now: Date): void {
  const { client_id } = application;
  kept.delete(client_id);
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size >= most) kept.delete(oldest);
  kept.set(client_id, { application, readAt: now.getTime() });
}
