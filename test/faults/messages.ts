import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FakeProvider } from '#kit/provider.ts';
import { queuesFile } from '#lib/local/queues/message-queues.ts';
import type { FaultUser } from './users.ts';

/** The type of the connections, and the host to which their access is revoked. */
export const connectionType = 'google_health';
const revocationHost = 'oauth2.googleapis.com';

/** Maximum time for the changes that are left in the stream after the last kill. */
const maxWaitMs = 60_000;

/**
 * Lists the connections that were deleted, and whose access was not revoked. `queued` is the file
 * of the queues: a message in it is not lost.
 */
export function listLostMessages(
  users: readonly FaultUser[],
  provider: FakeProvider,
  queued = '',
): string[] {
  const calls = provider.listCallsTo(revocationHost);
  const revoked = calls.map(({ body }) => body).join('\n');
  const connections = users.flatMap(({ records }) => [...records.connections]);
  const lost = connections.filter(
    ([id, { state, access_token }]) =>
      state === 'deleted' && !revoked.includes(access_token) && !queued.includes(id),
  );
  return lost.map(([id]) => `no message about the deleted connection ${id} has arrived`);
}

/**
 * Waits until no message is missing. Returns those that are missing after a minute. A message
 * whose delivery was interrupted waits in its queue for the next attempt.
 */
export async function waitForMessages(
  folder: string,
  users: readonly FaultUser[],
  provider: FakeProvider,
): Promise<string[]> {
  const end = performance.now() + maxWaitMs;
  for (;;) {
    // Read before the calls: a message is deleted after its call.
    const queued = await readFile(join(folder, queuesFile), 'utf8');
    const lost = listLostMessages(users, provider, queued);
    if (lost.length === 0 || performance.now() > end) return lost;
    await setTimeout(200);
  }
}
