import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How long a dead-letter queue keeps a message: 14 days, in milliseconds, as in the stack. */
const deadLetterRetentionMs = 14 * 86_400_000;

/** A message of a queue. */
export interface QueueMessage {
  id: string;
  queue: string;
  body: string;
  /** Number of attempts so far, as SQS counts them in ApproximateReceiveCount. */
  receives: number;
  /** Milliseconds since 1970. Until then, the message is hidden. */
  visibleAt: number;
  /** When it moved to its dead-letter queue, in milliseconds since 1970. */
  deadSince?: number;
}

/** The local replacement of the stack's SQS queues. */
export interface MessageQueues {
  /** Returns the messages that were sent. */
  send(messages: readonly Pick<QueueMessage, 'queue' | 'body'>[]): QueueMessage[];
  /** Calls the listener after messages were sent. There is one listener. */
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
  /** Stops writing to the file in which the queues are kept. */
  close(): void;
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

function isExpired({ deadSince }: QueueMessage, now: number): boolean {
  return deadSince !== undefined && deadSince + deadLetterRetentionMs <= now;
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

/** Replaces the file atomically. */
function writeMessages(file: string, messages: readonly QueueMessage[]): void {
  writeFileSync(`${file}.new`, JSON.stringify({ messages }), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Opens the queues in the file of a data directory. Throws if the file cannot be read. */
export function openMessageQueues(directory: string): MessageQueues {
  // Named when the queues held only deletions. Renaming it would lose the messages that wait in it.
  const file = join(directory, 'removals.json');
  let messages = readMessages(file);
  let isClosed = false;
  let notify = () => {};

  function save(): void {
    if (!isClosed) writeMessages(file, messages);
  }

  return {
    send: (sent) => {
      const added = sent.map((message) => ({
        id: randomUUID(),
        ...message,
        receives: 0,
        visibleAt: 0,
      }));
      messages.push(...added);
      save();
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
      save();
    },
    hide: (message, visibleAt) => {
      message.visibleAt = visibleAt;
      save();
    },
    moveToDeadLetters: (message, deadLetterQueue, now) => {
      Object.assign(message, { queue: deadLetterQueue, visibleAt: now, deadSince: now });
      save();
    },
    deleteExpired: (now) => {
      const kept = messages.filter((message) => !isExpired(message, now));
      if (kept.length === messages.length) return;
      messages = kept;
      save();
    },
    delete: (message) => {
      messages = messages.filter((other) => other !== message);
      save();
    },
    close: () => {
      isClosed = true;
    },
  };
}
