import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { groupSaves } from './group-saves.ts';
import {
  type QueueMessage,
  queuesFile,
  readMessages,
  writeMessages,
} from './queue-file.ts';

/** How long a dead letter is kept: 14 days, in milliseconds, as in the stack. */
const deadLetterRetentionMs = 14 * 86_400_000;

/** The local replacement of the stack's SQS queues. Times are in milliseconds since 1970. */
export interface MessageQueues {
  /** Adds messages to their queues, and returns them. */
  send(messages: readonly Pick<QueueMessage, 'queue' | 'body'>[]): QueueMessage[];
  /** Sets the function that is called after messages are sent. */
  onSend(listener: () => void): void;
  /** Lists all messages of a queue. */
  list(queue: string): QueueMessage[];
  /** Lists the messages of a queue that are visible at `now`. */
  listVisible(queue: string, now: number): QueueMessage[];
  /** Counts an attempt, and hides the message until `visibleAt`. */
  receive(message: QueueMessage, visibleAt: number): void;
  /** Hides the message until `visibleAt`, without counting an attempt. */
  hide(message: QueueMessage, visibleAt: number): void;
  /** Moves the message to a dead-letter queue, which keeps it for 14 days. */
  moveToDeadLetters(message: QueueMessage, deadLetterQueue: string, now: number): void;
  /** Deletes the messages that their dead-letter queue has kept for 14 days. */
  deleteExpired(now: number): void;
  delete(message: QueueMessage): void;
  /** Resolves when all changes until now are on the disk. Rejects if they cannot be saved. */
  flush(): Promise<void>;
  /** Waits for the last save, and saves nothing after it. */
  close(): Promise<void>;
}

function isExpired({ deadSince }: QueueMessage, now: number): boolean {
  return deadSince !== undefined && deadSince + deadLetterRetentionMs <= now;
}

/**
 * Opens the queues in the file of a data directory, or in memory without one. Throws if the file
 * cannot be read.
 */
export function openMessageQueues(directory: string | undefined): MessageQueues {
  const file = directory === undefined ? undefined : join(directory, queuesFile);
  let messages = file === undefined ? [] : readMessages(file);
  let isClosed = false;
  let notify = () => {};

  async function write(): Promise<void> {
    if (file !== undefined && !isClosed) await writeMessages(file, messages);
  }

  const saves = groupSaves(write);

  return {
    send: (sent) => {
      const added = sent.map((message) => ({
        id: randomUUID(),
        ...message,
        receives: 0,
        visibleAt: 0,
      }));
      messages.push(...added);
      saves.request();
      notify();
      return added;
    },
    onSend: (listener) => {
      notify = listener;
    },
    list: (queue) => messages.filter((message) => message.queue === queue),
    listVisible: (queue, now) =>
      messages.filter((message) => message.queue === queue && message.visibleAt <= now),
    receive: (message, visibleAt) => {
      message.receives += 1;
      message.visibleAt = visibleAt;
      saves.request();
    },
    hide: (message, visibleAt) => {
      message.visibleAt = visibleAt;
      saves.request();
    },
    moveToDeadLetters: (message, deadLetterQueue, now) => {
      Object.assign(message, { queue: deadLetterQueue, visibleAt: now, deadSince: now });
      saves.request();
    },
    deleteExpired: (now) => {
      const kept = messages.filter((message) => !isExpired(message, now));
      if (kept.length === messages.length) return;
      messages = kept;
      saves.request();
    },
    delete: (message) => {
      messages = messages.filter((other) => other !== message);
      saves.request();
    },
    flush: () => saves.wait(),
    close: async () => {
      // Repeats a save that failed: a disk that was full may have space now.
      await saves.wait().catch(saves.request);
      await saves.wait().catch(() => undefined);
      isClosed = true;
    },
  };
}
