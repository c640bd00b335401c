import { serviceError } from '#shared/errors/errors.ts';
import type { DeadLetter, DeadLetterQueue } from './dead-letter-queue.ts';

/**
 * Receives messages until it has `limit` of them or the queue has no more, and releases them all.
 * Returns at most `limit`, the oldest first.
 */
export async function peekMessages(
  queue: DeadLetterQueue,
  limit: number,
): Promise<DeadLetter[]> {
  const received: DeadLetter[] = [];
  for await (const batch of queue.receiveAll()) {
    received.push(...batch);
    if (received.length >= limit) break;
  }
  await queue.release(received);

  const sorted = received.toSorted((one, other) =>
    (one.sent_datetime ?? '').localeCompare(other.sent_datetime ?? ''),
  );
  return sorted.slice(0, limit);
}

type MessageAction<Result> = (message: DeadLetter) => Promise<Result>;

/** Applies an action to every message, and returns the results. */
export async function applyToAll<Result>(
  queue: DeadLetterQueue,
  action: MessageAction<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for await (const batch of queue.receiveAll()) {
    for (const message of batch) results.push(await action(message));
  }
  return results;
}

/**
 * Applies an action to the messages with these ids, and returns the results. Throws `not_found` if
 * a message does not exist. In that case, applies the action to none.
 */
export async function applyToSelected<Result>(
  queue: DeadLetterQueue,
  ids: readonly string[],
  action: MessageAction<Result>,
): Promise<Result[]> {
  const wanted = new Set(ids);
  const selected = new Map<string, DeadLetter>();
  const others: DeadLetter[] = [];
  for await (const batch of queue.receiveAll()) {
    for (const message of batch) {
      if (wanted.has(message.id)) selected.set(message.id, message);
      else others.push(message);
    }
    if (selected.size === wanted.size) break;
  }

  await queue.release(others);
  const missing = [...wanted].find((id) => !selected.has(id));
  if (missing !== undefined) {
    await queue.release([...selected.values()]);
    throw serviceError('not_found', { kind: 'message', id: missing });
  }

  const results: Result[] = [];
  for (const message of selected.values()) results.push(await action(message));
  return results;
}
