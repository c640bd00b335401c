import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../host/files.ts';

/** The name of the file with the queues in a data directory. */
export const queuesFile = 'queues.json';

/** A message of a queue. */
export interface QueueMessage {
  id: string;
  queue: string;
  body: string;
  /** Number of attempts so far, as SQS counts them in ApproximateReceiveCount. */
  receives: number;
  /** Milliseconds since 1970. Until then, the message is hidden. */
  visibleAt: number;
  /** When the message became a dead letter, in milliseconds since 1970. */
  deadSince?: number;
}

/** The content of the file in which the queues are kept. */
interface QueueState {
  messages: QueueMessage[];
}

function isQueueState(value: unknown): value is QueueState {
  if (typeof value !== 'object' || value === null || !('messages' in value)) return false;
  return Array.isArray(value.messages) && value.messages.every(isQueueMessage);
}

function isQueueMessage(value: unknown): value is QueueMessage {
  const { id, queue, body, receives, visibleAt } = Object(value);
  const areTexts = [id, queue, body].every((member) => typeof member === 'string');
  return areTexts && Number.isFinite(receives) && Number.isFinite(visibleAt);
}

/** Reads the messages in the file. Throws unless the file is valid or missing. */
function readMessages(file: string): QueueMessage[] {
  try {
    const state: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isQueueState(state)) throw new Error(`${file} is not a list of queue messages.`);
    return state.messages;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new Error(
      `Cannot read ${file}. Remove it to start; its messages are then lost.`,
      { cause: error },
    );
  }
}

/** Replaces the messages in the file atomically, and waits until they are on the disk. */
function writeMessages(file: string, messages: readonly QueueMessage[]): Promise<void> {
  return replaceFile(file, JSON.stringify({ messages }), { mode: 0o600 });
}

/** Saves a state in the background, one save at a time. */
interface SaveGroup {
  /** Saves the state after the save in progress, if any. Requests until then share the new save. */
  request(): void;
  /** Resolves when the last requested save has ended. Rejects if it failed. */
  wait(): Promise<void>;
}

/** Groups the saves of a state, so many simultaneous changes need only one write to the disk. */
function groupSaves(save: () => Promise<void>): SaveGroup {
  let last = Promise.resolve();
  /** Whether a save is requested that has not started yet. */
  let isRequested = false;

  async function saveAfter(previous: Promise<void>): Promise<void> {
    await previous.catch(() => undefined);
    isRequested = false;
    await save();
  }

  return {
    request: () => {
      if (isRequested) return;
      isRequested = true;
      last = saveAfter(last);
      // An error is for the callers of `wait`. If nobody waits, it must not end the process.
      last.catch(() => undefined);
    },
    wait: () => last,
  };
}

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
