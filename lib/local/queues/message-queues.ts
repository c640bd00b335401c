import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { replaceFile } from '../host/files.ts';

/** The name of the file with the queues in a data directory. */
export const queuesFile = 'queues.json';

const QueueMessage = z.object({
  id: z.string(),
  queue: z.string(),
  body: z.string(),
  /** Number of attempts so far, as SQS counts them in ApproximateReceiveCount. */
  receives: z.number(),
  /** Milliseconds since 1970. Until then, the message is hidden. */
  visibleAt: z.number(),
  /** When the message became a dead letter, in milliseconds since 1970. */
  deadSince: z.optional(z.number()),
});

export type QueueMessage = z.infer<typeof QueueMessage>;

/** A message as it is sent. */
type SentMessage = Pick<QueueMessage, 'queue' | 'body'> &
  Partial<Pick<QueueMessage, 'visibleAt'>>;

/** The content of the file in which the queues are kept. */
const QueueState = z.object({ messages: z.array(QueueMessage) });

/** Reads the messages in the file. Throws unless the file is valid or missing. */
function readMessages(file: string): QueueMessage[] {
  try {
    return QueueState.parse(JSON.parse(readFileSync(file, 'utf8'))).messages;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new Error(
      `Cannot read ${file}. Remove it to start; its messages are then lost.`,
      { cause: error },
    );
  }
}

/** 14 days, as in the stack. */
const deadLetterRetentionMs = 14 * 86_400_000;

/** The local replacement of the stack's SQS queues. */
export type MessageQueues = ReturnType<typeof openMessageQueues>;

function isExpired({ deadSince }: QueueMessage, now: number): boolean {
  return deadSince !== undefined && deadSince + deadLetterRetentionMs <= now;
}

/**
 * Opens the queues in the file of a data directory, or in memory without one. Throws if the file
 * cannot be read. Times are in milliseconds since 1970.
 */
export function openMessageQueues(directory: string | undefined) {
  const file = directory === undefined ? undefined : join(directory, queuesFile);
  let messages = file === undefined ? [] : readMessages(file);
  let isClosed = false;
  let notify = () => {};
  let lastSave = Promise.resolve();
  /** Whether a save is requested that has not started yet. */
  let isSaveRequested = false;

  async function saveAfter(previous: Promise<void>): Promise<void> {
    await previous.catch(() => undefined);
    isSaveRequested = false;
    if (file === undefined || isClosed) return;
    await replaceFile(file, JSON.stringify({ messages }), { mode: 0o600 });
  }

  /**
   * Saves the messages after the save in progress, if any. All requests until then share the new
   * save, so many simultaneous changes need only one write to the disk.
   */
  function requestSave(): void {
    if (isSaveRequested) return;
    isSaveRequested = true;
    lastSave = saveAfter(lastSave);
    // An error is for the callers of `flush`. If nobody waits, it must not end the process.
    lastSave.catch(() => undefined);
  }

  return {
    /** Adds messages to their queues, visible at once or later, and returns them. */
    send: (sent: readonly SentMessage[]): QueueMessage[] => {
      const added = sent.map((message) => ({
        id: randomUUID(),
        receives: 0,
        visibleAt: 0,
        ...message,
      }));
      messages.push(...added);
      requestSave();
      notify();
      return added;
    },
    /** Sets the function that is called after messages are sent. */
    onSend: (listener: () => void) => {
      notify = listener;
    },
    /** Lists all messages of a queue. */
    list: (queue: string) => messages.filter((message) => message.queue === queue),
    /** Lists the messages of a queue that are visible at `now`. */
    listVisible: (queue: string, now: number) =>
      messages.filter((message) => message.queue === queue && message.visibleAt <= now),
    /** Counts an attempt, and hides the message until `visibleAt`. */
    receive: (message: QueueMessage, visibleAt: number) => {
      message.receives += 1;
      message.visibleAt = visibleAt;
      requestSave();
    },
    /** Hides the message until `visibleAt`, without counting an attempt. */
    hide: (message: QueueMessage, visibleAt: number) => {
      message.visibleAt = visibleAt;
      requestSave();
    },
    /** Makes a message visible whose attempt was cut off, as if that had never begun. */
    release: (message: QueueMessage) => {
      message.receives -= 1;
      message.visibleAt = 0;
      requestSave();
    },
    /** Moves the message to a dead-letter queue, which keeps it for 14 days. */
    moveToDeadLetters: (message: QueueMessage, deadLetterQueue: string, now: number) => {
      Object.assign(message, { queue: deadLetterQueue, visibleAt: now, deadSince: now });
      requestSave();
    },
    /** Deletes the messages that their dead-letter queue has kept for 14 days. */
    deleteExpired: (now: number) => {
      const kept = messages.filter((message) => !isExpired(message, now));
      if (kept.length === messages.length) return;
      messages = kept;
      requestSave();
    },
    delete: (message: QueueMessage) => {
      messages = messages.filter((other) => other !== message);
      requestSave();
    },
    /** Resolves when all changes until now are on the disk. Rejects if they cannot be saved. */
    flush: () => lastSave,
    /** Waits for the last save, and saves nothing after it. */
    close: async () => {
      // Repeats a save that failed: a disk that was full may have space now.
      await lastSave.catch(requestSave);
      await lastSave.catch(() => undefined);
      isClosed = true;
    },
  };
}
