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
  /** Milliseconds since 1970. Since then, the message is hidden. */
  hiddenAt: z.optional(z.number()),
  /** When the message became a dead letter, in milliseconds since 1970. */
  deadSince: z.optional(z.number()),
});

export type QueueMessage = z.infer<typeof QueueMessage>;

/** The time for which a message is hidden. */
type HiddenTime = Pick<QueueMessage, 'visibleAt' | 'hiddenAt'>;

/** Returns the time that begins now and takes so many seconds. */
export function toHiddenTime(seconds: number, now: number): HiddenTime {
  return { visibleAt: now + seconds * 1000, hiddenAt: now };
}

/** A message as it is sent. */
type SentMessage = Pick<QueueMessage, 'queue' | 'body'> & Partial<HiddenTime>;

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

/**
 * Returns a message as it waits after a start of the service: what a crash or a full disk has
 * interrupted goes on at once. If it was attempted before, it waits for a minute, and each time
 * twice as long, up to its own time: it can be what crashes the service.
 */
function resume(message: QueueMessage, now: number): QueueMessage {
  const { receives, visibleAt, deadSince } = message;
  if (receives === 0 || deadSince !== undefined) return message;
  const delayMs = receives === 1 ? 0 : 2 ** (receives - 2) * 60_000;
  return { ...message, visibleAt: Math.min(visibleAt, now + delayMs) };
}

/**
 * Returns whether a message is not hidden. One that was hidden later is not: the clock was ahead.
 */
function isVisible({ visibleAt, hiddenAt = 0 }: HiddenTime, now: number): boolean {
  return visibleAt <= now || hiddenAt > now;
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
export function openMessageQueues(directory: string | undefined, now = Date.now()) {
  const file = directory === undefined ? undefined : join(directory, queuesFile);
  const kept = file === undefined ? [] : readMessages(file);
  let messages = kept.map((message) => resume(message, now));
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
      messages.filter((message) => message.queue === queue && isVisible(message, now)),
    /** Counts an attempt, and hides the message meanwhile. */
    receive: (message: QueueMessage, time: HiddenTime) => {
      Object.assign(message, time);
      message.receives += 1;
      requestSave();
    },
    /** Hides the message without counting an attempt. */
    hide: (message: QueueMessage, time: HiddenTime) => {
      Object.assign(message, time);
      requestSave();
    },
    /** Takes back an attempt that was cut off, or has not begun. */
    release: (message: QueueMessage, visibleAt = 0) => {
      message.receives -= 1;
      message.visibleAt = visibleAt;
      requestSave();
    },
    /** Moves the message to a dead-letter queue, which keeps it for 14 days. */
    moveToDeadLetters: (message: QueueMessage, deadLetterQueue: string, now: number) => {
      Object.assign(message, toHiddenTime(0, now), {
        queue: deadLetterQueue,
        deadSince: now,
      });
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
