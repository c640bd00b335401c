import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Waits for the next message of a process. Throws if the process ends instead. */
export async function receiveMessage<Message>(child: ChildProcess): Promise<Message> {
  const received = new AbortController();
  const { signal } = received;
  const message = once(child, 'message', { signal }).then(([sent]) => ({ sent }));
  const exit = once(child, 'exit', { signal }).then(() => undefined);
  try {
    const first = await Promise.race([message, exit]);
    if (first) return first.sent;
  } finally {
    received.abort();
  }
  throw new Error(`The process ${child.spawnargs.slice(1).join(' ')} failed.`);
}
